// Shows the asks of one stream in a host's own page: one <askline-card> for each, put where the host says.
//
//   import { connect } from "http://127.0.0.1:PORT/static/askline-embed.js";
//   connect({ url, token, renew, show: (card) => chat.append(card) });
//
// It keeps nothing and sends no cookie. When the connection breaks it comes back by itself, with a new token
// where the old one has ended; what was settled meanwhile folds then.

import "./askline-card.js";
import type { AsklineCard } from "../card";
import type { Ask } from "../shapes";
import { type Call, type News, read } from "./listening";
import { serve, tellEnded, UNAUTHORIZED } from "./sending";

export interface Embedding {
  /** Where Askline is served, as `POST /api/v1/streams` says. */
  url: string;
  /** The embed token, from the same reply. */
  token: string;
  /** Brings another one: the host asks for it with `POST /api/v1/streams/{id}/embed`. */
  renew?: () => Promise<string>;
  /** Puts a new card into the page; called once for each ask. */
  show: (card: AsklineCard, ask: Ask) => void;
  /** Whom the page is for, by the name that the stream was begun with. */
  me?: string;
}

const AGAIN_MS = 1_000;

export function connect(embedding: Embedding): { close: () => void } {
  const stream = new EmbeddedStream(embedding);
  void stream.run();
  return { close: () => stream.close() };
}

class EmbeddedStream {
  #cards = new Map<string, AsklineCard>();
  #over = new AbortController();
  #token: string;
  #embedding: Embedding;

  constructor(embedding: Embedding) {
    this.#embedding = embedding;
    this.#token = embedding.token;
  }

  close(): void {
    this.#over.abort();
  }

  async run(): Promise<void> {
    while (!this.#over.signal.aborted) {
      try {
        const reply = await this.#call("events?nodes=1");
        if (reply.ok) await read(reply, (news) => this.#hear(news));
        else if (reply.status === UNAUTHORIZED) return this.#ended();
      } catch {
        // Cut off or closed; the loop knows which.
      }
      if (this.#over.signal.aborted) return;
      this.#all((card) => (card.phase = "offline"));
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  /** With another token where this one has ended and the host brings one. */
  #call: Call = async (path, init = {}) => {
    const reply = await this.#send(path, init);
    if (reply.status !== UNAUTHORIZED || !this.#embedding.renew) return reply;
    this.#token = await this.#embedding.renew();
    return this.#send(path, init);
  };

  #send: Call = (path, init = {}) =>
    fetch(`${this.#embedding.url}/api/v1/embed/${path}`, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${this.#token}` },
      credentials: "omit",
      cache: "no-store",
      signal: init.method ? null : this.#over.signal,
    });

  #ended(): void {
    this.close();
    this.#all((card) => card.ask.state === "pending" && tellEnded(card));
  }

  #hear({ name, asks }: News): void {
    for (const ask of asks) this.#show(ask);
    if (name !== "snapshot") return;
    this.#all((card) => (card.phase = card.phase === "offline" ? "" : card.phase));
    const standing = new Set(asks.map(({ id }) => id));
    this.#all((card) => {
      if (card.ask.state === "pending" && !standing.has(card.ask.id)) void this.#look(card.ask.id);
    });
  }

  /** What has left the inbox while nobody listened. */
  async #look(id: string): Promise<void> {
    const reply = await this.#call(`asks/${id}?nodes=1`);
    if (reply.ok) this.#show((await reply.json()) as Ask);
  }

  #show(ask: Ask): void {
    let card = this.#cards.get(ask.id);
    if (!card) {
      card = document.createElement("askline-card");
      card.me = this.#embedding.me ?? "me";
      card.files = "off";
      serve(card, this.#call);
      this.#cards.set(ask.id, card);
      card.ask = ask;
      this.#embedding.show(card, ask);
    }
    card.ask = ask;
    if (ask.state !== "pending") card.phase = "";
  }

  #all(work: (card: AsklineCard) => unknown): void {
    for (const card of this.#cards.values()) work(card);
  }
}
