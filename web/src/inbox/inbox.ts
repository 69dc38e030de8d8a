// <askline-inbox>: the page. Holds what is known, wires stream, card, list and addresses together, and decides
// nothing about an ask: the service does, and what it says is shown.
import { begunOf, isUnsent } from "../begun";
import { type Changes, Drawing } from "../drawing";
import { typedTexts } from "../picks";
import * as card from "../says";
import { mayAmend } from "../steps";
import type { Answers, Ask, Attachment, Offer, Operation, Outcome } from "../shapes";
import { tokens } from "../styles/tokens";
import * as api from "./api";
import { Drafts } from "./drafts";
import { listen, type Line } from "./events";
import { Past } from "./history";
import * as model from "./model";
import { badge, notify, unnotify } from "./notify";
import { pressed } from "./pressing";
import { keepPrefs, languageOf, readPrefs, type Prefs } from "./prefs";
import { go, here, type Place } from "./router";
import { page } from "./screens";
import { wordsIn } from "./speaking";
import { facts } from "./styles/facts";
import { frame } from "./styles/frame";
import { rows } from "./styles/rows";
import { en, type Words } from "./words";

/** What is not needed at first has a script of its own. */
const later = (name: string) => void import(new URL(`askline-${name}.js`, import.meta.url).href);

export class AsklineInbox extends Drawing {
  static override holds = "asks operations place filter line loaded bar prefs words cardWords now me addressees";
  static override sheets = [tokens, frame, rows, facts];
  declare asks: Ask[];
  /** As the stream tells of them: those that had not ended when it began, and what moved since. */
  declare operations: Operation[];
  declare place: Place;
  declare filter: model.Filter;
  declare line: Line | "";
  /** An ask that is in neither list, read by its address; null where there is none of that name. */
  declare loaded: Ask | null | undefined;
  /** The last ask that was settled here, which can still be corrected. */
  declare bar: Ask | null;
  declare prefs: Prefs;
  declare words: Words;
  declare cardWords: card.Words;
  declare now: number;
  declare me: model.Me;
  /** Whom an ask may be passed on to, once somebody wondered. */
  declare addressees: object[] | null;
  /** The rows of the list that is shown. */
  rows: Ask[] = [];
  readonly past = new Past((fresh) => {
    this.requestUpdate();
    if (fresh) void this.updateComplete.then(() => this.toTop());
  });
  readonly sending = new Set<string>();
  readonly problems = new Map<string, api.Problem>();
  /** What was typed last, here or elsewhere, for the card of that ask. */
  readonly found = new Map<string, Answers>();
  /** What may stand beside an approval that was opened. */
  readonly offers = new Map<string, Offer[]>();
  private readonly drafts = new Drafts();
  private ends: (() => void)[] = [];
  /** Until it is known who one is, nobody's draft is one's own. */
  private meeting: Promise<unknown> = Promise.resolve();
  /** Opened by itself, because nothing else was: it stays the one until somebody goes elsewhere. */
  private first: string | null = null;
  private drawn: string | null = null;
  private looking = 0;

  constructor() {
    super();
    this.asks = [];
    this.operations = [];
    this.place = here();
    this.filter = model.EVERYTHING;
    this.line = "";
    this.bar = null;
    this.prefs = readPrefs();
    this.words = en;
    Object.assign(api.away, en.unreachable);
    this.cardWords = card.en;
    this.now = Date.now();
    this.me = model.LOCAL;
    this.addressees = null;
  }

  override connectedCallback() {
    super.connectedCallback();
    const ticking = setInterval(() => (this.now = Date.now()), 1000);
    const stop = listen({ snapshot: this.refreshed, changed: this.changed, moved: this.moved, line: (line) => (this.line = line) });
    const moved = () => this.arrive(here());
    document.addEventListener("keydown", this.key);
    window.addEventListener("popstate", moved);
    window.addEventListener("beforeunload", this.leave);
    this.ends = [
      stop,
      () => clearInterval(ticking),
      () => document.removeEventListener("keydown", this.key),
      () => window.removeEventListener("popstate", moved),
      () => window.removeEventListener("beforeunload", this.leave),
    ];
    this.arrive(this.place);
    void this.speak();
  }

