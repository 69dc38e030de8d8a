// What the page looks like: templates of what <askline-inbox> holds. They decide nothing.
import { html, nothing } from "lit/html.js";
import { begunOf } from "../begun";
import { lostPart } from "../settled";
import type { Ask } from "../shapes";
import { mayAmend } from "../steps";
import type { AsklineInbox } from "./inbox";
import { EVERYTHING, hasAgreed, isHere, isPending, mayRule, names, shown, titleOf } from "./model";
import { allowNotify, canNotify, mayNotify } from "./notify";
import { pathOf, type Screen } from "./router";

export function page(inbox: AsklineInbox) {
  const settings = inbox.place.screen === "settings" && !inbox.place.id;
  return html`${header(inbox)}
    <main>${inbox.line === "signed-out" ? signIn(inbox) : settings ? settingsPage(inbox) : inbox.place.screen === "operations" ? operationsPage(inbox) : html`${list(inbox)}${detail(inbox)}`}</main>
    ${bar(inbox)} ${help(inbox)}`;
}

function header(inbox: AsklineInbox) {
  const { words, line } = inbox;
  const count = inbox.counts[0]!;
  const link = (screen: Screen, label: string, more: unknown = nothing) => html`<a
    href=${pathOf({ screen, id: null })} aria-current=${inbox.place.screen === screen ? "page" : nothing}
    @click=${(event: MouseEvent) => follow(event, () => inbox.show({ screen, id: null }))}>${label}${more}</a>`;
  const unended = inbox.operations.filter((each) => !each.ended_at).length;
  const badge = (count: number, says: (count: number) => string, kind = "") =>
    count ? html` <span class="count ${kind}" aria-label=${says(count)}>${count}</span>` : nothing;
  return html`<header class="top"><h1><i aria-hidden="true"></i><span>Askline</span></h1>
    <nav>${link("inbox", words.inbox, badge(count, words.waiting))} ${link("operations", words.operations, badge(unended, words.running, "quiet"))}
      ${link("history", words.history)} <a href="/stats">${words.stats}</a> ${link("settings", words.settings)}</nav>
    <span class="line ${line}" role="status"><i aria-hidden="true"></i><span>${line === "live" ? words.live : line === "away" ? words.away : nothing}</span></span>
    <button class="btn ghost ask" aria-label=${words.keysTitle} @click=${() => inbox.help()}>?</button>
  </header>`;
}

/** A plain click stays on the page; any other is the browser's, which opens tabs with it. */
function follow(event: MouseEvent, go: () => void) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go();
}

function list(inbox: AsklineInbox) {
  const { words, filter, place, rows } = inbox;
  const label = words[place.screen];
  return html`<section class="list" aria-label=${label}>
    <div class="find">
      <input type="search" aria-label=${words.search} placeholder="${words.search}  /" .value=${filter.words}
        @input=${(event: Event) => inbox.seek({ words: (event.target as HTMLInputElement).value })} />
      ${place.screen === "inbox" ? chips(inbox) : nothing}
    </div>
    <askline-list .items=${rows} .open=${inbox.open?.id ?? null} .now=${inbox.now} .words=${words} .label=${label}
      @pick=${(event: CustomEvent<string>) => inbox.enter(event.detail)}
      @end=${() => place.screen === "history" && void inbox.past.more()}></askline-list>
    ${rows.length || !inbox.open ? nothing : none(inbox)}
  </section>`;
}

function chips(inbox: AsklineInbox) {
  const { asks, filter, words } = inbox;
  const chip = (label: string, on: boolean, seek: () => void) =>
    html`<button class="chip" aria-pressed=${on} @click=${seek}>${label}</button>`;
  const soon = filter.soon || shown(asks, { ...filter, words: "", soon: true }, inbox.now, inbox.me).length > 0;
  const { counts } = inbox;
  const parts = filter.part || counts[1] || counts[2] ? words.parts : [];
  const some = (all: string[]) => (all.length > 1 ? all : []);
  const [projects, agents] = [names(asks, (ask) => ask.project.name, 9), names(asks, (ask) => ask.agent.name, 9)];
  return html`<div class="chips" role="group" aria-label=${words.filters}>
    ${parts.map((name, part) => (part && !counts[part] && filter.part !== part ? nothing : chip(`${name} ${counts[part]}`, !filter.words && filter.part === part, () => inbox.turn(part))))}
    ${soon ? chip(words.soon, filter.soon, () => inbox.seek({ soon: !filter.soon })) : nothing}
    ${some(projects).map((name) => chip(name, filter.project === name, () => inbox.seek({ project: filter.project === name ? "" : name })))}
    ${some(agents).map((name) => chip(name, filter.agent === name, () => inbox.seek({ agent: filter.agent === name ? "" : name })))}
  </div>`;
}

function detail(inbox: AsklineInbox) {
  const { open, words, place } = inbox;
  return html`<div class="pane" tabindex="-1">
    ${place.id ? html`<button class="lnk back" @click=${() => inbox.show({ ...place, id: null })}><span aria-hidden="true">‹</span> ${words[place.screen]}</button>` : nothing}
    ${open ? card(inbox, open) : place.id ? (open === null ? html`${empty("?", words.notFound, words.notFoundMore)}${lostPart(begunOf(place.id).lost, inbox.cardWords)}` : html`<p role="status">${words.loading}</p>`) : none(inbox)}
  </div>`;
}

