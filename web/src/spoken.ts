// The language of a page that is not the inbox: what this browser was told to speak, else the browser's own. Another
// one than English is a file of its own, which also has the texts that stand in the page's HTML.

import { languageOf, readPrefs } from "./inbox/prefs";

/** Texts of a page's HTML in another language, by what stands there. */
export type Shell = Record<string, string>;

interface Speech {
  language: string;
}

/** The words of a page that draws all of itself; English where the other file cannot be had. */
export const spoken = async <Words extends Speech>(en: Words, page: string) => (await load(en, page)).words;

/** The same for a page that has words in its HTML: these change too. */
export async function spokenAll<Words extends Speech>(en: Words, page: string): Promise<Words> {
  const { words, shell = {} } = await load(en, page);
  const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const english = text.data.trim();
    if (Object.hasOwn(shell, english)) text.data = text.data.replace(english, shell[english]!);
  }
  return words;
}

async function load<Words extends Speech>(en: Words, page: string): Promise<{ words: Words; shell?: Shell }> {
  const language = languageOf(readPrefs());
  const english = { words: en };
  const file = language === en.language ? english : await import(new URL(`askline-${page}-${language}.js`, import.meta.url).href).catch(() => english);
  document.documentElement.lang = file.words.language;
  return file;
}

/** As the reader's own country writes that language, where the browser says which. */
export const localeOf = (language: string) => (navigator.language.startsWith(language) ? navigator.language : language);
