// How much a tenant may hold, and how long what was settled is kept.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk, Page } from "./page";
import { type Field, form, type Said, table } from "./parts";

type Limits = Record<string, number | null>;

interface Held {
  own: Limits;
  ceiling: Limits;
  holds: Limits;
}

const NAMES: Record<string, string> = {
  pending: "Asks that wait at once",
  asks_per_hour: "Asks in an hour",
  people: "People",
  tokens: "Tokens that are good",
  attachment_bytes: "Bytes of attachments",
  retention_days: "Days that settled asks are kept",
};

const shown = (limit: number | null | undefined) => (limit == null ? "–" : limit.toLocaleString());

function save(said: Said, desk: Desk) {
  const body = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, Number(value)]));
  return desk.attempt(() => call("PUT", "/people/limits", body), "These limits hold now.");
}

export const limits: Page<Held> = {
  name: "limits",
  title: "Limits and retention",
  right: "administer",
  wants: "/people/limits",
  load: () => call<Held>("GET", "/people/limits"),
  draw({ own, ceiling, holds }, desk) {
    const names = Object.keys(own);
    const fields = names.map((name): Field => ({ name, label: NAMES[name] ?? name, kind: "number", value: own[name] == null ? "" : `${own[name]}` }));
    return html`${table("Limits", names, [
        { head: "Of what", cell: (name) => NAMES[name] ?? name },
        { head: "Holds", cell: (name) => shown(holds[name]) },
        { head: "Your own", cell: (name) => shown(own[name]) },
        { head: "The hub's", cell: (name) => shown(ceiling[name]) },
      ])}
      <h2>Set your own</h2><p class="none">What is left empty is bounded by the hub alone.</p>
      ${form("Set the limits", fields, (said) => save(said, desk))}`;
  },
};
