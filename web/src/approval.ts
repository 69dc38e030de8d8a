// An approval that waits: what would run, how much there is to fear, and the deliberate act that a dangerous one needs.

import { html, nothing } from "lit/html.js";
import { commandPart } from "./command";
import type { Hand } from "./hand";
import { prose } from "./nodes";
import { fill } from "./says";
import type { Ask, Command } from "./shapes";

/** What is typed to let a dangerous command run: the program's name, where people can type it. */
export function wordOf({ argv }: Command): string {
  const name = argv[0]?.split("/").pop() ?? "";
  return /^\w[\w.+-]{0,23}$/.test(name) ? name : "approve";
}

/** Phones begin with a capital. */
export const passes = ({ command }: Ask, typed: string): boolean => typed.trim().toLowerCase() === wordOf(command!).toLowerCase();

export function approvalPart(hand: Hand): unknown {
  const { ask, words, drawn } = hand;
  const { dangerous, why } = ask.command!;
  const mood = dangerous ? "bad" : "warn";
  return html`<div class="risk ${mood}"><span class="ic ${mood}" aria-hidden="true">${dangerous ? "!" : "?"}</span>
      <p><b>${dangerous ? words.dangerous : words.approval}</b> ${why ?? (hand.stands ? nothing : words.exactly)}</p></div>
    ${commandPart(ask.command!, words)}
    ${ask.context ? html`<section class="claim" aria-label=${words.explained}><p class="k" aria-hidden="true">${words.explained}</p>${prose(ask, ask.context_nodes, ask.context, words, drawn)}</section>` : nothing}
    <div class="q">${ask.questions[0]?.question}</div>`;
}

/** The second step of a dangerous one. */
export function actPart(hand: Hand): unknown {
  const { ask, words, asides, tried } = hand;
  const word = wordOf(ask.command!);
  return html`<section class="panel" aria-labelledby="pt"><h3 id="pt">${words.surely}</h3>
    <label class="note">${fill(words.typeIt, word)}<input type="text" autocomplete="off" autocapitalize="off" spellcheck="false" aria-invalid=${tried} aria-describedby="f"
      .value=${asides.approve} @input=${(event: InputEvent) => (asides.approve = (event.target as HTMLInputElement).value)}></label>
    ${tried ? html`<p class="fault" id="f" role="alert">${fill(words.typeFirst, word)}</p>` : nothing}
    <div class="row"><button class="btn bad" @click=${hand.decide}>${words.approve}</button>
      <button class="btn" @click=${() => hand.open("")}>${words.keep}</button></div></section>`;
}
