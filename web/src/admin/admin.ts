// <askline-admin>: the frame of these pages. Knows who looks, which page is open, and tells what came of each thing.

import { html, nothing } from "lit/html.js";
import { Drawing } from "../drawing";
import { call, Problem } from "../inbox/api";
import { readPrefs } from "../inbox/prefs";
import { tokens as colours } from "../styles/tokens";
import { dialog } from "./dialog";
import type { Desk, Ending, Page } from "./page";
import { PAGES } from "./pages";
import { says, speak } from "./says";
import { styles } from "./style";
import { allowed, type Me, mayAny, pageAt } from "./who";

/** What stands in the dialog: a question, a form, or what is shown once. */
export type Talk =
  | { kind: "ask"; title: string; more: string; verb: string; does: () => void }
  | { kind: "form"; title: string; form: unknown }
  | { kind: "secret"; title: string; more: string; secret: string };

export class AsklineAdmin extends Drawing implements Desk {
  static override sheets = [colours, styles];
  static override holds = "person pages page held problem told talk";
  declare person: Me | null;
  declare pages: Page[];
  declare page: Page | undefined;
  /** What the open page read. */
  declare held: unknown;
  declare problem: string;
  declare told: string;
  declare talk: Talk | null;
  private busy = false;

  constructor() {
    super();
    this.pages = [];
    this.person = this.talk = null;
    this.problem = this.told = "";
  }

  get me(): { id: string } {
    return this.person!;
  }

  override connectedCallback() {
    super.connectedCallback();
    this.setAttribute("theme", readPrefs().theme);
    window.addEventListener("popstate", this.moved);
    void this.begin();
  }

  override disconnectedCallback() {
    window.removeEventListener("popstate", this.moved);
  }

  private async begin() {
    await speak();
    this.name(says.admin);
    await this.tell(async () => {
      const me = await call<Me>("GET", "/people/me");
      this.pages = await present(allowed(PAGES, me));
      this.person = me;
      await this.open(pageAt(location.pathname, this.pages));
    });
  }

  private moved = () => void this.open(pageAt(location.pathname, this.pages));

  private async open(page?: Page) {
    this.problem = this.told = "";
    if (this.page !== page) this.held = undefined;
    this.page = page;
    if (!page) return;
    this.name(says.titles[page.name]);
    await this.tell(() => this.read());
  }

  private name(title: string) {
    document.title = `${title} · Askline`;
  }

  private async read() {
    const { page } = this;
    const held = await page!.load();
    if (page === this.page) this.held = held;
  }

  go(event: MouseEvent, page: Page) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    history.pushState(null, "", `/admin/${page.name}`);
    void this.open(page);
  }

  /** Whether it went well; what did not is said with what to do. */
  private async tell(doing: () => Promise<unknown>): Promise<boolean> {
    try {
      await doing();
      return true;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.problem = [problem.detail, ...problem.errors.map(({ field, expected }) => `${field}: ${expected}.`), problem.hint].filter(Boolean).join(" ");
      return false;
    }
  }

  async attempt(doing: () => Promise<unknown>, done: string): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = this.told = "";
    const well = await this.tell(doing);
    this.busy = false;
    if (well) {
      if (done) this.told = done;
      if (this.talk?.kind !== "secret") this.close();
      await this.tell(() => this.read());
    }
    return well;
  }

  say(what: string, bad: boolean) {
    if (bad) this.problem = what;
    else this.told = what;
  }

  confirm(ending: Ending, doing: () => Promise<unknown>) {
    const does = () => (this.close(), void this.attempt(doing, ending.done));
    this.talk = { kind: "ask", ...ending, does };
  }

  fill(title: string, form: unknown) {
    this.problem = "";
    this.talk = { kind: "form", title, form };
  }

  reveal(about: { title: string; more: string }, secret: string) {
    this.talk = { kind: "secret", ...about, secret };
  }

  close() {
    this.talk = null;
  }

  protected override updated() {
    const box = this.renderRoot.querySelector("dialog");
    if (this.talk && !box?.open) box?.showModal();
    if (!this.talk && box?.open) box.close();
  }

  protected override render() {
    const { person, pages, problem } = this;
    if (!person) return html`<main>${problem ? html`<p role="alert">${problem}</p>` : html`<p role="status">${says.loading}</p>`}</main>`;
    if (!pages.length) return refused(person);
    return html`${this.frame(person)}<main><h1>${says.titles[this.page!.name]}</h1>
      <p role="alert">${this.talk ? nothing : problem}</p><p class="told" role="status">${this.told}</p>
      ${this.held === undefined ? (problem ? nothing : html`<p>${says.loading}</p>`) : this.page!.draw(this.held, this)}</main>${dialog(this)}`;
  }

  private frame({ tenant }: Me) {
    const link = (page: Page) => html`<a href="/admin/${page.name}" aria-current=${page === this.page ? "page" : nothing} @click=${(event: MouseEvent) => this.go(event, page)}>${says.titles[page.name]}</a>`;
    return html`<header><a class="home" href="/"><span aria-hidden="true">‹</span> ${says.inbox}</a> <b dir="auto">${tenant}</b></header>
      <nav aria-label=${says.admin}>${this.pages.map(link)}</nav>`;
  }
}

function refused(me: Me) {
  const more = mayAny(me) ? says.notYet : says.refused;
  return html`<main class="refused"><h1>${says.mayNot}</h1><p>${more}</p><p><a href="/">${says.inbox}</a></p></main>`;
}

/** Of pages whose routes a hub may not have, those that it has. */
async function present(pages: Page[]): Promise<Page[]> {
  const has = await Promise.all(pages.map(async ({ wants }) => !wants || (await call("GET", wants).then(() => true, (problem: Problem) => problem.status !== 404))));
  return pages.filter((_, at) => has[at]);
}

customElements.define("askline-admin", AsklineAdmin);
