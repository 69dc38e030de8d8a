// How much is asked, by day and by project: counts alone, as a plot and a table.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import { bars, named, span } from "../stats/plots";
import type { Page } from "./page";
import { table } from "./parts";
import { locale, says } from "./says";

interface Counts {
  asked: number;
  answered: number;
  timed_out: number;
  rejected: number;
  cancelled: number;
  median_s: number | null;
}

type NamedCounts = Counts & { name: string };
type DayCounts = Counts & { day: string };

interface Usage {
  days: DayCounts[];
  projects?: NamedCounts[];
}

const amount = (count: number) => count.toLocaleString(locale());

/** Counts, beside what they are counts of. */
function counts<Row extends Counts>(caption: string, first: string, rows: Row[], name: (row: Row) => string) {
  return table(caption, [first, ...says.usage.heads], rows, [
    name,
    (each) => amount(each.asked),
    (each) => amount(each.answered),
    (each) => amount(each.timed_out),
    (each) => amount(each.rejected),
    (each) => amount(each.cancelled),
    (each) => span(each.median_s, says),
  ]);
}

const plot = (days: DayCounts[]) =>
  bars(says.usage.plot(says.usage.title), days.map(({ day, asked }) => ({ ...named(day, says), value: asked, said: amount(asked), cells: [] })), true, 680);

export const usage: Page<Usage> = {
  name: "usage",
  right: "operate",
  wants: "/people/usage?days=1",
  load: () => call<Usage>("GET", "/people/usage?days=30"),
  draw({ days, projects = [] }) {
    const words = says.usage;
    return html`<h2>${words.title}</h2>${plot(days)}
      <details><summary>${words.asTable}</summary>${counts(words.days, words.day, days, ({ day }) => named(day, says).label)}</details>
      <h2>${words.projects}</h2>${counts(words.projects, says.project, projects, ({ name }) => name)}`;
  },
};
