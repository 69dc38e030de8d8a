// Beside an approval: how far it holds, what it would hold for, and until when. Once, unless a person says more.
//
// What is offered comes from the service, narrowest first; nothing is offered for what is dangerous.

import { html, nothing } from "lit/html.js";
import { legible } from "./command";
import type { Hand } from "./hand";
import { fill, type Words } from "./says";
import type { Offer, Standing } from "./shapes";

const HOUR = 3_600_000;
/** So many of the earlier commands are named; the others are counted. */
const NAMED = 3;

const SPANS = ["hour", "today", "week", "end"];

/** When each span ends that is chosen now. */
const ENDS = [() => Date.now() + HOUR, () => new Date().setHours(24, 0, 0, 0), () => Date.now() + 168 * HOUR];

/** What is chosen. The end is counted from the choice, so that the same decision sent again is the same. */
export interface Stands {
  offer: Offer;
  span: number;
  until: string | null;
}

export const standsFor = (offer: Offer, span: number): Stands => ({ offer, span, until: ENDS[span] ? new Date(ENDS[span]()).toISOString() : null });

export const wishOf = ({ offer: { pattern, scope }, until }: Stands): Standing => ({ pattern, scope, until });

export function standingPart({ standing, stands, stand, words, ask }: Hand): unknown {
  if (!standing?.length || ask.command?.dangerous) return nothing;
  const { offer, span = 0 } = stands ?? {};
  const choose = (scope?: string, pattern?: string) => {
    const found = standing.find((each) => each.scope === scope && (!pattern || each.pattern === pattern));
    stand(found && standsFor(found, span));
  };
  const scopes = [...new Set(standing.map(({ scope }) => scope))];
  const patterns = standing.filter(({ scope }) => scope === offer?.scope).map(({ pattern }) => pattern);
  return html`<div class="stand">${select(words.holds, ["once", ...scopes], offer?.scope ?? "once", words, choose)}
    ${offer ? html`${select(words.for, patterns, offer.pattern, words, (pattern) => choose(offer.scope, pattern))}
      ${select(words.until, SPANS, SPANS[span]!, words, (name) => stand(standsFor(offer, SPANS.indexOf(name))))}` : nothing}
    <div role="status">${offer && reachPart(offer, words)}</div></div>`;
}

function select(label: string, values: string[], chosen: string, words: Words, choose: (value: string) => void): unknown {
  return html`<label>${label} <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
    ${values.map((value) => html`<option value=${value} .selected=${value === chosen}>${words[value as "once"]}</option>`)}</select></label>`;
}

/** What runs unasked from now on, and what of the past would have. */
function reachPart({ shown, further, further_count: count }: Offer, words: Words): unknown {
  const named = further.slice(0, NAMED).map(({ commands }) => html`<p>${commands.map(({ argv }) => line(argv))}</p>`);
  const more = count - named.length;
  return html`<dl class="facts" dir="ltr"><div><dt>${words.unasked}</dt><dd>${line(shown.split(" "))}</dd></div>
    <div><dt>${words.also}</dt><dd>${count ? named : words.none} ${more > 0 ? fill(words.more, more) : nothing}</dd></div></dl>`;
}

const line = (words: string[]): unknown => words.map((word) => html`${legible(word)} `);
