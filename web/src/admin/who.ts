// Who looks at these pages, and which of them they may see. Pure.

import type { Page } from "./page";

export type Right = "administer" | "operate";

export interface Me {
  id: string;
  name: string;
  tenant: string;
  rights: string[];
}

export const mayAny = (me: Me) => me.rights.includes("administer") || me.rights.includes("operate");

export const allowed = (pages: Page[], me: Me) => pages.filter((page) => me.rights.includes(page.right));

/** The page that an address names, else the first. */
export function pageAt(path: string, pages: Page[]): Page | undefined {
  const name = path.split("/")[2];
  return pages.find((page) => page.name === name) ?? pages[0];
}
