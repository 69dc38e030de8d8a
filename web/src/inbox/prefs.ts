// What this browser was told to do. Kept in the browser; a browser that keeps nothing works too.

export interface Prefs {
  theme: "" | "light" | "dark";
  language: "" | "en" | "de";
  keys: boolean;
  notify: boolean;
}

const NAME = "askline";
const DEFAULTS: Prefs = { theme: "", language: "", keys: true, notify: false };

export function readPrefs(): Prefs {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(NAME) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** The language to speak: what was chosen, else the browser's; one that is not there is English. */
export const languageOf = ({ language }: { language: string }) => (/^de\b/i.test(language || navigator.language) ? "de" : "en");

export function keepPrefs(prefs: Prefs): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(prefs));
  } catch {
    // Denied or full: it holds until the page is closed.
  }
}