  override disconnectedCallback() {
    for (const end of this.ends) end();
  }

  protected override willUpdate(changes: Changes) {
    if (changes.has("prefs")) this.setAttribute("theme", this.prefs.theme);
    badge(this.counts[0]!);
    if (changes.has("line") && this.line === "live") this.drafts.again();
    this.dataset.screen = this.place.screen;
    this.toggleAttribute("detail", !!this.place.id);
    this.rows = this.place.screen === "history" ? this.past.asks : model.shown(this.asks, this.filter, this.now, this.me);
    if (!this.find(this.first)) this.first = this.rows[0]?.id ?? null;
    // On a phone there is room for one: without a row to pick, it is what says so.
    if (this.place.screen !== "operations") this.toggleAttribute("empty", !this.place.id && !this.rows.length && !this.open);
  }

  protected override updated() {
    const id = this.open?.id ?? null;
    if (id !== this.drawn) {
      this.drafted(id);
      this.offered(this.open);
    }
    this.drawn = id;
    if (id) later("around");
    if (this.open && model.mayRule(this.open)) later("settings");
  }

  protected override render() {
    return page(this);
  }

  /** How many wait in each part. */
  get counts(): number[] {
    const counts = [0, 0, 0];
    for (const ask of this.asks) if (model.isPending(ask)) counts[model.partOf(ask, this.me, this.now)]!++;
    return counts;
  }

  /** The ask beside the list: the one the address names, else in the inbox the first. */
  get open(): Ask | null | undefined {
    const { id, screen } = this.place;
    if (screen === "operations") return undefined;
    return id ? (this.find(id) ?? this.loaded) : screen === "inbox" ? this.find(this.first) : undefined;
  }

  private find(id: string | null): Ask | undefined {
    const named = (ask: Ask) => ask.id === id || ask.short_id === id;
    return id ? (this.asks.find(named) ?? this.past.asks.find(named)) : undefined;
  }

  // What comes from the service.

  private refreshed = (asks: Ask[], operations: Operation[]) => {
    this.operations = operations;
    this.meeting = this.meet(asks);
    const id = this.open?.id ?? null;
    this.asks = model.fresh(asks, this.asks, id);
    // The open one is gone from the inbox: it was settled while the line was away, or is others' now.
    if (id && !asks.some((ask) => ask.id === id)) void this.reread(id, true);
    this.drafted(id);
  };

  private changed = (ask: Ask, news: string) => {
    // The reply to what was just sent says it too, and says whose it is.
    if (this.sending.has(ask.id)) return;
    this.meeting = this.meet([ask]);
    const isOpen = this.open?.id === ask.id;
    this.asks = model.changed(this.asks, ask, this.open?.id ?? null);
    this.past.take(ask);
    if (this.loaded?.id === ask.id) this.loaded = ask;
    if (news === "draft" && isOpen) this.drafted(ask.id);
    if (!model.isPending(ask)) unnotify(ask.id);
    else if (news === "asked" && this.prefs.notify) {
      notify(ask, this.words.asks(ask.agent.name), () => this.show({ screen: "inbox", id: ask.id }));
    }
  };

  private moved = (operation: Operation) => {
    this.operations = model.moved(this.operations, operation);
    // The ask is heard of before its operation names it, and only then is something offered.
    if (operation.approval === this.open?.id) this.offered(this.open);
  };

  /** Only where several people share asks does it matter who one is. */
  private async meet(asks: Ask[]) {
    if (this.me === model.LOCAL && asks.some((ask) => ask.routing)) this.me = await api.call<model.Me>("GET", "/people/me").catch(() => model.LOCAL);
  }

  private async reread(id: string, gone = false) {
    try {
      const ask = await api.ask(id);
      if (gone && model.isPending(ask)) this.left(id, ask);
      else this.take(ask);
    } catch (problem) {
      if ((problem as api.Problem).status === 404) this.left(id, null);
    }
  }

