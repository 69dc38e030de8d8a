// What these pages say, in the language that they speak; English until that has come.

import { away } from "../inbox/api";
import { localeOf, spoken } from "../spoken";
import { en } from "./words";

export let says = en;

/** Nothing is drawn before. */
export async function speak(): Promise<void> {
  says = await spoken(en, "admin");
  Object.assign(away, says.unreachable);
}

/** What a name of the service is called; what nobody named is called by itself. */
export const called = (names: Record<string, string>, name: string) => names[name] ?? name;

export const locale = () => localeOf(says.language);