function card(inbox: AsklineInbox, ask: Ask) {
  const { id } = ask;
  const { words } = inbox;
  const phase = inbox.sending.has(id) ? "sending" : inbox.line === "away" ? "offline" : "";
  const settle = (verb: string) => (event: CustomEvent) => inbox.settle(verb, event.detail);
  return html`${isPending(ask) ? nothing : html`<h2 class="head" dir="auto">${titleOf(ask)}</h2>`}
    <askline-card .ask=${ask} .draft=${inbox.found.get(id) ?? null} .standing=${inbox.offers.get(id) ?? null} .phase=${phase} .problem=${inbox.problems.get(id) ?? null}
      .words=${inbox.cardWords} .me=${inbox.me.name} ?agreed=${hasAgreed(ask, inbox.me)} .keys=${inbox.prefs.keys ? "on" : "off"} theme=${inbox.prefs.theme || nothing}
      @askline-answer=${settle("answer")} @askline-reject=${settle("reject")} @askline-ask-back=${settle("ask-back")}
      @askline-correct=${settle("correct")} @askline-draft=${(event: CustomEvent) => inbox.typed(event.detail.id, event.detail.answers)}
      @askline-extend=${(event: CustomEvent) => inbox.move({ verb: "extend", ...event.detail })}
      @askline-attach=${(event: CustomEvent) => inbox.attach(event.detail.files, event.detail.done)}
      @askline-seen=${(event: CustomEvent) => inbox.saw(event.detail.id)}>
      <askline-routing .ask=${ask} .me=${inbox.me} .now=${inbox.now} .language=${words.language} .keys=${inbox.prefs.keys} .addressees=${inbox.addressees}
        @act=${(event: CustomEvent) => inbox.move(event.detail)} @wonder=${() => inbox.wonder()}></askline-routing></askline-card>
    ${mayRule(ask) ? html`<askline-ruling .ask=${id} .language=${words.language}></askline-ruling>` : nothing}
    <askline-trail .ask=${ask} .language=${words.language}></askline-trail>`;
}

function none(inbox: AsklineInbox) {
  const { words, line, filter, place, past } = inbox;
  const searched = Object.values(filter).some(Boolean);
  if (!line || (place.screen === "history" && !past.loaded)) {
    return html`<p class="empty" role="status">${past.problem ? `${past.problem} ${words.tryingAgain}` : words.loading}</p>`;
  }
  if (searched && !inbox.rows.length) {
    return empty("∅", words.noFit, words.noFitMore, html`<button class="btn" @click=${() => inbox.seek(EVERYTHING)}>${words.showAll}</button>`);
  }
  if (place.screen === "history") return past.asks.length ? empty("↺", words.pick, words.pickMore) : empty("↺", words.noPast, words.noPastMore);
  return empty("✓", words.clear, words.clearMore, notifyMe(inbox));
}

function notifyMe(inbox: AsklineInbox) {
  if (!canNotify() || Notification.permission === "denied" || (inbox.prefs.notify && mayNotify())) return nothing;
  const allow = async () => inbox.prefer({ ...inbox.prefs, notify: await allowNotify() });
  return html`<button class="btn" @click=${allow}>${inbox.words.notifyMe}</button>`;
}

function empty(glyph: string, title: string, more: unknown, does: unknown = nothing) {
  return html`<div class="empty"><i aria-hidden="true">${glyph}</i><h2>${title}</h2><p>${more}</p>${does}</div>`;
}

const signIn = ({ words }: AsklineInbox) =>
  html`<div class="pane wide">${empty("⏻", words.signedOut, html`${words.signIn} <code>askline web</code>`)}</div>`;

function settingsPage(inbox: AsklineInbox) {
  return html`<div class="pane wide"><askline-settings .prefs=${inbox.prefs} .words=${inbox.words}
    @prefs=${(event: CustomEvent) => inbox.prefer(event.detail)} @signed-out=${() => (inbox.line = "signed-out")}></askline-settings></div>`;
}

/** Its element comes with a script of its own, once somebody is here. */
function operationsPage(inbox: AsklineInbox) {
  const { place, operations, words, cardWords, now, prefs, line } = inbox;
  return html`<askline-operations .live=${operations} .open=${place.id} .line=${line} .words=${cardWords} .now=${now} .keys=${prefs.keys} .label=${words.operations}
    @pick=${(event: CustomEvent<string>) => inbox.enter(event.detail)} @back=${() => inbox.show({ ...place, id: null })}
    @ask=${(event: CustomEvent<string>) => inbox.show({ screen: "inbox", id: event.detail })}></askline-operations>`;
}

function bar(inbox: AsklineInbox) {
  const { bar: ask, words } = inbox;
  if (!ask) return html`<div role="status" class="sr"></div>`;
  return html`<div class="bar" role="status"><span>✓ ${!isPending(ask) ? words.sent(ask.agent.name) : isHere(ask, inbox.me) ? words.agreed(ask.routing!.quorum - ask.routing!.agreed.length) : words.passed}</span>
    ${mayAmend(ask) ? html`<button class="btn" @click=${() => inbox.correct()}>${words.correct} <kbd>u</kbd></button>` : nothing}
    <button class="btn ghost" aria-label=${words.close} @click=${() => (inbox.bar = null)}>✕</button></div>`;
}

function help({ words }: AsklineInbox) {
  return html`<dialog class="keys" aria-label=${words.keysTitle}><h2>${words.keysTitle}</h2>
    <dl>${words.keys.map(([keys, does]) => html`<dt>${keys!.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${does}</dd>`)}</dl>
    <button class="btn" @click=${(event: Event) => (event.target as HTMLElement).closest("dialog")!.close()}>${words.close}</button></dialog>`;
}
