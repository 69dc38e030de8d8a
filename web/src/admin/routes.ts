// Whose ask it is: the rules by which asks of projects go to people, and on to others.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk, Page } from "./page";
import { act, table } from "./parts";
import { change, type Logins, type Rule } from "./rule";
import { spelled } from "./spans";

interface Held {
  rules: Rule[];
  logins: Logins;
}

function drop({ name }: Rule, desk: Desk) {
  const more = "What was asked already goes its way.";
  desk.confirm(`Remove rule ${name}?`, more, "Remove", () => call("DELETE", `/people/routes/${encodeURIComponent(name)}`, {}), `${name} is removed.`);
}

const steps = (rule: Rule) => rule.steps.map(({ named, after_s }) => (after_s ? `after ${spelled(after_s)}: ` : "") + (named.join(", ") || "the teams of the project"));

const times = ({ tell_after_s, remind_s, claim_s }: Rule) =>
  [tell_after_s != null && `alerts after ${spelled(tell_after_s)}`, remind_s && `reminds every ${spelled(remind_s)}`, claim_s && `goes on though taken after ${spelled(claim_s)}`].filter(Boolean).join(", ");

export const routes: Page<Held> = {
  name: "routes",
  title: "Routes",
  right: "administer",
  wants: "/people/routes",
  async load() {
    const [{ routes: rules }, people] = await Promise.all([call<{ routes: Rule[] }>("GET", "/people/routes"), call<{ id: string; login: string }[]>("GET", "/people")]);
    return { rules, logins: new Map(people.map(({ id, login }) => [id, login])) };
  },
  draw: ({ rules, logins }, desk) => html`
    ${table(
      "Rules",
      rules,
      [
        { head: "Name", cell: (each) => each.name },
        { head: "For", cell: (each) => `${each.kind ?? "every ask"}${each.project ? ` of ${each.project}` : ""}` },
        { head: "Goes to", cell: (each) => html`<ol>${steps(each).map((step) => html`<li>${step}</li>`)}</ol>` },
        { head: "Approvals", cell: (each) => `${each.quorum} must agree${each.self_approval ? ", own too" : ""}` },
        { head: "Times", cell: times },
      ],
      (each) => html`${act("Change", each.name, () => change(desk, logins, each))} ${act("Remove", each.name, () => drop(each, desk), "bad")}`,
    )}
    <div class="row"><button class="btn pri" @click=${() => change(desk, logins)}>Make a rule</button></div>`,
};
