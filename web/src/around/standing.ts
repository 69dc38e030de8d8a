// Where an ask is on its way, in sentences. Pure: words in, words out.

import type { Ask } from "../shapes";
import { hasAgreed, type Me } from "../inbox/shared";
import { clockTime, span } from "./when";
import type { Words } from "./words";

export interface Addressee {
  address: string;
  name: string;
  kind: "person" | "team";
}

/** A mood, and what is said in it. */
export type Line = readonly ["mine" | "theirs" | "", string];

export function linesOf(ask: Ask, me: Me, now: number, words: Words, language: string): Line[] {
  const { routing } = ask;
  const lines: Line[] = [];
  if (routing?.claim) {
    const { id, who, at } = routing.claim;
    lines.push(id === me.id ? ["mine", words.youHaveIt] : ["theirs", words.hasIt(who, span(now - Date.parse(at), language))]);
  }
  if (routing && routing.quorum > 1) lines.push(["", agreement(routing, words)]);
  if (hasAgreed(ask, me)) lines.push(["mine", words.agreed]);
  if (routing?.next_at) lines.push(["", words.goes(routing.next_to.join(", ") || words.others, clockTime(routing.next_at, now, language))]);
  const till = snoozedTill(ask, me, now);
  if (till) lines.push(["theirs", words.snoozedTill(clockTime(till, now, language))]);
  return lines;
}

function agreement({ agreed, quorum }: NonNullable<Ask["routing"]>, words: Words): string {
  return agreed.length ? words.approved(agreed.length, quorum, agreed.map((by) => by.who).join(", ")) : words.needs(quorum);
}

/** Until when this person put it off; nothing where they did not, or where it is over. */
export const snoozedTill = (ask: Ask, me: Me, now: number) =>
  ask.snoozes?.find(({ id, until }) => id === me.id && Date.parse(until) > now)?.until;

/** An address as people read it. */
export function nameOf(address: string, me: Me, known: Addressee[] | null, words: Words): string {
  if (address === me.id) return words.you;
  if (address.startsWith("team:")) return words.team(address.slice(5));
  return known?.find((each) => each.address === address)?.name ?? words.somebody;
}

export function fitting(known: Addressee[], sought: string): Addressee[] {
  const wanted = sought.toLowerCase().split(/\s+/).filter(Boolean);
  return known.filter(({ name, address }) => wanted.every((word) => `${name} ${address}`.toLowerCase().includes(word)));
}
