// Which asks wait and in what order. Pure: every function returns a new value.
import type { Answer, Ask, Operation } from "../shapes";

/** An ask that ends within this time is "ending soon". */
export const SOON_MS = 5 * 60_000;

/** So many operations are remembered from the stream; the others are read when somebody looks. */
const MOVED = 500;

export interface Filter {
  words: string;
  project: string;
  agent: string;
  soon: boolean;
  part: Part;
}

/** Of what waits: what needs this person, what others have, what was put off. */
export type Part = 0 | 1 | 2;

/** Who looks: on one's own machine always the same. */
export interface Me {
  id: string;
  name: string;
  addresses: string[];
  rights: string[];
}

export const LOCAL: Me = { id: "me", name: "me", addresses: [], rights: [] };

export const EVERYTHING: Filter = { words: "", project: "", agent: "", soon: false, part: 0 };

export const isPending = (ask: Ask) => ask.state === "pending";

export const hasAgreed = ({ routing }: Ask, { id }: Me) => !!routing?.agreed.some((by) => by.id === id);

const isTo = ({ routing }: Ask, me: Me) => !routing || routing.recipients.some((each) => me.addresses.includes(each));

/** Whether it lies in this person's inbox: who keeps order there sees what waits for anybody. */
export const isHere = (ask: Ask, me: Me) => isTo(ask, me) || me.rights.includes("operate");

export function partOf(ask: Ask, me: Me, now: number): Part {
  const { routing, snoozes } = ask;
  if (snoozes?.some(({ id, until }) => id === me.id && Date.parse(until) > now)) return 2;
  const claim = routing?.claim;
  return (claim ? claim.id !== me.id : !isTo(ask, me)) || hasAgreed(ask, me) ? 1 : 0;
}

/** The person's own answer to a plain question, which a rule may repeat. */
export const mayRule = ({ kind, state, sensitive, human_only, outcome }: Ask) =>
  kind === "question" && state === "answered" && !sensitive && !human_only && outcome?.settledBy?.kind === "human";

/** Soonest deadline first, then oldest. Times are RFC 3339 in UTC, and so are their texts in order. */
export function byUrgency(a: Ask, b: Ask): number {
  return compare(a.deadline ?? "~", b.deadline ?? "~") || compare(a.asked_at, b.asked_at) || compare(a.id, b.id);
}

/** A fresh inbox. The open ask stays although it is settled: somebody is reading it. */
export function fresh(asks: Ask[], old: Ask[], open: string | null): Ask[] {
  const kept = old.find((ask) => ask.id === open);
  if (kept && !asks.some((ask) => ask.id === open)) asks = [...asks, kept];
  return asks.slice().sort(byUrgency);
}

/** The inbox after news of one ask. Rows that stand keep their place; who comes new never pushes the open one. */
export function changed(asks: Ask[], ask: Ask, open: string | null): Ask[] {
  const at = asks.findIndex((each) => each.id === ask.id);
  if (at >= 0) {
    if (!isPending(ask) && ask.id !== open) return without(asks, ask.id);
    return asks.map((each) => (each.id === ask.id ? ask : each));
  }
  if (!isPending(ask)) return asks;
  const first = asks.findIndex((each) => each.id === open) + 1;
  const before = asks.findIndex((each, index) => index >= first && byUrgency(ask, each) < 0);
  return before < 0 ? [...asks, ask] : [...asks.slice(0, before), ask, ...asks.slice(before)];
}

export const without = (asks: Ask[], id: string) => asks.filter((ask) => ask.id !== id);

/** Another ask is opened: what was settled meanwhile goes, and the order is right again. */
export function tidied(asks: Ask[], open: string | null): Ask[] {
  return asks.filter((ask) => isPending(ask) || ask.id === open).sort(byUrgency);
}

/** The one below, else the one above. */
export function neighbour<Item extends { id: string }>(asks: Item[], id: string | null, step: 1 | -1): Item | undefined {
  const at = asks.findIndex((ask) => ask.id === id);
  return at < 0 ? asks[0] : asks[at + step];
}

export const moved = (operations: Operation[], news: Operation) =>
  [news, ...operations.filter((each) => each.operation_id !== news.operation_id).slice(0, MOVED)];

/** All others, those below first. */
export function following(asks: Ask[], id: string): Ask[] {
  const at = asks.findIndex((ask) => ask.id === id);
  return [...asks.slice(at + 1), ...asks.slice(0, Math.max(at, 0))];
}

/** Who searches, searches everything that waits. */
export function shown(asks: Ask[], filter: Filter, now: number, me: Me): Ask[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return asks.filter(
    (ask) =>
      (words.length || partOf(ask, me, now) === filter.part) &&
      (!filter.project || ask.project.name === filter.project) &&
      (!filter.agent || ask.agent.name === filter.agent) &&
      (!filter.soon || endsSoon(ask, now)) &&
      (!words.length || words.every((word) => said(ask).includes(word))),
  );
}

export const endsSoon = (ask: Ask, now: number) => !!ask.deadline && Date.parse(ask.deadline) - now < SOON_MS;

/** What an ask is called where there is one line for it. */
export const titleOf = (ask: Ask) => ask.title || ask.questions[0]?.header || ask.questions[0]?.question || ask.short_id;

/** The names that occur, most frequent first, so that a filter is worth its place. */
export function names(asks: Ask[], of: (ask: Ask) => string, most: number): string[] {
  const counts = new Map<string, number>();
  for (const ask of asks) if (of(ask)) counts.set(of(ask), (counts.get(of(ask)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || compare(a[0], b[0])).slice(0, most).map(([name]) => name);
}

/** One line of what was answered, for a row of History. */
export function answerOf(ask: Ask): string {
  const { answers = [], reason, askBack } = ask.outcome ?? {};
  return reason || askBack || answers.map(wordsOf).filter(Boolean).join(" · ");
}

const wordsOf = (answer: Answer) => [...(answer.values ?? []), answer.customText].filter(Boolean).join(", ");

const texts = new WeakMap<Ask, string>();

/** Everything that search looks at, put together once per ask. */
function said(ask: Ask): string {
  let text = texts.get(ask);
  if (text === undefined) {
    const asked = ask.questions.flatMap((each) => [each.header, each.question, ...each.options.map((option) => option.label)]);
    text = [ask.title, ask.context, ask.agent.name, ask.agent.label, ask.project.name, ask.short_id, ...asked].join("\n").toLowerCase();
    texts.set(ask, text);
  }
  return text;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
