// A command exactly as it would run: every word in a box of its own, and nothing in it that cannot be seen.

import { html, nothing } from "lit/html.js";
import type { Words } from "./says";
import type { Command } from "./shapes";

/** Blanks, controls, and marks that turn or hide what stands beside them. */
const UNSEEN = /([\p{C}\p{Z}])/u;
const SHORT: Record<string, string> = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };

export function commandPart(command: Command, words: Words): unknown {
  const row = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`${argvPart(command.argv, words)}
    <dl class="facts" dir="ltr">${row(words.directory, legible(command.cwd))} ${row(words.sandbox, command.sandbox)}
      ${row(words.environment, command.env.join(" ") || words.none)} ${row(words.fingerprint, command.sha256)}</dl>`;
}

export function argvPart(argv: string[], words: Words): unknown {
  return html`<ol class="argv" aria-label=${words.command} dir="ltr">${argv.map((word) => html`<li><code>${legible(word) || html`<i>${words.emptyWord}</i>`}</code></li>`)}</ol>`;
}

/** A word with what cannot be seen in it spelled out. */
export function legible(word: string): unknown {
  if (!UNSEEN.test(word)) return word;
  return word.split(UNSEEN).map((part, at) => (at % 2 ? unseen(part) : part));
}

function unseen(sign: string): unknown {
  if (sign === " ") return html`<u> </u>`;
  return html`<i>${SHORT[sign] ?? `\\u{${sign.codePointAt(0)!.toString(16)}}`}</i>${sign === "\n" ? sign : nothing}`;
}
