// Markdown that the server has read, as elements. There is no HTML to clean: elements are made by
// name from a fixed list, and a tag outside it leaves its text and nothing else.

import type { Words } from "./says";
import type { Node as Read, NodeElement } from "./shapes";

const TAGS = /^(p|strong|em|s|code|pre|[uo]l|li|blockquote|br|hr|table|thead|tbody|t[rhd])$/;
const LINK = /^(https?:|mailto:)/i;

/** What was drawn, by what it was drawn from: drawn anew it would lose the reader's place. */
export type Drawn = WeakMap<object, HTMLElement>;

/** A text as the server read it, or as it is where nobody read it. */
export function prose(owner: object, list: Read[] | null | undefined, text: string, words: Words, drawn: Drawn): HTMLElement {
  let whole = drawn.get(owner);
  if (!whole) {
    whole = make("div", list ? list.flatMap((node) => draw(node, words)) : [make("p", [text])]);
    whole.className = "prose";
    drawn.set(owner, whole);
  }
  return whole;
}

function make(tag: string, inside: (string | Node)[], attributes: Record<string, unknown> = {}): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value) element.setAttribute(name, String(value));
  element.append(...inside);
  return element;
}

function draw(node: Read, words: Words): (string | Node)[] {
  if (typeof node === "string") return [node];
  const { tag, align, start, language } = node;
  const inside = (node.children ?? []).flatMap((child) => draw(child, words));
  if (tag === "a") return link(node, inside);
  // An agent's headings would break the page's own order of headings.
  if (/^h\d$/.test(tag)) return [make("p", inside, { class: "h" })];
  if (!TAGS.test(tag)) return inside;
  // What scrolls must be reachable by keyboard.
  const region = { tabindex: "0", role: "region", "aria-label": language || words.code };
  const element = make(tag, inside, tag === "pre" ? region : { align, start });
  return [tag === "table" ? make("div", [element], { ...region, class: "wide", "aria-label": words.table }) : element];
}

function link({ href = "", host }: NodeElement, inside: (string | Node)[]): (string | Node)[] {
  if (!LINK.test(href)) return inside;
  const shown = make("a", inside, { href, target: "_blank", rel: "noopener noreferrer" });
  return host ? [shown, " ", make("span", [`(${host})`], { class: "host" })] : [shown];
}
