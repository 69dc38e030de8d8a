// How much is asked, by day and by project: counts alone, as a plot and a table.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import { bars, span } from "../stats/plots";
import type { Page } from "./page";
import { table } from "./parts";

interface Counts {
  asked: number;
  answered: number;
  timed_out: number;
  rejected: number;
  cancelled: number;
  median_s: number | null;
}

type NamedCounts = Counts & { name: string };

interface Usage {
  days: (Counts & { day: string })[];
  projects?: NamedCounts[];
}

const COLUMNS = [
  { head: "Asked", cell: (each: Counts) => each.asked },
  { head: "Answered", cell: (each: Counts) => each.answered },
  { head: "Timed out", cell: (each: Counts) => each.timed_out },
  { head: "Rejected", cell: (each: Counts) => each.rejected },
  { head: "Cancelled", cell: (each: Counts) => each.cancelled },
  { head: "Half within", cell: (each: Counts) => span(each.median_s) },
];

const plot = (days: Usage["days"]) =>
  bars("Asked, by day", days.map(({ day, asked }) => ({ label: day, value: asked, said: `${asked}`, cells: [] })), true, 680);

export const usage: Page<Usage> = {
  name: "usage",
  title: "Usage",
  right: "operate",
  wants: "/people/usage?days=1",
  load: () => call<Usage>("GET", "/people/usage?days=30"),
  draw: ({ days, projects = [] }) => html`<h2>Asked, by day</h2>${plot(days)}
    <details><summary>As a table</summary>${table("By day", days, [{ head: "Day", cell: (each: Usage["days"][number]) => each.day }, ...COLUMNS])}</details>
    <h2>By project</h2>${table("By project", projects, [{ head: "Project", cell: (each: NamedCounts) => each.name }, ...COLUMNS])}`,
};
