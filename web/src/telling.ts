// How an ask ended, in one line. Pure: words in, words out.

import { said } from "./picks";
import { fill, type Words } from "./says";
import type { Ask } from "./shapes";
import { agentOf, isSingle } from "./steps";

/** Whose decision it was, as this window sees it. */
export interface Witness {
  me: string;
  /** Settled by somebody else while this card was open. */
  elsewhere: boolean;
  /** What was being written when it was settled. */
  typed: string[];
}

/** A mood with its glyph, so that no colour speaks alone; the line; and what there is to add. */
export type Telling = readonly [mood: "ok" | "bad" | "warn" | "", glyph: string, head: string, more?: string];

export function tell(ask: Ask, { me, elsewhere }: Witness, words: Words): Telling {
  const { outcome, state, questions } = ask;
  const by = outcome?.settledBy;
  const answer = outcome?.answers[0];
  const quote = (text: string | null | undefined) => text && `“${text}”`;
  const byline = (mine: string, others: string): string =>
    !by || (by.kind === "human" && (!me || by.who === me)) ? mine : fill(others, by.who, words[by.door as "web"] ?? by.door ?? by.kind);
  const refused = ask.kind === "approval" && answer?.values?.[0] === "no";
  if (state === "rejected" || refused) return ["bad", "✕", byline(words.youRejected, words.rejectedBy), quote(outcome?.reason) || ""];
  if (state === "asked_back") return ["ok", "?", byline(words.youAskedBack, words.askedBackBy), quote(outcome?.askBack) || ""];
  if (state === "timed_out") return ["warn", "!", words.timedOut, fill(words.timedOutHint, agentOf(ask))];
  if (state === "superseded") return ["", "–", words.superseded];
  if (state === "cancelled") return ["", "–", fill(words.cancelled, agentOf(ask)), quote(outcome?.reason) || ""];
  if (ask.kind === "approval") return ["ok", "✓", byline(words.youApproved, words.approvedBy)];
  const head = by?.kind === "rule" && by.who !== "away" ? words.byRule : byline(elsewhere ? words.elsewhere : words.youAnswered, words.answeredBy);
  return ["ok", "✓", isSingle(ask) ? `${head}: ${said(questions[0]!, answer, words) || words.skipped}` : head];
}
