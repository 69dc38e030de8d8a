// An ask that waits for its answer: who asks, how long there is, the question at hand, the ways out.

import { html, nothing } from "lit/html.js";
import { ago, timeLeft } from "./clock";
import { actPart, approvalPart } from "./approval";
import type { Hand } from "./hand";
import { prose } from "./nodes";
import { questionPart } from "./question";
import { reviewPart, stepsPart } from "./review";
import { fill } from "./says";
import { recalledPart } from "./recalled";
import { standingPart } from "./standing";
import { agentOf, isSingle, lastStep, recommends } from "./steps";

export function formPart(hand: Hand): unknown {
  const { ask, words, step, problem, phase, amending, panel } = hand;
  const question = ask.questions[step];
  return html`${headPart(hand)} ${isSingle(ask) ? nothing : stepsPart(hand)}
    ${phase === "offline" ? html`<p class="bar" role="status">${words.offline}</p>` : nothing}
    ${ask.detached && !amending ? html`<p class="bar"><b>${words.gone}</b> ${words.goneHint}</p>` : nothing}
    ${amending ? html`<p class="bar">${ask.state === "answered" ? words.correctHint : words.lateHint}</p>` : nothing}
    ${recalledPart(hand)}<div class="body">${ask.command ? approvalPart(hand) : html`${contextPart(hand)} ${question ? questionPart(hand, question) : reviewPart(hand)}`}
      ${amending && ask.state === "answered" && step === lastStep(ask) ? aside(hand, "correct", words.reason) : nothing}
      ${problem ? html`<p class="fault" role="alert">${problem.detail} ${problem.hint}</p>` : nothing}</div>
    ${panel === "approve" ? actPart(hand) : panel ? panelPart(hand) : html`${footPart(hand)} ${standingPart(hand)}`}`;
}

function headPart(hand: Hand): unknown {
  const { ask, words, now } = hand;
  return html`<header>
    ${ask.title ? html`<h2>${ask.title}</h2>` : nothing}
    <div class="meta"><b>${agentOf(ask)}</b> ${words.in} <span>${ask.project.name}</span> · ${fill(words.asked, ago(now - Date.parse(ask.asked_at), words.lang))}</div>
    ${ask.state === "pending" ? timePart(hand) : nothing}
    <slot></slot></header>`;
}

function timePart({ ask, words, now, extend }: Hand): unknown {
  if (!ask.deadline) return html`<div class="time">${words.noLimit}</div>`;
  const end = Date.parse(ask.deadline);
  const part = Math.max(0, Math.round(((end - now) / (end - Date.parse(ask.asked_at))) * 100));
  // A timer's role tells no one by itself: who cannot see it is told once, a minute before the end.
  return html`<div class="time ${end - now < 60_000 ? "soon" : ""}">
    <svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="8" /><circle class="left" cx="10" cy="10" r="8" pathLength="100" stroke-dasharray="${part} 100" /></svg>
    <span role="timer">${timeLeft(end - now, words)}</span>${ask.extendable ? html`<button class="lnk" @click=${extend}>${words.moreTime}</button>` : nothing}</div>`;
}

/** Whole at the first question, folded away at the others. */
function contextPart({ ask, words, step, drawn }: Hand): unknown {
  if (!ask.context) return nothing;
  const text = prose(ask, ask.context_nodes, ask.context, words, drawn);
  return step ? html`<details class="ctx"><summary>${words.context}</summary>${text}</details>` : text;
}

function aside({ asides }: Hand, of: keyof Hand["asides"], label: string): unknown {
  return html`<label class="note">${label}<textarea .value=${asides[of]} @input=${(event: InputEvent) => (asides[of] = (event.target as HTMLTextAreaElement).value)}></textarea></label>`;
}

function panelPart(hand: Hand): unknown {
  const { words, ask } = hand;
  const rejects = hand.panel === "reject";
  return html`<section class="panel" aria-labelledby="pt"><h3 id="pt">${rejects ? words.reject : words.askBack}</h3>
    <p class="sub">${rejects ? words.rejectHint : words.askBackHint}</p>
    ${rejects ? aside(hand, "reject", words.reason) : aside(hand, "back", fill(words.yourQuestion, agentOf(ask)))}
    <div class="row"><button class="btn ${rejects ? "bad" : "pri"}" @click=${hand.decide}>${rejects ? words.reject : words.askBack}</button>
      <button class="btn" @click=${() => hand.open("")}>${words.keep}</button></div></section>`;
}

function footPart(hand: Hand): unknown {
  const { ask, words, step, amending } = hand;
  const approves = ask.kind === "approval";
  const count = ask.questions.length;
  const name =
    approves ? words.approve + (ask.command?.dangerous ? "…" : "")
    : amending && step === lastStep(ask) && ask.state === "answered" ? words.correct
    : isSingle(ask) ? words.send
    : step === count ? words.sendAll
    : step === count - 1 ? words.review
    : words.next;
  const reject = html`<button class="btn ${approves ? "" : "ghost"}" @click=${() => hand.open("reject")}>${words.reject}${approves ? html` <kbd aria-hidden="true">x</kbd>` : nothing}</button>`;
  return html`<footer>
    <button class="btn pri ${ask.command?.dangerous ? "out" : ""}" @click=${hand.next}>${name}</button>
    ${approves ? reject : nothing}
    ${step ? html`<button class="btn" @click=${() => hand.go(step - 1)}>${words.back}</button>` : nothing}
    ${amending ? html`<button class="btn" @click=${() => hand.amend(false)}>${words.keep}</button>` : nothing}
    ${step < count && !isSingle(ask) && ask.questions.some(recommends) ? html`<button class="btn ghost" @click=${hand.recommendAll}>${words.allRecommended}</button>` : nothing}
    <span class="gap"></span>
    ${amending ? nothing : html`<button class="btn ghost" @click=${() => hand.open("back")}>${words.askBack}</button>
      ${approves ? nothing : reject}`}
  </footer>`;
}
