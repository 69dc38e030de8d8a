// Which question comes next, and what is missing before the answers may be sent. Pure.

import type { Problem } from "./hand";
import { hasOther, isSaid, recommended } from "./picks";
import { fill, type Words } from "./says";
import type { Answers, Ask, Given, Question } from "./shapes";

export const isSingle = (ask: Ask): boolean => ask.questions.length === 1;

/** The step after the last question; an ask of one question has no review. */
export const lastStep = (ask: Ask): number => (isSingle(ask) ? 0 : ask.questions.length);

export const agentOf = ({ agent }: Ask): string => agent.label || agent.name;

export const nameOf = (ask: Ask, at: number): string => ask.questions[at]?.header || String(at + 1);

/** What keeps this pick from being sent, in words, or nothing. */
export function gap(question: Question, given: Given | undefined, words: Words): string {
  if (!isSaid(given)) return question.required ? words.missing : "";
  if (question.type === "text") return "";
  const picks = (given?.values?.length ?? 0) + (given?.customText?.trim() ? 1 : 0);
  const { min_picks: least, max_picks: most } = question;
  if (least !== null && picks < least) return fill(words.few, least);
  if (most !== null && picks > most) return fill(words.many, most);
  return picks ? "" : words.missing;
}

/** What the service found wrong with this question. */
export function refusal(problem: Problem | null, { id }: Question): string {
  const error = problem?.errors?.find(({ field }) => field === id || field.startsWith(`${id}.`));
  return error ? error.hint || error.expected : "";
}

/** The first question with a gap, or -1. */
export function firstGap(ask: Ask, picks: Answers, words: Words): number {
  return ask.questions.findIndex((question) => gap(question, picks[question.id], words));
}

/** Recommendations for all that has no pick yet. Nobody's own pick is overwritten, nor a text begun. */
export function allRecommended(ask: Ask, picks: Answers): Answers {
  const taken = ask.questions.map((question) => {
    const given = picks[question.id];
    return [question.id, isSaid(given) || hasOther(given) ? given : recommended(question, given)] as const;
  });
  return Object.fromEntries(taken.filter((pair): pair is [string, Given] => !!pair[1]));
}

export const recommends = (question: Question): boolean => question.options.some((option) => option.recommended);

/** A late answer, or a correction: after any other outcome there is nothing to add. */
export const mayAmend = (ask: Ask): boolean => ask.kind !== "approval" && (ask.state === "answered" || ask.state === "timed_out");
