// Until when something may be put off. Pure: now is handed in; days are the reader's own.

const MINUTE = 60_000;
const MORNING = 9;

export const inMinutes = (now: number, minutes: number) => new Date(now + minutes * MINUTE);

export function tomorrow(now: number): Date {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, MORNING);
}

/** `14:05`; with its day where that is not today. */
export function clockTime(at: string, now: number, language: string): string {
  const time = new Date(at);
  const today = time.toDateString() === new Date(now).toDateString();
  return time.toLocaleString(language, today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
}

/** As a field for local times takes it. */
export function fieldTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** How long ago, without the "ago": `3 min`. */
export function span(past: number, language: string): string {
  const minutes = Math.max(0, Math.floor(past / MINUTE));
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 2880 ? [Math.floor(minutes / 60), "hour"] : [Math.floor(minutes / 1440), "day"];
  return new Intl.NumberFormat(language, { style: "unit", unit }).format(count as number);
}
