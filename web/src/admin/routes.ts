// Whose ask it is: the rules by which asks of projects go to people, and on to others.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk, Page } from "./page";
import { act, table } from "./parts";
import { change, type Logins, type Rule } from "./rule";
import { called, says } from "./says";
import { spelled } from "./spans";

interface Held {
  rules: Rule[];
  logins: Logins;
}

function drop({ name }: Rule, desk: Desk) {
  desk.confirm(says.routes.removing(name), () => call("DELETE", `/people/routes/${encodeURIComponent(name)}`, {}));
}

function steps(rule: Rule): string[] {
  return rule.steps.map(({ named, after_s }) => {
    const whom = named.join(", ") || says.routes.teams;
    return after_s ? says.routes.after(spelled(after_s), whom) : whom;
  });
}

function scope({ kind, project }: Rule): string {
  const what = kind ? called(says.routes.kinds, kind) : says.routes.every;
  return project ? says.routes.of(what, project) : what;
}

const times = ({ tell_after_s, remind_s, claim_s }: Rule) =>
  [tell_after_s != null && says.routes.alerts(spelled(tell_after_s)), remind_s && says.routes.reminds(spelled(remind_s)), claim_s && says.routes.goesOn(spelled(claim_s))].filter(Boolean).join(", ");

export const routes: Page<Held> = {
  name: "routes",
  right: "administer",
  wants: "/people/routes",
  async load() {
    const [{ routes: rules }, people] = await Promise.all([call<{ routes: Rule[] }>("GET", "/people/routes"), call<{ id: string; login: string }[]>("GET", "/people")]);
    return { rules, logins: new Map(people.map(({ id, login }) => [id, login])) };
  },
  draw: ({ rules, logins }, desk) => html`
    ${table(
      says.routes.rules,
      says.routes.heads,
      rules,
      [
        (each) => each.name,
        scope,
        (each) => html`<ol>${steps(each).map((step) => html`<li>${step}</li>`)}</ol>`,
        (each) => says.routes.must(each.quorum, each.self_approval),
        times,
      ],
      (each) => html`${act(says.routes.change, each.name, () => change(desk, logins, each))} ${act(says.remove, each.name, () => drop(each, desk), "bad")}`,
    )}
    <div class="row"><button class="btn pri" @click=${() => change(desk, logins)}>${says.routes.make}</button></div>`,
};
