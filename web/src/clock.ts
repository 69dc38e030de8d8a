// Times in words, by the reader's own language. Pure: now is handed in.

import { fill, type Words } from "./says";
import type { Ask } from "./shapes";

const MINUTE = 60_000;

/** `1:42 left`; above two minutes only whole ones, so that nothing flickers while somebody thinks. */
export function timeLeft(left: number, words: Words): string {
  return fill(words.left, left > 2 * MINUTE ? whole(left, words.lang) : digits(left));
}

/** `8:42`; `0:00` when it is over. */
export function digits(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function whole(left: number, lang: string): string {
  const minutes = Math.floor(left / MINUTE);
  const unit = minutes < 120 ? "minute" : "hour";
  return new Intl.NumberFormat(lang, { style: "unit", unit }).format(minutes < 120 ? minutes : Math.floor(minutes / 60));
}

export function ago(past: number, lang: string): string {
  const minutes = Math.floor(Math.max(0, past) / MINUTE);
  const say = new Intl.RelativeTimeFormat(lang, { numeric: "auto", style: "short" });
  if (minutes < 1) return say.format(0, "second");
  if (minutes < 60) return say.format(-minutes, "minute");
  if (minutes < 1440) return say.format(-Math.floor(minutes / 60), "hour");
  return say.format(-Math.floor(minutes / 1440), "day");
}

/** All that a pending card shows of the time. */
export function face({ asked_at, deadline }: Ask, now: number, words: Words): string {
  return ago(now - Date.parse(asked_at), words.lang) + (deadline && timeLeft(Date.parse(deadline) - now, words));
}

export const minuteBegins = (end: number, before: number, now: number): boolean => end - before > MINUTE && end - now <= MINUTE;
