// The person's own earlier answer, offered once more while the ask is pending: one line, one button.

import { html } from "lit/html.js";
import { ago } from "./clock";
import type { Hand } from "./hand";
import { said } from "./picks";
import { fill } from "./says";

export function recalledPart({ ask, words, now, again }: Hand): unknown {
  const { recalled } = ask;
  const all = () => ask.questions.map((question) => said(question, recalled!.answers[question.id], words)).join(" · ");
  const told = () => fill(words[recalled!.how], ago(now - Date.parse(recalled!.at), words.lang), all(), recalled!.question);
  return recalled && html`<p class="bar">${told()} <button class="lnk" @click=${again}>${words.again}</button></p>`;
}
