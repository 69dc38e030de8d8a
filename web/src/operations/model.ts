// Which operations there are and in what order, and how one stands. Pure.

import { digits } from "../inbox/shared";
import type { Operation } from "../shapes";
import type { Words } from "./words";

/** With the name that rows go by. */
export type Listed = Operation & { id: string };

export const isOver = (operation: Operation): boolean => !!operation.ended_at;

/** What was known with what was told just now. Ids rise with time, so that their texts are in order. */
export function merged(known: Listed[], told: Operation[]): Listed[] {
  const all = new Map(known.map((each) => [each.id, each]));
  for (const each of told) {
    const id = each.operation_id;
    const before = all.get(id);
    // The stream and a reply may overtake each other; what has ended stays ended.
    if (!before || !isOver(before) || isOver(each)) all.set(id, { ...each, id });
  }
  return [...all.values()].sort(byTurn);
}

/** What the stream told since: of the rest a reply may have told something newer. */
export const news = (now: Operation[], before: Operation[] = []): Operation[] => now.filter((each) => !before.includes(each));

/** What has not ended first, then the newest. */
const byTurn = (a: Listed, b: Listed): number => Number(isOver(a)) - Number(isOver(b)) || (a.id < b.id ? 1 : -1);

export function fitting(operations: Listed[], said: string): Listed[] {
  const words = said.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return operations;
  return operations.filter((each) => {
    const text = [each.tool, each.status, each.agent.name, each.project.name, each.short_id, ...each.commands.flatMap(({ argv }) => argv)].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const GLYPHS: Record<Operation["status"], [mood: string, glyph: string]> = {
  pending: ["", "◌"],
  awaiting_approval: ["warn", "?"],
  working: ["run", "▸"],
  completed: ["ok", "✓"],
  failed_to_start: ["bad", "!"],
  cancelled: ["", "–"],
  timed_out: ["bad", "◷"],
  interrupted: ["bad", "↯"],
};

/** Mood, glyph and words. */
export function standing(operation: Operation, words: Words): [string, string, string] {
  const { status, exit_code: code, signal, refused } = operation;
  if (status === "completed" && code) return ["bad", "✕", words.exit(code)];
  if (status === "completed" && signal) return ["bad", "✕", words.signal(signal)];
  const [mood, glyph] = GLYPHS[status];
  return refused ? ["bad", "✕", words.refused] : [mood, glyph, words.status[status]];
}

/** How long it ran, or runs. */
export function elapsed({ started_at, ended_at, elapsed_s }: Operation, now: number, language: string): string {
  if (!started_at) return "";
  if (!ended_at) return digits(Math.max(0, now - Date.parse(started_at)));
  const short = new Intl.NumberFormat(language, { style: "unit", unit: "second", unitDisplay: "narrow", maximumFractionDigits: 1 });
  return elapsed_s < 60 ? short.format(elapsed_s) : digits(elapsed_s * 1000);
}

/** `4.2 MB`: what nobody counts is rounded. */
export function bytes(count: number, language: string): string {
  const unit = count < 1000 ? "byte" : count < 1e6 ? "kilobyte" : "megabyte";
  const many = unit === "byte" ? count : count / (unit === "kilobyte" ? 1e3 : 1e6);
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(many);
}