  /** It is no longer this person's; who asked may still read it. */
  private left(id: string, ask: Ask | null) {
    const { open } = this;
    if (open?.id === id) {
      const [card, { asides, lost }] = [this.renderRoot.querySelector("askline-card"), begunOf(id)];
      card?.flushDraft();
      lost.push(...[...typedTexts(this.found.get(id) ?? {}, open), asides.reject, asides.back].filter(Boolean));
      // Who was at it is not led to another that nobody asked for, and has the words that were begun.
      if (!this.place.id && (lost.length || card?.matches(":focus-within"))) this.show({ ...this.place, id }, true);
    }
    this.asks = model.without(this.asks, id);
    this.loaded = ask;
  }

  private take(ask: Ask) {
    if (!this.find(ask.id)) this.loaded = ask;
    this.changed(ask, "marked");
  }

  private drafted(id: string | null) {
    if (!id) return;
    const look = () => this.drafts.look(id, this.me.id);
    this.meeting.then(look).then((found) => found && (this.found.set(id, found), this.requestUpdate()), () => undefined);
  }

  private offered(ask?: Ask | null) {
    if (!ask || this.offers.has(ask.id) || ask.kind !== "approval" || !model.isPending(ask) || ask.command?.dangerous) return;
    // Where there is nothing to offer, the approval is given once.
    api.standing(ask.id).then(({ offers }) => (this.offers.set(ask.id, offers), this.requestUpdate()), () => undefined);
  }

  // Where the person goes.

  show(place: Place, quietly = false) {
    go(place, quietly);
    this.arrive(place);
  }

  private arrive(place: Place) {
    const entered = place.screen !== this.place.screen || !this.hasUpdated;
    this.loaded = this.find(place.id) ?? (this.bar?.id === place.id ? this.bar : undefined);
    this.place = place;
    this.first = null;
    if (entered && this.hasUpdated) this.filter = model.EVERYTHING;
    if (place.screen === "history" && (entered || !this.past.loaded)) void this.past.look(this.filter.words);
    this.asks = model.tidied(this.asks, place.id);
    if (place.screen === "operations" || place.screen === "settings") later(place.screen);
    if (place.screen !== "operations" && place.id && !this.find(place.id)) void this.reread(place.id);
  }

  /** Opens an ask and goes into it, ready for its keys. */
  async enter(id: string, quietly = false) {
    const { screen } = this.place;
    this.show({ screen: screen === "settings" ? "inbox" : screen, id }, quietly);
    await this.updateComplete;
    // On a touch screen a focused field would bring up the keyboard over what is to be read.
    const into = matchMedia("(pointer: coarse)").matches ? ".pane" : "askline-card, .pane";
    const places = [...this.renderRoot.querySelectorAll<HTMLElement>(into)];
    places.at(-1)?.focus();
  }

  /** To the last ask that was settled here, ready for another word. */
  async correct() {
    if (!this.bar) return;
    await this.enter(this.bar.id);
    const card = this.renderRoot.querySelector("askline-card");
    await card?.updateComplete;
    if (mayAmend(this.bar)) card?.amend(true);
    this.bar = null;
  }

  help() {
    this.renderRoot.querySelector<HTMLDialogElement>("dialog.keys")?.showModal();
  }

  seek(some: Partial<model.Filter>) {
    this.filter = { ...this.filter, ...some };
    this.toTop();
    if (this.place.screen !== "history") return;
    clearTimeout(this.looking);
    this.looking = setTimeout(() => void this.past.look(this.filter.words), 200);
  }

  /** Another part of what waits, the next in which something does; its first is opened. */
  turn(part = [1, 2, 0].map((step) => (this.filter.part + step) % 3).find((each) => !each || this.counts[each])!) {
    if (this.place.screen !== "inbox") return;
    this.show({ screen: "inbox", id: null }, true);
    this.seek({ part: part as model.Part, words: "" });
  }

