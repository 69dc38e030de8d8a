// <askline-trail>: who saw an ask, and its audit events. The service checks the chain; this only says what it found.
import type { Changes } from "../drawing";
import { call, html, nothing, Part } from "../inbox/shared";
import type { Ask } from "../shapes";
import { type Words, wordsIn } from "./words";

interface TrailEvent {
  number: number;
  kind: string;
  actor: { kind: string; id: string; name: string };
  door: string | null;
  at: string;
  detail: string;
  hash: string;
}

interface Trail {
  head: string;
  flaw: { number: number; problem: string } | null;
  events: TrailEvent[];
}

export class AsklineTrail extends Part {
  static override holds = "ask language trail";
  declare ask: Ask;
  declare language: string;
  declare private trail: Trail | null;
  private opened = false;

  constructor() {
    super();
    this.trail = null;
  }

  private get words(): Words {
    return wordsIn(this.language);
  }

  protected override updated(changes: Changes) {
    if (!changes.has("ask")) return;
    const before = changes.get("ask") as Ask | undefined;
    if (before?.id !== this.ask.id) this.trail = null;
    if (this.opened) void this.load();
  }

  protected override render() {
    const { ask, words } = this;
    return html`<details ?open=${ask.state !== "pending"} @toggle=${this.toggled}>
      <summary>${words.trail}</summary>
      <dl class="facts">${this.facts().map(([name, value]) => html`<dt>${name}</dt><dd dir="auto">${value}</dd>`)}</dl>
      <h3>${words.seenBy}</h3>
      ${ask.seen.length ? html`<ul>${ask.seen.map((seen) => html`<li>${this.who(seen.who, seen.door)} ${this.time(seen.at)}</li>`)}</ul>` : html`<p>${words.notSeen}</p>`}
      ${this.trail ? this.events(this.trail) : nothing}
    </details>`;
  }

  private events({ events, flaw }: Trail) {
    const { words } = this;
    return html`<h3>${flaw ? html`<strong class="bad" role="alert">${words.flaw(flaw.number, flaw.problem)}</strong>` : words.holds(events.length)}</h3>
      <ol>${events.map(
        (event) => html`<li><span><b dir="auto">${this.name(event.actor)}</b> ${` ${words.events[event.kind] ?? event.kind}`}
          ${event.door && event.door !== "mcp" ? html`<small>${words.doors[event.door] ?? event.door}</small>` : nothing}</span>
          ${this.time(event.at)} <code title=${event.hash}>${event.hash.slice(0, 8)}</code></li>`,
      )}</ol>`;
  }

  private facts(): [string, string][] {
    const { ask } = this;
    const names = this.words.facts;
    const time = (at: string | null) => (at ? exact(at, this.language) : "");
    const all: [string, string][] = [
      [names.agent, [ask.agent.label, ask.agent.name, ask.agent.version].filter(Boolean).join(" ")],
      [names.project, ask.project.path ?? ask.project.name],
      [names.branch, ask.project.branch ?? ""],
      [names.asked, time(ask.asked_at)],
      [names.deadline, time(ask.deadline)],
      [names.id, `${ask.short_id} (${ask.id})`],
    ];
    return all.filter(([, value]) => value);
  }

  private who(who: string, door: string | null) {
    return html`<span><b dir="auto">${who === "me" ? this.words.me : who}</b> ${door ? html`<small>${this.words.doors[door] ?? door}</small>` : nothing}</span>`;
  }

  private name({ kind, name }: TrailEvent["actor"]) {
    if (kind === "human" && name === "me") return this.words.me;
    return kind === "time" ? this.words.time : name;
  }

  private time(at: string) {
    return html`<time datetime=${at}>${exact(at, this.language)}</time>`;
  }

  private toggled = (event: Event) => {
    this.opened = (event.target as HTMLDetailsElement).open;
    if (this.opened && !this.trail) void this.load();
  };

  private async load() {
    const { id } = this.ask;
    const trail = await call<Trail>("GET", `/asks/${id}/trail`).catch(() => null);
    if (trail && id === this.ask.id) this.trail = trail;
  }
}

const exact = (time: string, language: string) =>
  new Date(time).toLocaleString(language, { dateStyle: "medium", timeStyle: "medium" });

customElements.define("askline-trail", AsklineTrail);
