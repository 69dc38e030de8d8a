// What a person has picked and typed so far, and what of it is sent. Pure: no element, no event.
//
// Picks have the API's own shape for answers, so that a draft needs no translation. Other counts as
// picked as soon as it has a text, even an empty one.

import type { Answer, Answers, Ask, Attachment, Given, Option, Question } from "./shapes";
import type { Words } from "./says";

export const textOf = (given: Given | undefined): string => given?.values?.[0] ?? "";

export const hasOther = (given: Given | undefined): boolean => given?.customText != null;

/** A confirm offers yes and no, whatever its options say besides. */
export function choices(question: Question): Option[] {
  if (question.type !== "confirm") return question.options;
  return ["yes", "no"].map(
    (label) =>
      question.options.find((option) => option.label.toLowerCase() === label) ?? {
        label,
        description: null,
        preview: null,
        recommended: false,
      },
  );
}

/** How a label reads; what is sent stays as it was offered. */
export function labelOf(question: Question, value: string, words: Words): string {
  return question.type === "confirm" && (value === "yes" || value === "no") ? words[value] : value;
}

export function pick(question: Question, given: Given = {}, label: string): Given {
  const values = given.values ?? [];
  if (question.type !== "multi-select") return { ...given, values: [label], customText: undefined };
  const without = values.filter((value) => value !== label);
  return { ...given, values: without.length < values.length ? without : [...values, label] };
}

export function pickOther(question: Question, given: Given = {}): Given {
  if (question.type !== "multi-select") return { ...given, values: [], customText: given.customText ?? "" };
  return { ...given, customText: hasOther(given) ? undefined : "" };
}

export function recommended(question: Question, given: Given = {}): Given {
  const labels = choices(question).filter((option) => option.recommended).map((option) => option.label);
  if (!labels.length) return given;
  return { ...given, values: question.type === "multi-select" ? labels : labels.slice(0, 1), customText: undefined };
}

/** Whether the person has said anything that an answer consists of. */
export function isSaid(given: Given | undefined): boolean {
  return !!(given?.values?.some((value) => value.trim()) || given?.customText?.trim() || given?.attachments?.length);
}

/** What is sent for one question: without blanks, and with the word that it was skipped. */
export function settledPick(question: Question, given: Given = {}): Given {
  const note = given.note?.trim() || undefined;
  if (!isSaid(given)) return { skipped: true, note };
  return {
    values: question.type === "text" ? [textOf(given).trim()] : (given.values ?? []),
    customText: given.customText?.trim() || undefined,
    note,
    attachments: given.attachments?.length ? given.attachments : undefined,
  };
}

export function answersOf(ask: Ask, picks: Answers): Answers {
  return Object.fromEntries(ask.questions.map((question) => [question.id, settledPick(question, picks[question.id])]));
}

/** A given answer as picks again: where a correction starts. */
export function picksOf(answers: Answer[]): Answers {
  return Object.fromEntries(
    answers.map(({ questionId, values, customText, note, attachments }) => [
      questionId,
      { values, customText: customText ?? undefined, note: note ?? undefined, attachments },
    ]),
  );
}

/** An answer in one line. */
export function said(question: Question, given: Given | Answer | undefined, words: Words): string {
  const names = (given?.attachments ?? []).map((file: Attachment) => file.name);
  const values = (given?.values ?? []).filter((value) => value.trim());
  const own = given?.customText?.trim();
  return [...values.map((value) => labelOf(question, value, words)), ...(own ? [`“${own}”`] : []), ...names].join(", ");
}

/** What would be lost if nobody kept it: the texts, not the marks. */
export function typedTexts(picks: Answers, ask: Ask): string[] {
  return ask.questions
    .flatMap((question) => {
      const given = picks[question.id];
      return [question.type === "text" ? textOf(given) : "", given?.customText ?? "", given?.note ?? ""];
    })
    .filter((text) => text.trim());
}
