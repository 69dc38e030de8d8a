// All answers at a glance, before anything is sent.

import { html, nothing } from "lit/html.js";
import type { Hand } from "./hand";
import { said } from "./picks";
import { fill, type Words } from "./says";
import type { Answers, Ask, Question } from "./shapes";
import { nameOf } from "./steps";

/** Each question with its answer, and what else there is to say or do about it. */
export function rowsPart(ask: Ask, answers: Answers, words: Words, more: (question: Question, at: number) => unknown): unknown {
  return html`<ul class="rows">${ask.questions.map((question, at) => {
    const given = answers[question.id];
    return html`<li><span class="k">${question.question}</span>
      <span class="v">${said(question, given, words)}</span>${given?.note ? html`<span class="sub">${given.note}</span>` : nothing}${more(question, at)}</li>`;
  })}</ul>`;
}

export function reviewPart(hand: Hand): unknown {
  const { ask, words, picks } = hand;
  return html`<h3 tabindex="-1">${words.check}</h3><p class="sub">${words.notSent}</p>
    ${rowsPart(ask, picks, words, (question, at) => {
      const open = !said(question, picks[question.id], words);
      const fault = hand.fault(question);
      return html`${fault ? html`<span class="bad">${open ? words.needs : fault}</span>` : open ? html`<span class="sub">${words.skipped}</span>` : nothing}<button class="lnk" @click=${() => hand.go(at)}>${words.edit}<span class="sr"> ${nameOf(ask, at)}</span></button>`;
    })}`;
}

/** The way through 2 to 10 questions: where one is, what is done, and the review at its end. */
export function stepsPart(hand: Hand): unknown {
  const { ask, words, picks, step } = hand;
  const count = ask.questions.length;
  const place = (at: number, name: string, done: boolean, more: string) =>
    html`<li><button class=${done ? "done" : ""} aria-current=${at === step ? "step" : nothing} @click=${() => hand.go(at)}>${done ? html`<span aria-hidden="true">✓ </span>` : nothing}${name}<span class="sr">${more}</span></button></li>`;
  return html`<nav aria-label=${words.questions}><ol class="steps">
    ${ask.questions.map((question, at) => {
      const done = !!said(question, picks[question.id], words);
      return place(at, nameOf(ask, at), done, `, ${fill(words.of, at + 1, count)}`);
    })}
    ${place(count, words.review, false, "")}</ol></nav>`;
}
