// How long people take and agents wait: plots drawn as SVG, and each with its numbers in a table. Counts alone; no
// word of any ask comes here.
import { localeOf, spokenAll } from "../spoken";
import { bars, named, span, table, type Row } from "./plots";
import { en } from "./words";

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

const main = document.querySelector("main")!;
let says = en;

const amount = (count: number) => count.toLocaleString(localeOf(says.language));

const time = (seconds: number | null) => span(seconds, says);

function element(name: string, text = "", ...inside: Node[]): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.append(...inside);
  return made;
}

function figures(row: Pace): string[] {
  return [amount(row.asked), amount(row.answered), time(row.median_s), time(row.blocked_minutes * 60)];
}

function section(title: string, rows: Row[], heads: string[], tall = false): HTMLElement {
  const plot = bars(says.plot(title), rows, tall, main.clientWidth - 32);
  const details = element("details", "", element("summary", says.asTable), table(title, heads, rows));
  return element("section", "", element("h2", title), plot, details);
}

function drawn(stats: Stats): Node[] {
  const { firsts, heads } = says;
  const facts = [
    says.facts(amount(stats.asked), amount(stats.answered), amount(stats.pending)),
    says.pace(time(stats.median_s), time(stats.late_s), time(stats.blocked_minutes * 60)),
  ];
  const waited = (row: Pace, label: string): Row => ({ label, value: row.blocked_minutes, said: time(row.blocked_minutes * 60), cells: figures(row) });
  const took = stats.times.map(({ up_to_s, count }) => {
    const label = up_to_s === null ? says.longer : `< ${time(up_to_s)}`;
    return { label, value: count, said: amount(count), cells: [amount(count)] };
  });
  const median = stats.days.map((row) => ({ ...named(row.day, says), value: row.median_s ?? 0, said: time(row.median_s), cells: figures(row) }));
  return [
    element("p", facts.join(" ")),
    section(says.took, took, [firsts.time, firsts.asks]),
    section(says.waitedByDay, stats.days.map((row) => ({ ...waited(row, ""), ...named(row.day, says) })), [firsts.day, ...heads], true),
    section(says.halfByDay, median, [firsts.day, ...heads], true),
    section(says.waitedByProject, stats.projects.map((row) => waited(row, row.name)), [firsts.project, ...heads]),
    section(says.waitedByAgent, stats.agents.map((row) => waited(row, row.name)), [firsts.agent, ...heads]),
  ];
}

function choice(days: number): HTMLElement {
  const button = element("button", says.back(days)) as HTMLButtonElement;
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
  group.setAttribute("aria-label", says.howFar);
  main.replaceChildren(element("h1", says.heading), group, ...(await read(since)));
  if (again) group.querySelector<HTMLElement>("[aria-pressed=true]")?.focus({ preventScroll: true });
}

async function read(since: string): Promise<Node[]> {
  try {
    const reply = await fetch(`/api/v1/stats?since=${since}`);
    if (reply.ok) return drawn(await reply.json());
    return [element("p", reply.status === 401 ? says.signedOut : says.untold)];
  } catch {
    return [element("p", says.unreachable)];
  }
}

async function begin(): Promise<void> {
  says = await spokenAll(en, "stats");
  await show(chosen);
}

void begin();
