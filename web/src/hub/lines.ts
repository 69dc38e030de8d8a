// Lines of what somebody has, each with what can be done with it.

import { localeOf } from "../spoken";
import { pressed } from "./asking";
import { says } from "./says";

export const time = (said: string) => new Date(said).toLocaleString(localeOf(says.language), { dateStyle: "medium", timeStyle: "short" });

/** What there is; `acts` are done when somebody presses what they are called. */
export function line(about: string, acts: Record<string, () => Promise<void>>): HTMLElement {
  const made = document.createElement("li");
  const all = document.createElement("span");
  made.append(`${about} `, all);
  for (const [verb, does] of Object.entries(acts)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = verb;
    button.setAttribute("aria-label", says.done(verb, about));
    pressed(button, does);
    all.append(button);
  }
  return made;
}
