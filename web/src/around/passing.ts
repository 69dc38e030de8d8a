// Whom to pass an ask on to: one field that narrows the list, arrows that point, Enter that does it.

import { html, nothing } from "../inbox/shared";
import type { AsklineRouting } from "./routing";

/** More than these nobody reads: who types a letter finds the others. */
const MOST = 50;

export function passing(part: AsklineRouting) {
  const { says, addressees } = part;
  const fits = part.fits.slice(0, MOST);
  const none = addressees ? says.nobody : says.looking;
  return html`<dialog class="passing" aria-labelledby="pass-to"><h2 id="pass-to">${says.passTo}</h2>
    <input type="text" role="combobox" aria-label=${says.find} placeholder=${says.find} aria-expanded="true" aria-controls="fits" autocomplete="off"
      aria-activedescendant=${fits.length ? `fit-${part.at}` : nothing} .value=${part.sought}
      @input=${(event: Event) => ([part.sought, part.at] = [(event.target as HTMLInputElement).value, 0])}
      @keydown=${(event: KeyboardEvent) => move(part, event, fits.length)} />
    <ul class="fits" id="fits" role="listbox" aria-label=${says.passTo}>${fits.map(
      (each, at) => html`<li role="option" id="fit-${at}" aria-selected=${at === part.at} @click=${() => part.passTo(each)}>
        <b dir="auto">${each.name}</b> <small>${says.kinds[each.kind]}</small></li>`,
    )}</ul>
    ${fits.length ? nothing : html`<p role="status">${none}</p>`}
    <button class="btn" @click=${() => part.close()}>${says.close}</button></dialog>`;
}

function move(part: AsklineRouting, event: KeyboardEvent, count: number) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && count) part.at = (part.at + step + count) % count;
  else if (event.key === "Enter" && !event.isComposing && !event.repeat) part.passTo(part.fits[part.at]);
  else return;
  event.preventDefault();
}
