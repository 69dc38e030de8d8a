// <askline-operations>: what agents run. The list, one operation beside it, its output as it comes, and the way to end it.
//
// The inbox hands over what its stream tells; this page reads the rest. It decides nothing about an operation.

import { call, commandStyles, html, nothing, Part, patiently, type Problem } from "../inbox/shared";
import type { Changes } from "../drawing";
import type * as card from "../says";
import type { Operation } from "../shapes";
import { confirmPart, detailPart } from "./detail";
import "./list";
import { fitting, isOver, merged, news, standing, type Listed } from "./model";
import { Output } from "./output";
import { styles } from "./style";
import { type Words, wordsIn } from "./words";

/** So near to its end, somebody reads along. */
const NEAR = 32;
/** The height of a line, as the style sheet says. */
const LINE = 1.5;

export class AsklineOperations extends Part {
  static override holds = "live open line words now keys label all loaded sought missing problem news";
  declare live: Operation[];
  declare open: string | null;
  declare line: string;
  /** The card's, whose language decides ours. */
  declare words: card.Words;
  declare now: number;
  declare keys: boolean;
  declare label: string;
  declare all: Listed[];
  declare loaded: boolean;
  declare sought: string;
  /** An address that names nothing. */
  declare missing: string;
  declare problem: string;
  /** What is read out when it happens. */
  declare news: string;
  output: Output | null = null;
  private asked = "";
  private turn = 0;
  private next: string | null = null;
  private shown = "";
  private follows = true;

  constructor() {
    super();
    this.all = [];
    this.loaded = false;
    this.missing = this.problem = this.news = this.sought = "";
    this.addEventListener("keydown", (event) => this.key(event));
  }

  get says(): Words {
    return wordsIn(this.words.lang);
  }

  get chosen(): Listed | undefined {
    return this.all.find(({ id, short_id }) => id === this.open || short_id === this.open);
  }

  override connectedCallback() {
    super.connectedCallback();
    const root = this.getRootNode() as ShadowRoot;
    if (!root.adoptedStyleSheets.includes(styles)) root.adoptedStyleSheets.push(commandStyles, styles);
    void this.list();
  }

  override disconnectedCallback() {
    this.output?.close();
    this.shown = "";
  }

  protected override willUpdate(changes: Changes) {
    if (changes.has("live")) this.take(news(this.live, changes.get("live")));
    const { chosen } = this;
    // Reading begins anew where the stream did: what ended meanwhile is in no event.
    if (changes.get("line") === "away" && this.line === "live") void this.list();
    if (changes.has("open")) [this.problem, this.news] = ["", ""];
    if (this.open && !chosen && this.loaded && this.asked !== this.open) void this.one(this.open);
    this.look(chosen);
  }

  protected override updated(changes: Changes) {
    this.measure();
    if (this.follows) this.toBottom();
    if (changes.has("open")) this.close();
  }

  protected override render() {
    const { says, chosen } = this;
    const rows = fitting(this.all, this.sought);
    (this.getRootNode() as ShadowRoot).host.toggleAttribute("empty", !this.open && !rows.length);
    return html`<section class="list" aria-label=${this.label}>
        <div class="find"><input type="search" aria-label=${says.search} placeholder="${says.search}  /" .value=${this.sought}
          @input=${(event: Event) => (this.sought = (event.target as HTMLInputElement).value)} /></div>
        <askline-operation-list .items=${rows} .open=${chosen?.id ?? null} .now=${this.now} .words=${says} .label=${this.label}
          @pick=${(event: CustomEvent<string>) => this.tell("pick", event.detail)} @end=${() => this.more()}></askline-operation-list>
      </section>
      <div class="pane" tabindex="-1">
        ${this.open ? html`<button class="lnk back" @click=${() => this.tell("back")}><span aria-hidden="true">‹</span> ${this.label}</button>` : nothing}
        ${chosen ? detailPart(this, chosen) : this.none(rows.length)}
        <div class="sr" role="status">${this.news}</div>
      </div>${confirmPart(this)}`;
  }

  /** What is out of sight is not laid out, so it is told how high it would be. */
  private measure() {
    for (const piece of this.renderRoot.querySelectorAll<HTMLElement>(".out pre")) {
      if (!piece.style.containIntrinsicBlockSize) piece.style.containIntrinsicBlockSize = `auto ${piece.textContent!.split("\n").length * LINE}em`;
    }
  }

