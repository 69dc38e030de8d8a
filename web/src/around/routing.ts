// <askline-routing>: who has this ask, where it goes next, and the ways to move it: take it, pass it on, put it off.
//
// Like the card it sits in, it never fetches: `act` says what the person wants, `wonder` that somebody must know
// who is there. On one's own machine there is nobody else, and putting off is all it offers.

import type { Changes } from "../drawing";
import { html, type Me, nothing, Part } from "../inbox/shared";
import type { Ask } from "../shapes";
import { passing } from "./passing";
import { snoozing } from "./snoozing";
import { type Addressee, fitting, linesOf, nameOf, snoozedTill } from "./standing";
import { styles } from "./style";
import { type Words, wordsIn } from "./words";

export class AsklineRouting extends Part {
  static override holds = "ask me now language keys addressees sought at fault asks";
  declare ask: Ask;
  declare me: Me;
  declare now: number;
  declare language: string;
  declare keys: boolean;
  /** Whom it may be passed on to; null until somebody wondered. */
  declare addressees: Addressee[] | null;
  declare sought: string;
  /** Which of those that fit is pointed at. */
  declare at: number;
  declare fault: string;
  /** Whether the person asked why it came to them. */
  declare private asks: boolean;

  constructor() {
    super();
    this.addressees = null;
    this.sought = this.fault = "";
    this.at = 0;
    this.asks = false;
    // What is typed or chosen in a dialog is no key of the card around it.
    this.addEventListener("keydown", (event) => this.dialog && event.stopPropagation());
  }

  get says(): Words {
    return wordsIn(this.language);
  }

  get fits(): Addressee[] {
    return fitting(this.addressees ?? [], this.sought);
  }

  override connectedCallback() {
    super.connectedCallback();
    const root = this.getRootNode() as ShadowRoot;
    if (!root.adoptedStyleSheets.includes(styles)) root.adoptedStyleSheets.push(styles);
  }

  protected override willUpdate(changes: Changes) {
    if (changes.has("ask") && changes.get("ask")?.id !== this.ask.id) {
      this.close();
      this.asks = false;
    }
    this.classList.toggle("routed", !!this.ask.routing || !!this.ask.handed || !!snoozedTill(this.ask, this.me, this.now));
  }

  protected override updated() {
    this.querySelector(".fits [aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  protected override render() {
    const { ask, me, says, language, now } = this;
    if (ask.state !== "pending") return nothing;
    return html`${ask.handed ? this.elsewhere(ask.handed) : nothing} ${linesOf(ask, me, now, says, language).map(([mood, line]) => html`<p class="at ${mood}">${line}</p>`)}
      <div class="acts">${ask.routing ? this.moves() : nothing}
        ${snoozedTill(ask, me, now) ? this.button(says.wake, "", () => this.tell("snooze", { until: null })) : nothing}
        ${this.button(says.snooze, "z", () => this.snooze())} ${ask.routing ? html`<button class="lnk why" aria-expanded=${this.asks} @click=${() => this.wondering()}>${says.why}</button>` : nothing}</div>
      ${ask.routing && this.asks ? this.why() : nothing}
      ${snoozing(this)} ${ask.routing ? passing(this) : nothing}`;
  }

  private elsewhere(hub: string) {
    return html`<p class="at">${this.says.handed} <a href=${new URL(hub).origin} target="_blank" rel="noreferrer">${this.says.openHub}</a></p>`;
  }

  private moves() {
    const { says, isMine } = this;
    return html`${this.button(isMine ? says.release : says.take, "g", () => this.claim())} ${this.button(says.pass, "p", () => this.pass())}`;
  }

  private button(name: string, key: string, does: () => void) {
    return html`<button class="lnk" @click=${does}>${name}${key && this.keys ? html` <kbd aria-hidden="true">${key}</kbd>` : nothing}</button>`;
  }

  private why() {
    const { says, me, ask, addressees } = this;
    const { rule, recipients, self_approval } = ask.routing!;
    return html`<p class="because">${says.rule} <b dir="auto">${rule}</b>. ${says.putTo} ${recipients.map((each) => nameOf(each, me, addressees, says)).join(", ")}. ${self_approval ? nothing : says.notOwn}</p>`;
  }

  private wondering() {
    this.asks = !this.asks;
    this.wonder();
  }

  // What the person does; the page calls these for its keys.

  claim() {
    if (this.ask.routing) this.tell(this.isMine ? "release" : "claim");
  }

  pass() {
    if (!this.ask.routing) return;
    this.wonder();
    [this.sought, this.at] = ["", 0];
    this.querySelector<HTMLDialogElement>(".passing")?.showModal();
  }

  snooze() {
    this.fault = "";
    if (this.ask.state === "pending") this.querySelector<HTMLDialogElement>(".snoozing")?.showModal();
  }

  passTo(to: Addressee | undefined) {
    if (to) this.tell("pass", { to: to.address });
  }

  put(until: Date) {
    if (until.getTime() > this.now) this.tell("snooze", { until: until.toISOString() });
    else this.fault = this.says.past;
  }

  close() {
    this.dialog?.close();
  }

  private get isMine(): boolean {
    return this.ask.routing?.claim?.id === this.me.id;
  }

  private get dialog() {
    return this.querySelector<HTMLDialogElement>("dialog[open]");
  }

  private wonder() {
    if (!this.addressees) this.dispatchEvent(new CustomEvent("wonder"));
  }

  private tell(verb: string, said: object = {}) {
    this.close();
    this.dispatchEvent(new CustomEvent("act", { detail: { verb, id: this.ask.id, ...said } }));
  }
}

customElements.define("askline-routing", AsklineRouting);
