// An ask that is over, folded to one line that says how; opened, it shows every question and answer.

import { html, nothing } from "lit/html.js";
import { type Drawn, prose } from "./nodes";
import { commandPart } from "./command";
import { picksOf, said } from "./picks";
import { rowsPart } from "./review";
import { fill, type Words } from "./says";
import type { Answer, Answers, Ask, Question } from "./shapes";
import { agentOf, isSingle, nameOf } from "./steps";
import { tell, type Witness } from "./telling";

/** Headers with answers, for asks of several questions. */
function answerList(ask: Ask, answers: Answers, words: Words): unknown {
  return html`<dl class="said">${ask.questions.map((question, at) => {
    const answer = answers[question.id];
    return html`<div><dt>${nameOf(ask, at)}</dt><dd>${said(question, answer, words) || words.skipped}</dd></div>`;
  })}</dl>`;
}

export function settledPart(ask: Ask, seen: Witness, words: Words, drawn: Drawn, actions: unknown): unknown {
  const [mood, glyph, head, more] = tell(ask, seen, words);
  const answers = ask.outcome?.answers ?? [];
  return html`<details><summary class="fold"><span class="ic ${mood}" aria-hidden="true">${glyph}</span>
      <span class="told"><span class="ti">${head}</span>
        ${more ? html` <span class="sub">${more}</span>` : nothing}
        ${answers.length && !isSingle(ask) ? answerList(ask, picksOf(answers), words) : nothing} ${amendments(ask, words)}</span></summary>
      <div class="after">${whole(ask, answers, words, drawn)}</div></details>
    ${lostPart(seen.typed, words)}
    ${actions}`;
}

/** What was being written when it ended, to be taken elsewhere. */
export function lostPart(texts: string[], words: Words): unknown {
  if (!texts.length) return nothing;
  const copy = () => navigator.clipboard?.writeText(texts.join("\n\n"));
  return html`<section class="after"><h3 class="k">${words.typed}</h3>${texts.map((text) => html`<pre tabindex="0">${text}</pre>`)}
    <button class="lnk" @click=${copy}>${words.copy}</button></section>`;
}

function amendments(ask: Ask, words: Words): unknown {
  return ask.outcome?.amendments.map(({ kind, answers, reason }) => {
    const given = picksOf(answers);
    const all = ask.questions.map((question) => said(question, given[question.id], words)).filter(Boolean);
    return html`<span class="sub">${kind === "late" ? words.late : words.correction}: ${all.join(" · ")}${reason ? ` (“${reason}”)` : ""}</span>`;
  });
}

function whole(ask: Ask, answers: Answer[], words: Words, drawn: Drawn): unknown {
  const given = picksOf(answers);
  const skipped = (question: Question) =>
    answers.length && !said(question, given[question.id], words) ? html`<span class="sub">${words.skipped}</span>` : nothing;
  return html`${ask.title ? html`<h2>${ask.title}</h2>` : nothing}
    <p class="sub"><b>${agentOf(ask)}</b> ${words.in} ${ask.project.name}</p>
    ${ask.context ? prose(ask, ask.context_nodes, ask.context, words, drawn) : nothing} ${ask.command ? commandPart(ask.command, words) : nothing}
    ${rowsPart(ask, given, words, skipped)}`;
}

/** Sent and not yet confirmed: read-only, with what was said. */
export function sentPart(ask: Ask, answers: Answers, words: Words): unknown {
  return html`<div class="fold"><span class="ic spin" aria-hidden="true"></span>
    <span class="told"><span class="ti">${fill(words.sent, agentOf(ask))}</span>
      ${ask.kind === "approval" ? nothing : answerList(ask, answers, words)}</span></div>`;
}
