// The trails of a tenant's asks, for who keeps order: verified, and taken along line by line.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk, Page } from "./page";
import { type Field, form, type Said } from "./parts";

interface Review {
  asks: number;
  events: number;
  broken: number;
  flaws: { ask_id: string; number: number; problem: string }[];
  next: string | null;
}

const FIELDS: Field[] = [
  { name: "since", label: "Since", kind: "date" },
  { name: "until", label: "Until", kind: "date" },
];

const queryOf = (said: Said) => new URLSearchParams(said as Record<string, string>).toString();

function told({ asks, events, broken, flaws, next }: Review): string {
  const rest = next ? " There are more; choose a shorter time to see them all." : "";
  const first = flaws[0];
  if (first) return `${broken} of ${asks} trails are broken. The first: ask ${first.ask_id}, event ${first.number}: ${first.problem}.${rest}`;
  return `${asks} asks, ${events} events, every chain unbroken.${rest}`;
}

const verify = (said: Said, desk: Desk) =>
  desk.attempt(async () => {
    const found = await call<Review>("GET", `/people/audit/verify?${queryOf(said)}`);
    desk.say(told(found), found.broken > 0);
  }, "");

/** By an address of ours that the browser saves: the page never holds it. */
async function save(said: Said) {
  location.assign(`/api/v1/people/audit/export?${queryOf(said)}`);
  return false;
}

export const audit: Page<object> = {
  name: "audit",
  title: "Audit",
  right: "operate",
  wants: "/people/audit/verify?since=2100-01-01",
  load: async () => ({}),
  draw: (_, desk) => html`<h2>Verify the trails of asks</h2>${form("Verify", FIELDS, (said) => verify(said, desk))}
    <h2>Export them, a line for each event</h2>${form("Export", FIELDS, save)}`,
};
