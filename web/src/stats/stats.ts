// How long people take and agents wait: plots drawn as SVG, and each with its numbers in a table. Counts alone; no
// word of any ask comes here.
import { bars, span, table, type Row } from "./plots";

interface Pace {
  asked: number;
  answered: number;
  median_s: number | null;
  late_s: number | null;
  blocked_minutes: number;
}

interface Stats extends Pace {
  since: string;
  pending: number;
  days: (Pace & { day: string })[];
  projects: (Pace & { name: string })[];
  agents: (Pace & { name: string })[];
  times: { up_to_s: number | null; count: number }[];
}

const DAYS = [7, 30, 90];
const DAY = 86_400_000;
const HEADS = ["Asked", "Settled by a person", "Half within", "Agents waited"];

const main = document.querySelector("main")!;

function element(name: string, text = "", ...inside: Node[]): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.append(...inside);
  return made;
}

function figures(row: Pace): string[] {
  return [`${row.asked}`, `${row.answered}`, span(row.median_s), span(row.blocked_minutes * 60)];
}

function section(title: string, rows: Row[], heads: string[], tall = false): HTMLElement {
  const plot = bars(title, rows, tall, main.clientWidth - 32);
  const details = element("details", "", element("summary", "As a table"), table(title, heads, rows));
  return element("section", "", element("h2", title), plot, details);
}

function drawn(stats: Stats): Node[] {
  const facts = `${stats.asked} asked, ${stats.answered} settled by a person, ${stats.pending} pending. Half are settled within ${span(stats.median_s)}, nine of ten within ${span(stats.late_s)}. Agents waited ${span(stats.blocked_minutes * 60)} in all.`;
  const waited = (row: Pace, label: string): Row => ({ label, value: row.blocked_minutes, said: span(row.blocked_minutes * 60), cells: figures(row) });
  const took = stats.times.map(({ up_to_s, count }) => {
    const label = up_to_s === null ? "longer" : `< ${span(up_to_s)}`;
    return { label, value: count, said: `${count}`, cells: [`${count}`] };
  });
  const median = stats.days.map((row) => ({ label: row.day, value: row.median_s ?? 0, said: span(row.median_s), cells: figures(row) }));
  return [
    element("p", facts),
    section("Time to answer", took, ["Time", "Asks"]),
    section("Agents waited, by day", stats.days.map((row) => waited(row, row.day)), ["Day", ...HEADS], true),
    section("Half are answered within, by day", median, ["Day", ...HEADS], true),
    section("Agents waited, by project", stats.projects.map((row) => waited(row, row.name)), ["Project", ...HEADS]),
    section("Agents waited, by agent", stats.agents.map((row) => waited(row, row.name)), ["Agent", ...HEADS]),
  ];
}

function choice(days: number): HTMLElement {
  const button = element("button", `${days} days`) as HTMLButtonElement;
  button.type = "button";
  button.setAttribute("aria-pressed", `${days === chosen}`);
  button.addEventListener("click", () => void show(days, true));
  return button;
}

let chosen = 30;

/** `again`: after a click, whose button was made anew; who comes to the page begins at its top. */
async function show(days: number, again = false): Promise<void> {
  chosen = days;
  const since = new Date(Date.now() - (days - 1) * DAY).toISOString().slice(0, 10);
  const group = element("div", "", ...DAYS.map(choice));
  group.className = "choices";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "How far back");
  main.replaceChildren(element("h1", "How long it takes"), group, ...(await read(since)));
  if (again) group.querySelector<HTMLElement>("[aria-pressed=true]")?.focus({ preventScroll: true });
}

async function read(since: string): Promise<Node[]> {
  try {
    const reply = await fetch(`/api/v1/stats?since=${since}`);
    if (reply.ok) return drawn(await reply.json());
    return [element("p", reply.status === 401 ? "You are signed out. Run `askline web`." : "The service could not tell. Try again.")];
  } catch {
    return [element("p", "The service cannot be reached.")];
  }
}

void show(chosen);
