// Which language the page speaks. The other one is a file of its own: who reads English never loads it.
import * as card from "../says";
import { en, type Words } from "./words";

export async function wordsIn(language: string): Promise<[Words, card.Words]> {
  if (language !== "de") return [en, card.en];
  const file = (name: string) => import(new URL(name, import.meta.url).href);
  const [page, inner] = await Promise.all([file("askline-inbox-de.js"), file("askline-de.js")]);
  return [page.de, inner.de];
}
