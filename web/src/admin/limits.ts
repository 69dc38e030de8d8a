// How much a tenant may hold, and how long what was settled is kept.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk, Page } from "./page";
import { type Field, form, type Said, table } from "./parts";
import { called, locale, says } from "./says";

type Limits = Record<string, number | null>;

interface Held {
  own: Limits;
  ceiling: Limits;
  holds: Limits;
}

const nameOf = (name: string) => called(says.limits.names, name);

const shown = (limit: number | null | undefined) => (limit == null ? "–" : limit.toLocaleString(locale()));

function save(said: Said, desk: Desk) {
  const body = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, Number(value)]));
  return desk.attempt(() => call("PUT", "/people/limits", body), says.limits.setting.done);
}

export const limits: Page<Held> = {
  name: "limits",
  right: "administer",
  wants: "/people/limits",
  load: () => call<Held>("GET", "/people/limits"),
  draw({ own, ceiling, holds }, desk) {
    const { heads, setting } = says.limits;
    const names = Object.keys(own);
    const fields = names.map((name): Field => ({ name, label: nameOf(name), kind: "number", value: own[name] == null ? "" : `${own[name]}` }));
    return html`${table(says.titles.limits, heads, names, [
        nameOf,
        (name) => shown(holds[name]),
        (name) => shown(own[name]),
        (name) => shown(ceiling[name]),
      ])}
      <h2>${setting.title}</h2><p class="none">${setting.more}</p>
      ${form(setting.verb, fields, (said) => save(said, desk))}`;
  },
};
