// Bars as SVG, lying or standing, and the same numbers as a table. Knows nothing of asks.

import { localeOf } from "../spoken";

export interface Row {
  label: string;
  /** The label where there is little room. */
  brief?: string;
  value: number;
  /** The value as people read it. */
  said: string;
  /** The further columns of the table. */
  cells: string[];
}

const SVG = "http://www.w3.org/2000/svg";

function shape(name: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
  made.textContent = text;
  return made;
}

/** What of a language numbers and days need: its name, and how it shortens a day. */
interface Speech {
  language: string;
  day: string;
}

/** Roughly, in the largest unit that says something. */
export function span(seconds: number | null, { language, day }: Speech): string {
  if (seconds === null) return "–";
  for (const [size, unit] of [[86_400, day], [3600, "h"], [60, "min"]] as const) {
    if (seconds >= size) return `${(seconds / size).toLocaleString(localeOf(language), { maximumFractionDigits: 1 })} ${unit}`;
  }
  return `${Math.round(seconds)} s`;
}

/** How a day is called, and how where there is little room. It has no time, and so no zone. */
export function named(day: string, { language }: Speech): { label: string; brief: string } {
  const said = (how: Intl.DateTimeFormatOptions) => new Date(day).toLocaleDateString(localeOf(language), { ...how, timeZone: "UTC" });
  return { label: said({ dateStyle: "medium" }), brief: said({ day: "numeric", month: "short" }) };
}

/** As wide as there is room for: letters stay as large as those around them. `about` is for who sees no bars. */
export function bars(about: string, rows: Row[], standing: boolean, room: number): SVGElement {
  const most = Math.max(...rows.map((row) => row.value), 0) || 1;
  const width = Math.min(Math.max(room, 280), 680);
  const plot = shape("svg", { viewBox: `0 0 ${width} ${standing ? 175 : rows.length * 26}`, role: "img", "aria-label": about });
  plot.append(...rows.flatMap((row, place) => (standing ? upright(row, place, rows, most, width) : flat(row, place, most, width))));
  return plot;
}

function flat(row: Row, place: number, most: number, width: number): SVGElement[] {
  const [y, left] = [place * 26, width * 0.28];
  const length = Math.max((row.value / most) * (width - left - 80), row.value > 0 ? 2 : 0);
  const fits = Math.floor(left / 7.5);
  const label = row.label.length > fits ? `${row.label.slice(0, fits - 1)}…` : row.label;
  return [
    shape("text", { x: left - 10, y: y + 17, "text-anchor": "end" }, label),
    shape("rect", { x: left, y: y + 4, width: length, height: 18, rx: 2 }),
    shape("text", { x: left + length + 8, y: y + 17 }, row.said),
  ];
}

function upright(row: Row, place: number, rows: Row[], most: number, width: number): SVGElement[] {
  const step = width / rows.length;
  const height = Math.max((row.value / most) * 120, row.value > 0 ? 2 : 0);
  const bar = shape("rect", { x: place * step + step * 0.1, y: 145 - height, width: step * 0.8, height, rx: 1 });
  bar.append(shape("title", {}, `${row.label}: ${row.said}`));
  // As many names of days as there is room for, and the number over the highest bar.
  const hasName = place % Math.ceil(rows.length / Math.floor(width / 80)) === 0;
  const high = row.value === most;
  const middle = Math.min(Math.max(place * step + step / 2, 30), width - 30);
  return [
    bar,
    ...(hasName ? [shape("text", { x: Math.min(place * step, width - 52), y: 165 }, row.brief ?? row.label)] : []),
    ...(high ? [shape("text", { x: middle, y: 138 - height, "text-anchor": "middle" }, row.said)] : []),
  ];
}

export function table(title: string, heads: string[], rows: Row[]): HTMLElement {
  const made = document.createElement("table");
  made.createCaption().textContent = title;
  const head = made.createTHead().insertRow();
  for (const each of heads) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = each;
    head.append(cell);
  }
  const body = made.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    const first = document.createElement("th");
    first.scope = "row";
    first.textContent = row.label;
    line.append(first);
    for (const each of row.cells) line.insertCell().textContent = each;
  }
  return made;
}
