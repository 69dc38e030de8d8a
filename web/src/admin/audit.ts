// The trails of a tenant's asks, for who keeps order: verified, and taken along line by line.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk, Page } from "./page";
import { type Field, form, type Said } from "./parts";
import { says } from "./says";
import type { Flaw } from "./words";

interface Review {
  asks: number;
  events: number;
  broken: number;
  flaws: Flaw[];
  next: string | null;
}

const fields = (): Field[] => [
  { name: "since", label: says.audit.since, kind: "date" },
  { name: "until", label: says.audit.until, kind: "date" },
];

const queryOf = (said: Said) => new URLSearchParams(said as Record<string, string>).toString();

function told({ asks, events, broken, flaws, next }: Review): string {
  const words = says.audit;
  const first = flaws[0];
  return [first ? words.broken(broken, asks, first) : words.holds(asks, events), next && words.more].filter(Boolean).join(" ");
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
  right: "operate",
  wants: "/people/audit/verify?since=2100-01-01",
  load: async () => ({}),
  draw: (_, desk) => html`<h2>${says.audit.verify.title}</h2>${form(says.audit.verify.verb, fields(), (said) => verify(said, desk))}
    <h2>${says.audit.export.title}</h2>${form(says.audit.export.verb, fields(), save)}`,
};
