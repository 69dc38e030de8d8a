// Tells of new asks outside the page: a notification where it was allowed, and the count in the tab's title.
import type { Ask } from "../shapes";
import { titleOf } from "./model";

const shown = new Map<string, Notification>();

let able = "Notification" in window;

export const canNotify = () => able;

export const mayNotify = () => canNotify() && Notification.permission === "granted";

/** To be called from a click only: a page that asks by itself is refused for good. */
export const allowNotify = async () => canNotify() && (await Notification.requestPermission()) === "granted";

export function badge(count: number): void {
  document.title = count ? `(${count}) Askline` : "Askline";
}

/** Lock screens are read by others: what is sensitive goes without its words. */
export function notify(ask: Ask, heading: string, open: () => void): void {
  if (!mayNotify() || document.hasFocus()) return;
  const body = [ask.sensitive ? "" : titleOf(ask), ask.project.name].filter(Boolean).join(" · ");
  try {
    const note = new Notification(heading, { body, tag: ask.id });
    note.onclick = () => {
      window.focus();
      note.close();
      open();
    };
    shown.set(ask.id, note);
  } catch {
    // Chrome on Android has the name and refuses the thing: from now on it is not offered.
    able = false;
  }
}

export function unnotify(id: string): void {
  shown.get(id)?.close();
  shown.delete(id);
}
