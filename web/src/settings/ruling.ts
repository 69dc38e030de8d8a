// <askline-ruling>: below an answer of one's own, the small step from it to a rule.

import type { Changes } from "../drawing";
import { call, html, Part, type Problem } from "../inbox/shared";
import { wordsIn } from "./words";

export class AsklineRuling extends Part {
  static override holds = "ask language told";
  declare ask: string;
  declare language: string;
  /** What came of it. */
  declare private told: string;

  constructor() {
    super();
    this.language = "en";
    this.told = "";
  }

  protected override willUpdate(changes: Changes) {
    if (changes.has("ask")) this.told = "";
  }

  protected override render() {
    const words = wordsIn(this.language);
    return html`<p><button class="lnk" @click=${this.make}>${words.always}</button> <span role="status">${this.told}</span></p>`;
  }

  private make = async () => {
    const { ask } = this;
    const told = await call("POST", "/memory/rules", { ask }).then(
      () => wordsIn(this.language).made,
      ({ detail, hint }: Problem) => `${detail} ${hint}`,
    );
    if (ask === this.ask) this.told = told;
  };
}

customElements.define("askline-ruling", AsklineRuling);
