// Rows of one height, of which only those in view exist. Focus stays on the list; a row is pointed at, so rows may
// come and go under it. Knows nothing of what the rows are: `pick` says which one, `end` wants more.
import { html, nothing } from "lit/html.js";
import type { Changes } from "../drawing";
import { Part } from "./part";

const ROW = 64;
const SPARE = 8;

export abstract class Rows<Item extends { id: string }> extends Part {
  static override holds = "items open now words label top room active";
  declare items: Item[];
  declare open: string | null;
  declare now: number;
  declare label: string;
  declare private top: number;
  declare private room: number;
  declare private active: string | null;
  private shift = 0;
  private readonly sizes = new ResizeObserver(() => (this.room = this.clientHeight));

  constructor() {
    super();
    this.items = [];
    this.top = 0;
    this.room = 800;
    this.active = null;
  }

  override connectedCallback() {
    super.connectedCallback();
    this.sizes.observe(this);
  }

  override disconnectedCallback() {
    this.sizes.disconnect();
  }

  /** Points at the row `step` further, from the open one if none is pointed at. */
  move(step: number) {
    const at = this.place(this.active ?? this.open);
    const next = this.items[Math.max(0, Math.min(this.items.length - 1, at + step))];
    if (!next) return;
    this.active = next.id;
    this.reveal(next.id);
  }

  override focus() {
    this.scroller?.focus({ preventScroll: true });
  }

  protected override willUpdate(changes: Changes) {
    if (changes.has("open")) this.active = null;
    const old = changes.get("items") as Item[] | undefined;
    // What came or went above the window must not move what is in it.
    const anchor = old?.[Math.floor(this.top / ROW)];
    const at = anchor ? this.place(anchor.id) : -1;
    this.shift = this.top > 0 && at >= 0 ? (at - Math.floor(this.top / ROW)) * ROW : 0;
    this.top += this.shift;
  }

  protected override updated(changes: Changes) {
    const rows = this.renderRoot.querySelector<HTMLElement>(".rows");
    if (!rows) return;
    rows.parentElement!.style.height = `${this.items.length * ROW}px`;
    rows.style.transform = `translateY(${this.first * ROW}px)`;
    if (this.shift) this.scroller!.scrollTop += this.shift;
    if (changes.has("open") && this.open) this.reveal(this.open);
    if (this.last > this.items.length - SPARE) this.dispatchEvent(new CustomEvent("end"));
  }

  protected override render() {
    if (!this.items.length) return nothing;
    const pointed = this.active ?? this.open;
    const drawn = this.items.slice(this.first, this.last);
    const points = drawn.some((item) => item.id === pointed);
    return html`<div class="scroll" role="listbox" tabindex="0" aria-label=${this.label}
      aria-activedescendant=${points ? `r-${pointed}` : nothing} @scroll=${this.scrolled} @keydown=${this.key}>
      <div role="presentation"><div class="rows" role="presentation">
        ${drawn.map((item, index) => this.row(item, this.first + index, item.id === pointed))}
      </div></div></div>`;
  }

  private row(item: Item, index: number, pointed: boolean) {
    return html`<div class="row ${this.kind(item)} ${pointed ? "pointed" : ""}" role="option" id="r-${item.id}" aria-selected=${item.id === this.open}
      aria-setsize=${this.items.length} aria-posinset=${index + 1} @click=${() => this.pick(item.id)}>${this.inside(item)}</div>`;
  }

  protected abstract kind(item: Item): string;

  /** Mark, title, time, and a line about it. */
  protected abstract inside(item: Item): unknown;

  private key = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -1e9, End: 1e9 };
    const step = steps[event.key];
    const pointed = this.active ?? this.open;
    if (step) this.move(step);
    else if ((event.key === "Enter" || event.key === " ") && pointed) this.pick(pointed);
    else return;
    event.preventDefault();
  };

  private scrolled = () => (this.top = this.scroller!.scrollTop);

  private pick(id: string) {
    this.dispatchEvent(new CustomEvent("pick", { detail: id }));
  }

  private reveal(id: string) {
    const [top, box] = [this.place(id) * ROW, this.scroller];
    if (!box || top < 0) return;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW > box.scrollTop + this.room) box.scrollTop = top + ROW - this.room;
  }

  private place = (id: string | null) => this.items.findIndex((item) => item.id === id);

  private get first() {
    return Math.max(0, Math.floor(this.top / ROW) - SPARE);
  }

  private get last() {
    return Math.min(this.items.length, Math.ceil((this.top + this.room) / ROW) + SPARE);
  }

  private get scroller() {
    return this.renderRoot.querySelector<HTMLElement>(".scroll");
  }
}
