// What a person picks and types in a card before anything is decided: the picks, the step, the files, the draft.
//
// It sends nothing but drafts. Deciding is the card's.

import { begunOf } from "./begun";
import { Drafting } from "./drafting";
import { Drawing } from "./drawing";
import type { Panel, Problem } from "./hand";
import type { Drawn } from "./nodes";
import { hasOther } from "./picks";
import { en, fill, type Words } from "./says";
import type { Answers, Ask, Attachment, Given, Offer, Question } from "./shapes";
import type { Stands } from "./standing";
import { allRecommended, gap, lastStep, refusal } from "./steps";

/** So long after something new came under the cursor, a key that was meant for the old decides nothing. */
const CALM = 400;

export class Answering extends Drawing {
  declare ask: Ask;
  problem: Problem | null = null;
  words: Words = en;
  files: "on" | "off" = "on";

  standing: Offer[] | null = null;

  picks: Answers = {};
  stands: Stands | undefined;
  step = 0;
  peek = "";
  panel: Panel = "";
  amending = false;
  uploading = 0;
  drawn: Drawn = new WeakMap();
  asides = begunOf("").asides;
  /** Somebody tried to go on: from now on what is missing is said. */
  tried = false;

  protected drafts = new Drafting();
  #others: Record<string, string> = {};
  #changedAt = 0;
  /** How many uploads are on their way, by ask. */
  #underway: Record<string, number> = {};

  protected fire(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(`askline-${name}`, { detail: { id: this.ask.id, ...detail }, bubbles: true, composed: true }));
  }

  /** Another ask: nothing is picked but what the draft says. */
  protected begin(draft: Answers | null): void {
    this.drafts.flush();
    this.picks = draft ?? {};
    this.asides = begunOf(this.ask.id).asides;
    this.#others = {};
    this.stands = undefined;
    this.amending = this.tried = false;
    [this.step, this.uploading, this.panel, this.peek] = [0, this.#underway[this.ask.id] ?? 0, "", ""];
    this.changed();
  }

  protected changed(): void {
    this.#changedAt = performance.now();
  }

  /** Keys (and the second half of a double click) wait a moment; a click of its own does not. */
  protected calm(event?: Event): boolean {
    if (event instanceof MouseEvent && event.detail === 1) return true;
    return performance.now() - this.#changedAt >= CALM;
  }

  fault(question: Question): string {
    const told = this.tried || this.step === this.ask.questions.length;
    return refusal(this.problem, question) || (told ? gap(question, this.picks[question.id], this.words) : "");
  }

  give(question: Question, given: Given): void {
    const { id } = question;
    const before = this.picks[id];
    if (before?.customText && !hasOther(given)) this.#others[id] = before.customText;
    // Other comes back with the words it had: picking something else meanwhile destroyed nothing.
    const opens = hasOther(given) && !hasOther(before);
    this.#keep({ ...this.picks, [id]: opens ? { ...given, customText: this.#others[id] ?? "" } : given });
    if (opens) this.point("#other ~ textarea");
    if (given.note === "" && before?.note === undefined) this.point(".note textarea");
  }

  #keep(picks: Answers): void {
    const { id } = this.ask;
    this.picks = picks;
    this.problem = null;
    this.tried = false;
    if (this.ask.state === "pending") this.drafts.later(() => this.fire("draft", { id, answers: picks }));
    else begunOf(id).picks = picks;
  }

  stand = (stands: Stands | undefined): void => {
    this.stands = stands;
  };

  look(label: string): void {
    this.peek = label;
  }

  /** Each file by itself: what arrived is not lost with what did not. */
  attach(question: Question, files: Iterable<File>): void {
    if (this.files !== "off") for (const file of files) this.#upload(question, file);
  }

  #upload(question: Question, file: File): void {
    const { id } = this.ask;
    this.#uploads(id, 1);
    const done = (result: Attachment[] | Error): void => {
      this.#uploads(id, -1);
      if (this.ask.id !== id) return;
      const given = this.picks[question.id];
      if (Array.isArray(result)) this.give(question, { ...given, attachments: [...(given?.attachments ?? []), ...result] });
      else this.problem = { code: "", detail: fill(this.words.notAttached, file.name), hint: result.message };
    };
    this.fire("attach", { questionId: question.id, files: [file], done });
  }

  #uploads(id: string, more: number): void {
    const count = (this.#underway[id] ?? 0) + more;
    this.#underway[id] = count;
    if (this.ask.id === id) this.uploading = count;
  }

  /** Files that are pasted or dropped belong to the question in view. */
  protected takeFiles(event: ClipboardEvent | DragEvent): void {
    const files = (event instanceof DragEvent ? event.dataTransfer : event.clipboardData)?.files;
    const question = this.ask.questions[this.step];
    if (!files?.length || !question || this.files === "off") return;
    event.preventDefault();
    this.attach(question, files);
  }

  protected dragOver(event: DragEvent): void {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  }

  go(step: number): void {
    this.step = Math.max(0, Math.min(lastStep(this.ask), step));
    this.tried = false;
    this.peek = "";
    this.changed();
    this.focus();
  }

  protected miss(): void {
    this.tried = true;
    this.focus();
  }

  recommendAll(): void {
    this.#keep(allRecommended(this.ask, this.picks));
    this.go(lastStep(this.ask));
  }

  open(panel: Panel): void {
    if (this.amending) return;
    this.panel = panel;
    this.tried = false;
    // The word that approves is typed for this opening, not for one before.
    this.asides.approve = "";
    this.changed();
    this.focus();
  }

  /** To where a person goes on: the panel, the mark or the field of the question, the review. */
  override focus(): void {
    this.point(...(this.panel ? [".panel :is(textarea, input)"] : [".opts :checked", ".opts input", ".body > textarea", "h3", ".pri", "summary"]));
  }

  protected point(...places: string[]): void {
    const find = (place: string) => this.renderRoot.querySelector<HTMLElement>(place);
    void this.updateComplete.then(() => places.map(find).find(Boolean)?.focus());
  }
}
