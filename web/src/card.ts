// <askline-card>: one ask, shown and answered.
//
// Properties in, events out. It never fetches, keeps nothing beyond its own life, and knows no
// transport: whoever owns it sends what it says and hands it the ask as it stands.

import { html, nothing } from "lit/html.js";
import { act } from "./acting";
import { Answering } from "./answering";
import { passes } from "./approval";
import { begunOf, spent } from "./begun";
import { face, minuteBegins } from "./clock";
import { Receipts } from "./deciding";
import type { Changes } from "./drawing";
import { formPart } from "./form";
import type { Hand, Problem } from "./hand";
import { actionOf } from "./keys";
import { answersOf, picksOf, typedTexts } from "./picks";
import { fill } from "./says";
import { sentPart, settledPart } from "./settled";
import type { Answers, Ask } from "./shapes";
import { agentOf, firstGap, gap, lastStep, mayAmend, refusal } from "./steps";
import { wishOf } from "./standing";
import { cardStyles } from "./styles/card";
import { commandStyles } from "./styles/command";
import { settledStyles } from "./styles/settled";
import { tokens } from "./styles/tokens";
import { tell } from "./telling";
import { Watching } from "./watching";

const MORE_TIME = 5 * 60_000;

export class AsklineCard extends Answering implements Hand {
  static override sheets = [tokens, cardStyles, commandStyles, settledStyles];
  static override holds = "ask draft problem words picks step peek panel amending uploading tried news standing stands";
  static override attributes = { phase: String, me: String, keys: String, files: String, theme: String, flush: Boolean, compact: Boolean };
  draft: Answers | null = null;
  phase: "" | "sending" | "offline" = "";
  me = "";
  keys: "on" | "off" = "on";
  declare theme: string;
  declare flush: boolean;
  declare compact: boolean;

  /** What is read out when it happens, not when it is met. */
  private news = "";
  #sent = "";
  #seen = "";
  #typed: string[] = [];
  #elsewhere = false;
  #receipts = new Receipts();
  #watch = new Watching(this, (before, now) => this.#tick(before, now), () => this.#see());

  constructor() {
    super();
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  get now(): number {
    return this.#watch.now;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watch.begin();
    document.addEventListener("visibilitychange", this.flushDraft);
  }

  override disconnectedCallback(): void {
    this.#watch.end();
    document.removeEventListener("visibilitychange", this.flushDraft);
    this.drafts.flush();
  }

  /** Somebody leaves the field, the tab or the page. */
  flushDraft = (): void => this.drafts.flush();

  protected override willUpdate(changed: Changes): void {
    const before: Ask | undefined = changed.get("ask");
    if (changed.has("ask") && before?.id !== this.ask?.id) this.begin(changed.has("draft") ? this.draft : null);
    else if (before && before !== this.ask) this.#follow(before);
    // The newest draft counts, wherever it was typed, unless something newer is being typed here.
    else if (changed.has("draft") && this.draft && !this.drafts.waits && !this.amending) this.picks = this.draft;
    if (changed.has("words")) this.drawn = new WeakMap();
    if (changed.has("phase") && this.#isAnswering) this.news = fill(this.words.sent, agentOf(this.ask));
    if (changed.has("problem")) this.#show(this.problem);
  }

  /** Only now have all radios their names: while they change, those of one group unmark each other. */
  protected override updated(): void {
    for (const mark of this.renderRoot.querySelectorAll<HTMLInputElement>(".opts input")) mark.checked = mark.defaultChecked;
  }

  protected override begin(draft: Answers | null): void {
    super.begin(draft);
    // Fields are drawn into the places of the old ones: who typed there meant another ask.
    ((this.renderRoot as ShadowRoot).activeElement as HTMLElement | null)?.blur();
    this.#watch.restart();
    [this.news, this.#sent, this.#elsewhere] = ["", "", false];
    this.#typed = begunOf(this.ask.id).lost;
  }

  /** The same ask as it stands now. Whoever was writing keeps the words to copy. */
  #follow(before: Ask): void {
    const { ask } = this;
    const amended = ask.outcome?.amendments.length !== before.outcome?.amendments.length;
    if (before.state !== ask.state) {
      const own = this.#sent && this.problem?.code !== "already_settled";
      this.drafts.drop();
      this.#elsewhere = !own;
      this.#typed = own ? [] : [...typedTexts(this.picks, ask), this.asides.reject, this.asides.back].filter(Boolean);
      spent(ask.id);
      begunOf(ask.id).lost = this.#typed;
      this.asides = begunOf(ask.id).asides;
      this.news = tell(ask, this.#witness(), this.words)[2];
      this.panel = "";
    } else if (ask.detached && !before.detached) this.news = this.words.gone;
    // Who is at a correction of their own goes on with it, whatever came from elsewhere.
    if (amended && this.#sent) {
      spent(ask.id);
      this.asides = begunOf(ask.id).asides;
      this.amending = false;
    }
  }

  #show(problem: Problem | null): void {
    const at = this.ask?.questions.findIndex((question) => refusal(this.problem, question));
    if (problem && at > -1) this.step = at;
  }

  get #isAnswering(): boolean {
    return this.phase === "sending" && this.#sent === "answer";
  }

  #witness() {
    return { me: this.me, elsewhere: this.#elsewhere, typed: this.#typed };
  }

  #settle(name: string, detail: object): void {
    if (this.phase === "sending") return;
    this.drafts.drop();
    this.#sent = name;
    this.fire(name, { ...detail, receipt: this.#receipts.for(name + this.ask.id + JSON.stringify(detail)) });
  }

  /** Draws again only when the clock's face changes. */
  #tick(before: number, now: number): void {
    const { ask, words } = this;
    if (ask?.state !== "pending") return;
    if (ask.deadline && minuteBegins(Date.parse(ask.deadline), before, now)) this.news = words.minuteLeft;
    if (face(ask, before, words) !== face(ask, now, words)) this.requestUpdate();
  }

  #see(): void {
    if (this.ask?.state !== "pending" || this.#seen === this.ask.id) return;
    this.#seen = this.ask.id;
    this.fire("seen", {});
  }

  next(event?: Event): void {
    const question = this.ask.questions[this.step];
    if (this.ask.kind === "approval") return this.ask.command?.dangerous ? this.open("approve") : this.#approve(event);
    if (question && gap(question, this.picks[question.id], this.words)) return this.miss();
    if (this.step < lastStep(this.ask)) return this.go(this.step + 1);
    if (this.calm(event)) this.#send();
  }

  #approve(event?: Event): void {
    if (this.calm(event)) this.#settle("answer", { answers: { approve: { values: ["yes"] } }, ...(this.stands && { standing: wishOf(this.stands) }) });
  }

