// What was begun and no draft keeps, by ask: who goes elsewhere and comes back finds it as it was.

import type { Answers } from "./shapes";

interface Begun {
  /** The words of the panels: closing one destroys nothing. */
  asides: Record<"reject" | "back" | "correct" | "approve", string>;
  /** A correction, or a late answer. */
  picks?: Answers;
  /** What was being written when somebody else settled it. */
  lost: string[];
}

const all = new Map<string, Begun>();

export function begunOf(id: string): Begun {
  const begun = all.get(id) ?? { asides: { reject: "", back: "", correct: "", approve: "" }, lost: [] };
  all.set(id, begun);
  return begun;
}

/** It was sent. */
export const spent = (id: string): boolean => all.delete(id);

/** Whether words would go with the page. */
export const isUnsent = (): boolean => [...all.values()].some(({ asides, picks }) => picks || (asides.reject + asides.back + asides.correct).trim());
