// Teams, and which project's asks go to which of them.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import { howTold } from "./contacts";
import type { Desk, Page } from "./page";
import { act, day, type Field, form, table } from "./parts";
import { says } from "./says";

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

const newTeam = (): Field[] => [{ name: "name", ...says.projects.name, needed: true }];

function close({ project, team }: Access, desk: Desk) {
  const words = says.projects;
  desk.confirm({ title: `${words.close(project, team)}?`, ...words.closing }, () => call("POST", "/people/projects/close", { project, team }));
}

function opening(teams: Team[], desk: Desk) {
  if (!teams.length) return html`<p class="none">${says.projects.teamFirst}</p>`;
  const fields: Field[] = [
    { name: "project", label: says.project, needed: true },
    { name: "team", label: says.team, kind: "select", options: teams.map(({ name }) => [name, name]) },
  ];
  return form(says.projects.opening.verb, fields, (said) => desk.attempt(() => call("POST", "/people/projects", said), says.projects.opened(String(said.project), String(said.team))));
}

export const projects: Page<Held> = {
  name: "projects",
  right: "administer",
  async load() {
    const [teams, found] = await Promise.all([call<Team[]>("GET", "/people/teams"), call<Access[]>("GET", "/people/projects")]);
    return { teams, projects: found };
  },
  draw: ({ teams, projects: found }, desk) => html`
    <h2>${says.projects.projects}</h2>
    ${table(
      says.projects.projects,
      says.projects.heads,
      found,
      [(each) => each.project, (each) => each.team],
      (each) => act(says.close, "", () => close(each, desk), "bad", says.projects.close(each.project, each.team)),
    )}
    <h2>${says.projects.opening.title}</h2>${opening(teams, desk)}
    <h2>${says.projects.teams}</h2>
    ${table(
      says.projects.teams,
      says.projects.teamHeads,
      teams,
      [(each) => each.name, (each) => day(each.made_at)],
      (each) => act(says.projects.told, each.name, () => howTold(each.name, desk)),
    )}
    <h2>${says.projects.make}</h2>
    ${form(says.projects.make, newTeam(), (said) => desk.attempt(() => call("POST", "/people/teams", said), says.projects.made(String(said.name))))}`,
};
