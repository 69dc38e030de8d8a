// Who is here, what each holds, who else may come.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk, Page } from "./page";
import { act, day, type Field, form, type Said, table } from "./parts";
import { says } from "./says";

interface Role {
  role: string;
  team: string | null;
}

interface Person {
  id: string;
  login: string;
  name: string;
  joined_at: string;
  left_at: string | null;
  roles: Role[];
}

interface Held {
  people: Person[];
  teams: string[];
}

const called = ({ role, team }: Role) => (team ? says.people.inTeam(role, team) : role);

const roleFields = (teams: string[]): Field[] => [
  { name: "role", label: says.people.role, kind: "select", options: Object.entries(says.people.does).map(([role, does]) => [role, `${role}: ${does}`]) },
  { name: "team", label: says.team, kind: "select", options: [["", says.people.whole], ...teams.map((name): [string, string] => [name, name])] },
];

function invite(teams: string[], desk: Desk) {
  const send = ({ login, ...role }: Said) =>
    desk.attempt(async () => {
      const { link } = await call<{ link: string }>("POST", "/people/invitations", { login: login!, grants: [role] });
      desk.reveal(says.people.invited(String(login)), link);
    }, "");
  const login: Field = { name: "login", ...says.people.login, needed: true };
  return form(says.people.inviting.verb, [login, ...roleFields(teams)], send);
}

function give({ id, name }: Person, teams: string[], desk: Desk) {
  const { title, verb, done } = says.people.giving(name);
  const send = (role: Said) => desk.attempt(() => call("POST", `/people/${id}/roles`, role), done);
  desk.fill(title, form(verb, roleFields(teams), send));
}

function roles({ id, name, roles: held }: Person, desk: Desk) {
  const words = says.people;
  const take = (each: Role) => {
    const body = { role: each.role, ...(each.team && { team: each.team }) };
    desk.confirm({ title: `${words.take(called(each), name)}?`, ...words.taking }, () => call("POST", `/people/${id}/roles/take`, body));
  };
  return html`<ul class="tags">${held.map((each) => html`<li>${called(each)} <button class="lnk" aria-label=${words.take(called(each), name)} @click=${() => take(each)}>✕</button></li>`)}</ul>`;
}

function remove({ id, name }: Person, desk: Desk) {
  desk.confirm(says.people.removing(name), () => call("POST", `/people/${id}/remove`, {}));
}

export const people: Page<Held> = {
  name: "people",
  right: "administer",
  async load() {
    const [found, teams] = await Promise.all([call<Person[]>("GET", "/people"), call<{ name: string }[]>("GET", "/people/teams")]);
    return { people: found.filter((each) => !each.left_at), teams: teams.map((each) => each.name) };
  },
  draw: ({ people: found, teams }, desk) => html`
    ${table(
      says.titles.people,
      says.people.heads,
      found,
      [(each) => each.name, (each) => each.login, (each) => roles(each, desk), (each) => day(each.joined_at)],
      (each) => html`${act(says.people.give, each.name, () => give(each, teams, desk), "", says.people.giveTo(each.name))} ${act(says.remove, each.name, () => remove(each, desk), "bad")}`,
    )}
    <h2>${says.people.inviting.title}</h2>${invite(teams, desk)}`,
};