  private toBottom() {
    if (this.box) this.box.scrollTop = this.box.scrollHeight;
  }

  private none(count: number) {
    const { says, loaded, sought } = this;
    const empty = (glyph: string, title: string, more: string) => html`<div class="empty"><i aria-hidden="true">${glyph}</i><h2>${title}</h2><p>${more}</p></div>`;
    if (this.open && this.missing === this.open) return empty("?", says.notFound, says.notFoundMore);
    if (!loaded || this.open) return html`<p class="empty" role="status">${this.problem || says.loading}</p>`;
    if (count) return empty("▸", says.pick, says.pickMore);
    return sought ? empty("∅", says.noFit, says.noFitMore) : empty("▸", says.none, says.noneMore);
  }

  /** The output of the one that is open, from when it is until another is. */
  private look(chosen?: Listed) {
    if (this.shown !== (chosen?.id ?? "")) {
      this.output?.close();
      this.shown = chosen?.id ?? "";
      this.follows = true;
      this.output = chosen ? new Output(chosen.id, () => this.requestUpdate()) : null;
    }
    if (chosen && isOver(chosen)) this.output?.over();
  }

  /** Read until it is there; a newer look takes the place of an older. */
  private async list() {
    const turn = ++this.turn;
    const page = await this.page("", () => turn === this.turn && this.isConnected);
    if (page) [this.loaded, this.next, this.problem] = [true, page.next, ""];
  }

  private async more() {
    const before = this.next;
    this.next = null;
    const page = before && (await this.page(`&before=${before}`, () => this.isConnected));
    if (page) this.next = page.next;
  }

  private async page(where: string, wanted: () => boolean) {
    const read = () => call<{ operations: Operation[]; next: string | null }>("GET", `/operations?limit=100${where}`);
    const page = await patiently(read, wanted, ({ detail }) => (this.problem = detail));
    if (page) this.take(page.operations);
    return page;
  }

  private async one(id: string) {
    this.asked = id;
    const failed = ({ status, detail }: Problem) => (status === 404 ? (this.missing = id) : (this.problem = detail));
    const found = await patiently(() => call<Operation>("GET", `/operations/${encodeURIComponent(id)}`), () => this.open === id, failed);
    if (found) this.take([found]);
  }

  private take(told: Operation[]) {
    const before = this.chosen;
    this.all = merged(this.all, told);
    const after = this.chosen;
    if (after && before?.id === after.id && !isOver(before) && isOver(after)) this.news = this.says.ended(after.tool, standing(after, this.says)[2]);
  }

  // What the person does.

  toAsk(event: MouseEvent, id: string) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.tell("ask", id);
  }

  private tell(what: string, detail?: string) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  confirm() {
    if (this.chosen && !isOver(this.chosen)) this.dialog?.showModal();
  }

  close() {
    this.dialog?.close();
  }

  async cancel() {
    const { chosen } = this;
    this.close();
    if (!chosen) return;
    try {
      this.take([await call<Operation>("POST", `/operations/${chosen.id}/cancel`, {})]);
    } catch (problem) {
      this.problem = `${(problem as Problem).detail} ${(problem as Problem).hint}`;
    }
  }

  /** What is put above must not move what is read. */
  async earlier() {
    this.follows = false;
    const before = this.box!.scrollHeight - this.box!.scrollTop;
    await this.output?.earlier();
    await this.updateComplete;
    if (this.box) this.box.scrollTop = this.box.scrollHeight - before;
  }

  async toEnd() {
    this.follows = true;
    await this.output?.toEnd();
  }

  scrolled = () => {
    const box = this.box;
    if (box) this.follows = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
  };

  private key(event: KeyboardEvent) {
    const typing = (event.target as HTMLElement).matches("input");
    if (event.key !== "x" || typing || !this.keys || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.confirm();
  }

  private get box() {
    return this.renderRoot.querySelector<HTMLElement>(".out");
  }

  private get dialog() {
    return this.renderRoot.querySelector("dialog");
  }
}

customElements.define("askline-operations", AsklineOperations);
