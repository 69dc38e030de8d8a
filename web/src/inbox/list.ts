// <askline-list>: the rows of asks, those that wait and those that are over.
import { html } from "lit/html.js";
import { ago, digits, whole } from "../clock";
import type { Ask } from "../shapes";
import { answerOf, endsSoon, isPending, titleOf } from "./model";
import { Rows } from "./rows";
import type { Words } from "./words";

const HOUR = 3_600_000;
const GLYPHS: Record<string, string> = { answered: "✓", rejected: "✕", asked_back: "↩", timed_out: "◷" };

export class AsklineList extends Rows<Ask> {
  declare words: Words;

  protected kind(ask: Ask) {
    return isPending(ask) ? (endsSoon(ask, this.now) ? "soon" : "") : "over";
  }

  protected inside(ask: Ask) {
    const danger = isPending(ask) && ask.command?.dangerous;
    return html`<span class="mark ${danger ? "danger" : ""}" aria-hidden="true">${danger ? "!" : isPending(ask) ? "●" : (GLYPHS[ask.state] ?? "–")}</span>
      <span class="title" dir="auto">${titleOf(ask)}</span>
      <span class="when">${this.when(ask)}</span>
      <span class="about" dir="auto">${this.about(ask)}</span>`;
  }

  private when(ask: Ask) {
    if (isPending(ask) && ask.deadline) {
      const left = Date.parse(ask.deadline) - this.now;
      return left < HOUR ? digits(left) : whole(left, this.words.language);
    }
    return ago(this.now - Date.parse(ask.outcome?.settledBy?.at ?? ask.asked_at), this.words.language);
  }

  private about(ask: Ask) {
    const { words } = this;
    if (!isPending(ask)) {
      return [words.states[ask.state], answerOf(ask), ask.agent.name, ask.project.name].filter(Boolean).join(" · ");
    }
    const what = ask.kind === "approval" ? (ask.command?.dangerous ? words.dangerous : words.approval) : words.count(ask.questions.length);
    return [ask.agent.name, ask.project.name, what, ask.detached && words.gone].filter(Boolean).join(" · ");
  }
}

customElements.define("askline-list", AsklineList);
