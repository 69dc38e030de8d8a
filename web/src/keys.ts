// What a key means inside the card. Pure: whether it may happen now is the card's matter.
//
// Arrows stay with the browser inside radio groups, where they choose; letters stay with whoever types.

type Verb = "advance" | "finish" | "leave" | "move" | "step" | "pick" | "other" | "recommend" | "all" | "reject" | "back" | "amend";

/** What to do, and for some verbs how far or which. */
export type Action = readonly [Verb, number?];

const LETTERS: Record<string, Action> = {
  j: ["move", 1],
  k: ["move", -1],
  h: ["step", -1],
  l: ["step", 1],
  o: ["other"],
  r: ["recommend"],
  R: ["all"],
  x: ["reject"],
  a: ["back"],
  u: ["amend"],
};

export function actionOf(event: KeyboardEvent, at: HTMLInputElement, letters: boolean): Action | undefined {
  const { key } = event;
  const enter = key === "Enter";
  if (event.altKey || event.isComposing) return;
  if (event.ctrlKey || event.metaKey) return enter ? ["finish"] : undefined;
  if (key === "Escape") return ["leave"];
  if (/^(TEXTAREA|SELECT)$/.test(at.tagName)) return;
  if (at.type === "text") return enter ? ["finish"] : undefined;
  // A button, a link, a fold has its own Enter.
  if (enter) return at.matches(".opts input, h3") ? ["advance"] : undefined;
  if (at.type === "checkbox" && /^Arrow(Up|Down)$/.test(key)) return ["move", key === "ArrowUp" ? -1 : 1];
  if (!letters) return;
  return key > "0" && key <= "9" ? ["pick", Number(key) - 1] : LETTERS[key];
}
