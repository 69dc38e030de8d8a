// Spans of time as people type and read them, exact to the second. Pure.

const UNITS: [string, number][] = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
];

/** What a field for a span takes: a whole number and a unit; without one, minutes. */
export const SPAN = "\\s*[0-9]+\\s*(s|min|h|d)?\\s*";

/** In the largest unit of which it is a whole number. */
export function spelled(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds && seconds % each === 0) ?? ["s", 1];
  return `${seconds / size} ${unit}`;
}

export function secondsOf(said: string): number {
  const [, count, unit] = /(\d+)\s*([a-z]*)/.exec(said) ?? [];
  return Number(count) * (UNITS.find(([each]) => each === unit)?.[1] ?? 60);
}
