// What the parts of a card know and may do: the ask, the words, and the few things a person can do.

import type { Drawn } from "./nodes";
import type { Words } from "./says";
import type { Answers, Ask, Given, Offer, Question } from "./shapes";
import type { Stands } from "./standing";

export interface Problem {
  code: string;
  detail: string;
  hint?: string | null;
  errors?: { field: string; expected: string; actual: string; hint?: string | null }[];
}

/** A place to write beside the questions: why one rejects, what one asks back, the word that lets a dangerous command run. */
export type Panel = "" | "reject" | "back" | "approve";

export interface Hand {
  readonly ask: Ask;
  readonly words: Words;
  readonly picks: Answers;
  readonly step: number;
  /** The option whose preview is shown. */
  readonly peek: string;
  readonly uploading: number;
  readonly files: string;
  readonly phase: string;
  readonly problem: Problem | null;
  readonly panel: Panel;
  /** The words of the panels, kept while the card lives: closing one destroys nothing. */
  readonly asides: Record<"reject" | "back" | "correct" | "approve", string>;
  /** An answer after the outcome is being written. */
  readonly amending: boolean;
  /** Somebody tried to go on: what is missing is said. */
  readonly tried: boolean;
  /** What may stand beside this approval, and what is chosen of it. */
  readonly standing: Offer[] | null;
  readonly stands: Stands | undefined;
  readonly now: number;
  readonly drawn: Drawn;
  /** What is wrong with this question, in words. */
  fault(question: Question): string;
  give(question: Question, given: Given): void;
  look(label: string): void;
  attach(question: Question, files: Iterable<File>): void;
  go(step: number): void;
  next(event?: Event): void;
  recommendAll(): void;
  /** Answer as before. */
  again(event?: Event): void;
  open(panel: Panel): void;
  stand(stands: Stands | undefined): void;
  amend(on: boolean): void;
  /** Reject, ask back, approve: what the open panel is for. */
  decide(event?: Event): void;
  extend(): void;
}