  #send(): void {
    const { ask, picks } = this;
    const at = firstGap(ask, picks, this.words);
    if (at > -1) {
      this.go(at);
      return this.miss();
    }
    if (this.uploading) {
      this.problem = { code: "", detail: this.words.uploadsFirst };
      return;
    }
    const answers = answersOf(ask, picks);
    if (this.amending && ask.state === "answered") this.#settle("correct", { answers, reason: this.asides.correct.trim() || null });
    else this.#settle("answer", { answers });
  }

  again(event?: Event): void {
    const { answers } = this.ask.recalled!;
    this.picks = answers;
    if (this.calm(event)) this.#settle("answer", { answers, again: true });
  }

  amend(on: boolean): void {
    this.amending = on;
    this.step = 0;
    this.#sent = "";
    // What was begun goes on; else it starts from the newest word that was given.
    const { answers = [], amendments = [] } = this.ask.outcome ?? {};
    const given = amendments.at(-1)?.answers ?? answers;
    const begun = begunOf(this.ask.id).picks;
    if (begun || given.length) this.picks = begun ?? picksOf(given);
    this.changed();
    this.focus();
  }

  decide(event?: Event): void {
    if (this.panel === "approve") return passes(this.ask, this.asides.approve) ? this.#approve(event) : this.miss();
    if (!this.calm(event)) return;
    const words = this.asides[this.panel as "back"].trim();
    if (this.panel === "reject") this.#settle("reject", { reason: words || null });
    else if (words) this.#settle("ask-back", { words });
    else this.focus();
  }

  extend(): void {
    const from = Math.max(Date.parse(this.ask.deadline!), Date.now());
    this.fire("extend", { deadline: new Date(from + MORE_TIME).toISOString() });
  }

  #key(event: KeyboardEvent): void {
    if (!this.ask || this.phase === "sending") return;
    const at = event.composedPath()[0] as HTMLInputElement;
    // A key held down goes on writing; it never decides.
    const held = event.repeat && event.key === "Enter" && at.tagName !== "TEXTAREA";
    const action = actionOf(event, at, this.keys !== "off");
    if (!held && !(action && act(this, action, at))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  protected override render(): unknown {
    if (!this.ask) return nothing;
    return html`<article aria-label=${this.ask.title ?? this.ask.questions[0]?.question} ?inert=${this.phase === "sending"}
      @paste=${this.takeFiles} @drop=${this.takeFiles} @dragover=${this.dragOver} @focusout=${this.flushDraft}>${this.#inside()}</article>
      <div class="sr" role="status">${this.news}</div>`;
  }

  #inside(): unknown {
    const { ask, words, amending } = this;
    const open = ask.state === "pending" || amending;
    if (open && this.#isAnswering) return sentPart(ask, answersOf(ask, this.picks), words);
    if (open) return formPart(this);
    const more = mayAmend(ask)
      ? html`<div class="after"><button class="lnk" @click=${() => this.amend(true)}>${ask.state === "answered" ? words.correct : words.answerLate}</button></div>`
      : nothing;
    return settledPart(ask, this.#witness(), words, this.drawn, more);
  }
}

customElements.define("askline-card", AsklineCard);

declare global {
  interface HTMLElementTagNameMap {
    "askline-card": AsklineCard;
  }
}