  private toTop() {
    this.renderRoot.querySelector(".scroll")?.scrollTo(0, 0);
  }

  prefer(prefs: Prefs) {
    this.prefs = prefs;
    keepPrefs(prefs);
    void this.speak();
  }

  private async speak() {
    const language = languageOf(this.prefs);
    document.documentElement.lang = language;
    if (language !== this.words.language) [this.words, this.cardWords] = await wordsIn(language);
    Object.assign(api.away, this.words.unreachable);
  }

  // What the person decides. The card says it; the service settles it.

  async settle(verb: string, { id, ...said }: { id: string }) {
    const ask = this.find(id) ?? this.loaded;
    if (!ask || this.sending.has(id)) return;
    const [rows, working] = [this.rows, this.open?.id === id];
    this.sending.add(id);
    this.problems.delete(id);
    this.requestUpdate();
    try {
      const outcome = await api.settle(id, verb, said).finally(() => this.sending.delete(id));
      this.drafts.forget(id);
      this.found.delete(id);
      // One of several agreed: it waits for the others, and who they are the service knows.
      if (outcome.state === "pending") await this.reread(id);
      this.bar = outcome.state === "pending" ? (this.find(id) ?? ask) : this.settled(ask, outcome);
      if (working && verb !== "correct") this.goOn(rows, id);
    } catch (problem) {
      this.refused(ask, problem as api.Problem);
    }
    this.requestUpdate();
  }

  private settled(ask: Ask, outcome: Outcome): Ask {
    const after = { ...(this.find(ask.id) ?? ask), state: outcome.state, outcome };
    this.take(after);
    return after;
  }

  private refused(ask: Ask, problem: api.Problem) {
    if (problem.status === 401) this.line = "signed-out";
    this.problems.set(ask.id, problem);
    // Somebody was first. Whose answer stands is in the reply, and the card says it.
    if (problem.outcome) this.settled(ask, problem.outcome);
    else void this.reread(ask.id);
  }

  /** The next ask that waits, unless the person went elsewhere meanwhile. */
  private goOn(rows: Ask[], id: string) {
    if (this.place.screen !== "inbox" || (this.open ?? { id }).id !== id) return;
    const next = model.following(rows, id).find((ask) => model.isPending(this.find(ask.id) ?? ask));
    if (next) void this.enter(next.id, true);
    else if (!this.find(id)) this.show({ screen: "inbox", id: null }, true);
  }

  /** More time, taken, passed on, put off: it waits on, perhaps for somebody else. */
  async move({ verb, id, ...said }: { verb: string; id: string }) {
    const rows = this.rows;
    this.problems.delete(id);
    try {
      const ask = await api.move(id, verb, said);
      if (model.isHere(ask, this.me)) this.take({ ...this.find(id), ...ask });
      else this.left(id, null), (this.bar = ask);
      if (model.partOf(ask, this.me, this.now)) this.goOn(rows, id);
    } catch (problem) {
      this.problems.set(id, problem as api.Problem);
    }
    this.requestUpdate();
  }

  async wonder() {
    const { addressees } = await api.call<{ addressees: object[] }>("GET", "/people/addressees").catch(() => ({ addressees: [] }));
    this.addressees = addressees;
  }

  saw(id: string) {
    // A mark for others; where it cannot be made, nothing is lost.
    api.seen(id).catch(() => undefined);
  }

  typed(id: string, answers: Answers) {
    // The card keeps it only while it shows this ask.
    this.found.set(id, answers);
    void this.drafts.keep(id, answers);
  }

  attach(files: File[], done: (attached: Attachment[] | Error) => void) {
    Promise.all(files.map(api.upload)).then(done, done);
  }

  /** Drafts are on their way; what nobody keeps is asked for. */
  private leave = (event: Event) => {
    this.renderRoot.querySelector("askline-card")?.flushDraft();
    if (isUnsent() || this.drafts.isUnkept) event.preventDefault();
  };

  private key = (event: KeyboardEvent) => pressed(this, event);
}

customElements.define("askline-inbox", AsklineInbox);
