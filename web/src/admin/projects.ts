// Teams, and which project's asks go to which of them.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import { howTold } from "./contacts";
import type { Desk, Page } from "./page";
import { act, day, type Field, form, table } from "./parts";

interface Team {
  name: string;
  made_at: string;
}

interface Access {
  project: string;
  team: string;
}

interface Held {
  teams: Team[];
  projects: Access[];
}

const NEW_TEAM: Field[] = [{ name: "name", label: "Name", hint: "Short: small letters, digits and hyphens.", needed: true }];

function close({ project, team }: Access, desk: Desk) {
  const more = "New asks of the project no longer go to the team. What waits already stays with it.";
  desk.confirm(`Close ${project} to ${team}?`, more, "Close it", () => call("POST", "/people/projects/close", { project, team }), "Closed.");
}

function opening(teams: Team[], desk: Desk) {
  if (!teams.length) return html`<p class="none">Make a team first.</p>`;
  const fields: Field[] = [
    { name: "project", label: "Project", needed: true },
    { name: "team", label: "Team", kind: "select", options: teams.map(({ name }) => [name, name]) },
  ];
  return form("Open it", fields, (said) => desk.attempt(() => call("POST", "/people/projects", said), `${said.project} is open to ${said.team}.`));
}

export const projects: Page<Held> = {
  name: "projects",
  title: "Projects and teams",
  right: "administer",
  async load() {
    const [teams, found] = await Promise.all([call<Team[]>("GET", "/people/teams"), call<Access[]>("GET", "/people/projects")]);
    return { teams, projects: found };
  },
  draw: ({ teams, projects: found }, desk) => html`
    <h2>Projects</h2>
    ${table(
      "Projects",
      found,
      [
        { head: "Project", cell: (each) => each.project },
        { head: "Its asks go to", cell: (each) => each.team },
      ],
      (each) => act("Close", `${each.project} to ${each.team}`, () => close(each, desk), "bad"),
    )}
    <h2>Open a project to a team</h2>${opening(teams, desk)}
    <h2>Teams</h2>
    ${table(
      "Teams",
      teams,
      [
        { head: "Team", cell: (each) => each.name },
        { head: "Made", cell: (each) => day(each.made_at) },
      ],
      (each) => act("How it is told", each.name, () => howTold(each.name, desk)),
    )}
    <h2>Make a team</h2>
    ${form("Make a team", NEW_TEAM, (said) => desk.attempt(() => call("POST", "/people/teams", said), `Team ${said.name} is made.`))}`,
};
