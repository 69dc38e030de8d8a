// Lines of what somebody has, each with what can be done with it.

import { pressed } from "./asking";

export const time = (said: string) => new Date(said).toLocaleString();

/** What there is; `acts` are done when somebody presses what they are called. */
export function line(about: string, acts: Record<string, () => Promise<void>>): HTMLElement {
  const made = document.createElement("li");
  made.append(`${about} `);
  for (const [verb, does] of Object.entries(acts)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = verb;
    button.setAttribute("aria-label", `${verb} ${about}`);
    pressed(button, does);
    made.append(button, " ");
  }
  return made;
}
