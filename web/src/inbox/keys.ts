// What a key means on the page. The card has its own and takes them first; what it left alone comes here.

export type Key = "search" | "help" | "next" | "previous" | "down" | "up" | "correct" | "back" | "part" | "claim" | "pass" | "snooze";

/** <askline-routing>, which may not have come yet. */
export type Moving = HTMLElement & Partial<Record<"claim" | "pass" | "snooze", () => void>>;

const LETTERS: Record<string, Key> = { "/": "search", "?": "help", "]": "next", "[": "previous", j: "down", k: "up", u: "correct", f: "part", g: "claim", p: "pass", z: "snooze" };

/** Nothing while somebody types, and no single letters where they were turned off. */
export function keyOf(event: KeyboardEvent, letters: boolean): Key | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  if (event.key === "Escape") return "back";
  return letters && !isTyping(event.composedPath()[0] as HTMLInputElement) ? LETTERS[event.key] : undefined;
}

const isTyping = (at: HTMLInputElement) =>
  /^(TEXTAREA|SELECT)$/.test(at.tagName) || at.isContentEditable || (at.tagName === "INPUT" && !["radio", "checkbox", "file"].includes(at.type));
