// Until when to put an ask off: three times that are often meant, by a click or a digit, and any other.

import { html, nothing } from "../inbox/shared";
import type { AsklineRouting } from "./routing";
import { fieldTime, inMinutes, tomorrow } from "./when";

export function snoozing(part: AsklineRouting) {
  const { says, now } = part;
  const times: [string, Date][] = [
    [says.soon, inMinutes(now, 30)],
    [says.later, inMinutes(now, 120)],
    [says.tomorrow, tomorrow(now)],
  ];
  return html`<dialog class="snoozing" aria-labelledby="snooze" aria-describedby="snooze-more" @keydown=${(event: KeyboardEvent) => digit(part, event, times)}>
    <h2 id="snooze">${says.snooze}</h2><p id="snooze-more">${says.snoozeMore}</p>
    <div class="times">${times.map(
      ([name, until], at) => html`<button class="btn" @click=${() => part.put(until)}>${name}${part.keys ? html` <kbd aria-hidden="true">${at + 1}</kbd>` : nothing}</button>`,
    )}</div>
    <form method="dialog" @submit=${(event: Event) => custom(part, event)}>
      <label>${says.until} <input type="datetime-local" name="until" required .defaultValue=${fieldTime(tomorrow(now))} /></label>
      <button class="btn">${says.setUntil}</button></form>
    ${part.fault ? html`<p class="bad" role="alert">${part.fault}</p>` : nothing}
    <button class="btn ghost" @click=${() => part.close()}>${says.close}</button></dialog>`;
}

function custom(part: AsklineRouting, event: Event) {
  event.preventDefault();
  part.put(new Date(String(new FormData(event.target as HTMLFormElement).get("until"))));
}

function digit(part: AsklineRouting, event: KeyboardEvent, times: [string, Date][]) {
  const chosen = times[Number(event.key) - 1];
  if (!chosen || !part.keys || (event.target as HTMLElement).tagName === "INPUT") return;
  event.preventDefault();
  part.put(chosen[1]);
}
