// What a key does on the page: the keys that the card left alone, told in the verbs of the inbox.
import type { AsklineInbox } from "./inbox";
import { keyOf, type Moving } from "./keys";
import { neighbour } from "./model";
import type { Rows } from "./rows";

export function pressed(inbox: AsklineInbox, event: KeyboardEvent): void {
  const { renderRoot: root, place } = inbox;
  const key = keyOf(event, inbox.prefs.keys);
  const list = root.querySelector<Rows<{ id: string }>>("askline-list, askline-operation-list");
  if (!key || root.querySelector("dialog[open]")) return;
  if (key === "search") root.querySelector<HTMLElement>("input[type=search]")?.focus();
  else if (key === "help") inbox.help();
  else if (key === "correct") void inbox.correct();
  else if (key === "part") inbox.turn();
  else if (key === "claim" || key === "pass" || key === "snooze") root.querySelector<Moving>("askline-routing")?.[key]?.();
  else if (key === "back") {
    if (place.id && list && !list.checkVisibility()) inbox.show({ ...place, id: null });
    list?.focus();
  } else if (key === "up" || key === "down") {
    list?.focus();
    list?.move(key === "up" ? -1 : 1);
  } else {
    const next = neighbour(list?.items ?? [], list?.open ?? null, key === "next" ? 1 : -1);
    if (next) void inbox.enter(next.id, true);
  }
  event.preventDefault();
}
