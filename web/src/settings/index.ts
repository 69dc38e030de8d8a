// <askline-settings>: what this browser keeps for itself, what stands, and the house's settings to read.
//
// `prefs` says what changed. Rules and standing approvals are not made here, only looked at and revoked.

import type { Prefs } from "../inbox/prefs";
import { allowNotify, call, canNotify, html, mayNotify, nothing, Part, type Problem } from "../inbox/shared";
import type * as inbox from "../inbox/words";
import "./ruling";
import "./standing";
import { wordsIn } from "./words";

/** What holds in this house, and for each name where it was set. */
interface Settings {
  file: string;
  settings: Record<string, unknown>;
  sources: Record<string, string>;
}

/** A setting's name, its value, and where it was set. */
type Fact = [string, string, string];

export class AsklineSettings extends Part {
  static override holds = "prefs words facts problem";
  declare prefs: Prefs;
  /** The inbox's, whose language decides ours. */
  declare words: inbox.Words;
  declare private facts: Fact[];
  declare private problem: string;

  constructor() {
    super();
    this.facts = [];
    this.problem = "";
  }

  private get says() {
    return wordsIn(this.words.language);
  }

  override connectedCallback() {
    super.connectedCallback();
    call<Settings>("GET", "/settings").then(
      ({ file, settings, sources }) => {
        const lines = Object.entries(settings).map(([name, value]): Fact => [name, String(value ?? "–"), sources[name] ?? ""]);
        this.facts = [[this.says.file, file, ""], ...lines];
      },
      (problem: Problem) => (this.problem = `${problem.detail} ${problem.hint}`),
    );
  }

  protected override render() {
    const { says: words, prefs } = this;
    return html`<h2>${words.browser}</h2>
      <section>
        ${this.choice("theme", words.theme, words.themes)} ${this.choice("language", words.languageName, words.languages)}
        <label class="set"><span>${words.letters}<small>${words.lettersMore}</small></span>
          <input type="checkbox" .checked=${prefs.keys} @change=${(event: Event) => this.set({ keys: (event.target as HTMLInputElement).checked })} /></label>
        ${this.notifications()}
        <div class="set"><span>${words.signOut}<small>${words.signOutMore}</small></span>
          <button class="btn" @click=${this.signOut}>${words.signOut}</button></div>
      </section>
      <askline-standing .language=${this.words.language}></askline-standing>
      <h2>${words.house}</h2>
      <section><p>${words.houseMore}</p>
        ${this.problem ? html`<p role="alert">${this.problem}</p>` : nothing}
        <dl class="facts">${this.facts.map(([name, value, source]) => html`<dt>${name}</dt><dd dir="auto">${value} <small>${source}</small></dd>`)}</dl></section>`;
  }

  private choice<Name extends "theme" | "language">(name: Name, heading: string, all: Record<Prefs[Name], string>) {
    return html`<fieldset class="set"><legend>${heading}</legend><div class="choice">
      ${Object.entries<string>(all).map(
        ([value, label]) => html`<label><input type="radio" name=${name} .checked=${this.prefs[name] === value}
          @change=${() => this.set({ [name]: value })} /><span>${label}</span></label>`,
      )}</div></fieldset>`;
  }

  private notifications() {
    const { says: words } = this;
    const on = this.prefs.notify && mayNotify();
    const denied = !canNotify() || Notification.permission === "denied";
    return html`<div class="set"><span>${words.notifications}
      <small>${denied ? words.notifyDenied : on ? words.notifyOn : words.notifyOff}</small></span>
      <button class="btn" ?disabled=${denied} @click=${on ? () => this.set({ notify: false }) : this.allow}>${on ? words.stop : this.words.notifyMe}</button></div>`;
  }

  private allow = async () => {
    this.set({ notify: await allowNotify() });
    this.requestUpdate();
  };

  private signOut = async () => {
    await call("POST", "/session/end", {}).catch(() => undefined);
    this.dispatchEvent(new CustomEvent("signed-out"));
  };

  private set(some: Partial<Prefs>) {
    this.dispatchEvent(new CustomEvent("prefs", { detail: { ...this.prefs, ...some } }));
  }
}

customElements.define("askline-settings", AsklineSettings);
