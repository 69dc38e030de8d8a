// One question: its text, its options or its field, and what may be added to an answer.

import { html, nothing } from "lit/html.js";
import type { Hand } from "./hand";
import { prose } from "./nodes";
import { choices, hasOther, labelOf, pick, pickOther, recommended, textOf } from "./picks";
import { fill } from "./says";
import type { Given, Option, Question } from "./shapes";
import { recommends } from "./steps";

export function questionPart(hand: Hand, question: Question): unknown {
  const { words, picks } = hand;
  const given = picks[question.id] ?? {};
  const kind = question.type === "text" ? words.write : question.type === "multi-select" ? words.chooseAny : words.chooseOne;
  const fault = hand.fault(question);
  return html`<div class="q" id="q">${question.question}</div>
    <div class="hint"><span id="h">${kind}${question.required ? nothing : ` · ${words.optional}`}</span>
      ${recommends(question) ? html`<button class="lnk" @click=${() => hand.give(question, recommended(question, given))}>${words.useRecommended}</button>` : nothing}
    </div>
    ${question.type === "text" ? field(hand, question, given, fault) : options(hand, question, given, fault)}
    ${previewPart(hand, question)} ${extras(hand, question, given)}
    ${fault ? html`<p class="fault" id="f" role="alert">${fault}</p>` : nothing}`;
}

function field(hand: Hand, question: Question, given: Given, fault: string): unknown {
  return html`<textarea aria-labelledby="q" aria-describedby=${fault ? "h f" : "h"} aria-invalid=${!!fault} aria-required=${question.required}
    placeholder=${question.placeholder ?? ""} .value=${textOf(given)} @input=${(event: InputEvent) => hand.give(question, { ...given, values: [typed(event)] })}></textarea>`;
}

const typed = (event: Event): string => (event.target as HTMLTextAreaElement).value;

function options(hand: Hand, question: Question, given: Given, fault: string): unknown {
  const multi = question.type === "multi-select";
  return html`<div class="opts ${question.type}" role=${multi ? "group" : "radiogroup"} aria-labelledby="q" aria-describedby=${fault ? "h f" : "h"}>
    ${choices(question).map((option, at) => optionPart(hand, question, given, option, at))}
    ${question.allow_other && question.type !== "confirm" ? otherPart(hand, question, given) : nothing}
  </div>`;
}

function mark(question: Question, chosen: boolean, id: string, does: () => void, looks: () => void): unknown {
  return html`<input id=${id} type=${question.type === "multi-select" ? "checkbox" : "radio"} name="o-${question.id}"
    aria-labelledby="l-${id}" aria-describedby="d-${id}" ?checked=${chosen} @change=${does} @focus=${looks}>`;
}

function optionPart(hand: Hand, question: Question, given: Given, option: Option, at: number): unknown {
  const { words } = hand;
  const chosen = !!given.values?.includes(option.label);
  const choose = () => hand.give(question, pick(question, given, option.label));
  return html`<label class="opt">${mark(question, chosen, `o${at}`, choose, () => hand.look(option.label))}
    <span class="lab" id="l-o${at}">${labelOf(question, option.label, words)}${option.recommended ? html` <span class="rec">${words.recommended}</span>` : nothing}</span>
    ${at < 9 ? html`<kbd aria-hidden="true">${at + 1}</kbd>` : nothing}
    ${option.description ? html`<span class="desc" id="d-o${at}">${option.description}</span>` : nothing}</label>`;
}

function otherPart(hand: Hand, question: Question, given: Given): unknown {
  const { words } = hand;
  const chosen = hasOther(given);
  return html`<div class="opt">${mark(question, chosen, "other", () => hand.give(question, pickOther(question, given)), () => hand.look(""))}
    <label class="lab" id="l-other" for="other">${words.other}</label><kbd aria-hidden="true">o</kbd>
    ${chosen ? html`<textarea aria-label=${words.otherHint} placeholder=${words.otherHint} .value=${given.customText ?? ""} @input=${(event: InputEvent) => hand.give(question, { ...given, customText: typed(event) })}></textarea>` : nothing}</div>`;
}

/** The option under the cursor, else the one picked: what it would look like. */
function previewPart(hand: Hand, question: Question): unknown {
  const label = hand.peek || hand.picks[question.id]?.values?.at(-1);
  const option = question.options.find((each) => each.label === label);
  if (!option?.preview) return nothing;
  return html`<section class="preview" tabindex="0" aria-label=${fill(hand.words.preview, option.label)}>
    ${prose(option, option.preview_nodes, option.preview, hand.words, hand.drawn)}</section>`;
}

function extras(hand: Hand, question: Question, given: Given): unknown {
  const { words } = hand;
  const files = given.attachments ?? [];
  const noted = given.note !== undefined;
  const send = (event: Event) => {
    const input = event.target as HTMLInputElement;
    hand.attach(question, input.files ?? []);
    input.value = "";
  };
  return html`${noted ? html`<label class="note">${words.note}<textarea .value=${given.note ?? ""} @input=${(event: InputEvent) => hand.give(question, { ...given, note: typed(event) })}></textarea></label>` : nothing}
    ${files.length || hand.uploading ? html`<ul class="chips">${files.map((file) => html`<li><span>${file.name}</span><button aria-label=${fill(words.remove, file.name)} @click=${() => hand.give(question, { ...given, attachments: files.filter((each) => each !== file) })}>×</button></li>`)}${hand.uploading ? html`<li role="status">${words.uploading}</li>` : nothing}</ul>` : nothing}
    <div class="extras">${noted ? nothing : html`<button class="lnk" @click=${() => hand.give(question, { ...given, note: "" })}>${words.addNote}</button>`}
      ${hand.files === "off" ? nothing : html`<label class="lnk">${words.attach}<input class="sr" type="file" multiple @change=${send}></label>`}</div>`;
}
