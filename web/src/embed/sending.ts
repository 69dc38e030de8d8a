// What a card says, as calls of the API. A card's decision goes out once; its receipt makes a repeat harmless.

import type { AsklineCard } from "../card";
import type { Call } from "./listening";
import { ended, unreachable } from "./words";

interface Detail {
  id: string;
  [name: string]: unknown;
}

export const UNAUTHORIZED = 401;
const DECISIONS = ["answer", "reject", "ask-back", "correct", "extend"];

/** Sends what this card says from now on. */
export function serve(card: AsklineCard, call: Call): void {
  for (const verb of DECISIONS) {
    card.addEventListener(`askline-${verb}`, (event) => void decide(card, call, verb, detailOf(event)));
  }
  card.addEventListener("askline-draft", (event) => void note(call, "draft", "PUT", detailOf(event)));
  card.addEventListener("askline-seen", (event) => void note(call, "seen", "POST", detailOf(event)));
}

async function decide(card: AsklineCard, call: Call, verb: string, { id, ...body }: Detail): Promise<void> {
  card.problem = null;
  card.phase = "sending";
  const reply = await sent(call, `asks/${id}/${verb}`, "POST", body);
  if (reply?.ok) {
    // The outcome itself comes with the events; what settles nothing leaves the card open.
    if (verb === "extend" || card.ask.state !== "pending") card.phase = "";
    return;
  }
  card.phase = "";
  if (reply?.status === UNAUTHORIZED) return tellEnded(card);
  const said = await reply?.json().catch(() => null);
  card.problem = said?.detail ? said : { code: "service_unreachable", ...(unreachable[card.words.lang] ?? unreachable.en!) };
}

/** That nothing can be sent from here any more, and how to go on. */
export function tellEnded(card: AsklineCard): void {
  card.phase = "";
  card.problem = { code: "not_allowed", ...(ended[card.words.lang] ?? ended.en!) };
}

/** Small things: if one is lost, the next one says the same. */
async function note(call: Call, name: string, method: string, { id, ...body }: Detail): Promise<void> {
  await sent(call, `asks/${id}/${name}`, method, body);
}

async function sent(call: Call, path: string, method: string, body: object): Promise<Response | null> {
  try {
    return await call(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    return null;
  }
}

function detailOf(event: Event): Detail {
  return (event as CustomEvent<Detail>).detail;
}
