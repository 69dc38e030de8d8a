// <askline-operation-list>: the rows of operations.

import { ago, html, Rows } from "../inbox/shared";
import { elapsed, isOver, standing, type Listed } from "./model";
import type { Words } from "./words";

export class AsklineOperationList extends Rows<Listed> {
  declare words: Words;

  protected kind(operation: Listed) {
    return isOver(operation) ? "over" : "";
  }

  protected inside(operation: Listed) {
    const { words, now } = this;
    const [mood, glyph, says] = standing(operation, words);
    const when = isOver(operation) ? ago(now - Date.parse(operation.ended_at!), words.language) : elapsed(operation, now, words.language);
    return html`<span class="mark ${mood}" aria-hidden="true">${glyph}</span>
      <span class="title mono" dir="auto">${operation.tool}</span>
      <span class="when">${when}</span>
      <span class="about" dir="auto">${[says, operation.project.name, operation.agent.label || operation.agent.name].join(" · ")}</span>`;
  }
}

customElements.define("askline-operation-list", AsklineOperationList);
