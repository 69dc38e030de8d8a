// Who is here, what each holds, who else may come.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk, Page } from "./page";
import { act, day, type Field, form, type Said, table } from "./parts";

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

const ROLES: [string, string][] = [
  ["answerer", "answerer: answers questions"],
  ["approver", "approver: answers and approves"],
  ["asker", "asker: agents may ask for them"],
  ["operator", "operator: keeps order in the whole tenant"],
  ["admin", "admin: administers the whole tenant"],
];

const called = ({ role, team }: Role) => (team ? `${role} in ${team}` : role);

const roleFields = (teams: string[]): Field[] => [
  { name: "role", label: "Role", kind: "select", options: ROLES },
  { name: "team", label: "Team", kind: "select", options: [["", "the whole tenant"], ...teams.map((name): [string, string] => [name, name])] },
];

function invite(teams: string[], desk: Desk) {
  const send = ({ login, ...role }: Said) =>
    desk.attempt(async () => {
      const { link } = await call<{ link: string }>("POST", "/people/invitations", { login: login!, grants: [role] });
      desk.reveal(`Invitation for ${login}`, "Send them this link. It opens once, and is shown only now.", link);
    }, "");
  const login: Field = { name: "login", label: "Login", hint: "What they will sign in with, such as their mail address.", needed: true };
  return form("Invite", [login, ...roleFields(teams)], send);
}

function give({ id, name }: Person, teams: string[], desk: Desk) {
  const send = (role: Said) => desk.attempt(() => call("POST", `/people/${id}/roles`, role), `${name} has the role.`);
  desk.fill(`A role for ${name}`, form("Give the role", roleFields(teams), send));
}

function roles({ id, name, roles: held }: Person, desk: Desk) {
  const take = (each: Role) => {
    const body = { role: each.role, ...(each.team && { team: each.team }) };
    desk.confirm(`Take ${called(each)} from ${name}?`, "It holds from the next thing they do.", "Take it", () => call("POST", `/people/${id}/roles/take`, body), "Taken.");
  };
  return html`<ul class="tags">${held.map((each) => html`<li>${called(each)} <button class="lnk" aria-label="Take ${called(each)} from ${name}" @click=${() => take(each)}>✕</button></li>`)}</ul>`;
}

function remove({ id, name }: Person, desk: Desk) {
  const more = "They are signed out everywhere and their tokens end. What they answered stays.";
  desk.confirm(`Remove ${name}?`, more, "Remove", () => call("POST", `/people/${id}/remove`, {}), `${name} is removed.`);
}

export const people: Page<Held> = {
  name: "people",
  title: "People",
  right: "administer",
  async load() {
    const [found, teams] = await Promise.all([call<Person[]>("GET", "/people"), call<{ name: string }[]>("GET", "/people/teams")]);
    return { people: found.filter((each) => !each.left_at), teams: teams.map((each) => each.name) };
  },
  draw: ({ people: found, teams }, desk) => html`
    ${table(
      "People",
      found,
      [
        { head: "Name", cell: (each) => each.name },
        { head: "Login", cell: (each) => each.login },
        { head: "Roles", cell: (each) => roles(each, desk) },
        { head: "Joined", cell: (each) => day(each.joined_at) },
      ],
      (each) => html`${act("Give a role", `to ${each.name}`, () => give(each, teams, desk))} ${act("Remove", each.name, () => remove(each, desk), "bad")}`,
    )}
    <h2>Invite somebody</h2>${invite(teams, desk)}`,
};
