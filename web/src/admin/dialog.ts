// The one dialog of these pages: a question before something ends, a form, or what is shown once.

import { html, nothing } from "lit/html.js";
import type { AsklineAdmin, Talk } from "./admin";
import { says } from "./says";

export function dialog(admin: AsklineAdmin) {
  const { talk, problem } = admin;
  return html`<dialog aria-labelledby="talk" @close=${() => admin.close()}>${talk
    ? html`<h2 id="talk">${talk.title}</h2>${inside(talk)}
        <p role="alert">${problem}</p>
        <div class="row">${talk.kind === "ask" ? html`<button class="btn bad" @click=${talk.does}>${talk.verb}</button>` : nothing}
          <button class="btn" @click=${() => admin.close()}>${talk.kind === "ask" ? says.keep : says.close}</button></div>`
    : nothing}</dialog>`;
}

function inside(talk: Talk) {
  if (talk.kind === "form") return talk.form;
  if (talk.kind === "ask") return html`<p>${talk.more}</p>`;
  const copy = (event: Event) => void navigator.clipboard?.writeText(talk.secret).then(() => ((event.target as HTMLElement).textContent = says.copied));
  return html`<p>${talk.more}</p><p><code class="secret">${talk.secret}</code></p><button class="btn" @click=${copy}>${says.copy}</button>`;
}
