// How a team is told: in a dialog of its own. Where a contact leads goes in and never comes out again.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk } from "./page";
import { act, type Field, form, type Said } from "./parts";
import { called, says } from "./says";

interface Contact {
  id: string;
  channel: string;
  shown: string;
}

const CONTACTS = "/people/contacts";

const fields = (): Field[] => [
  { name: "channel", label: says.by, kind: "select", options: Object.entries(says.channels) },
  { name: "where", ...says.contacts.where, needed: true },
];

const add = (team: string, said: Said, desk: Desk) =>
  desk.attempt(async () => {
    const { secret } = await call<{ secret?: string }>("POST", CONTACTS, { ...said, team });
    if (secret) desk.reveal(says.contacts.webhook(team), secret);
  }, says.contacts.adding(team).done);

const attempt = ({ id, shown }: Contact, desk: Desk) =>
  desk.attempt(async () => {
    const { sent, detail } = await call<{ sent: boolean; detail: string | null }>("POST", `${CONTACTS}/${id}/try`, {});
    desk.say(says.contacts.tried(shown, sent ? null : (detail ?? "–")), !sent);
  }, "");

const remove = ({ id, shown }: Contact, desk: Desk) => desk.attempt(() => call("DELETE", `${CONTACTS}/${id}`, {}), says.contacts.removed(shown));

/** Reads them, then shows them. */
export function howTold(team: string, desk: Desk) {
  const { title, verb } = says.contacts.adding(team);
  void call<{ contacts: Contact[] }>("GET", `${CONTACTS}?team=${encodeURIComponent(team)}`).then(
    ({ contacts }) => desk.fill(title, html`<ul>${contacts.map((each) => one(each, desk))}</ul>${form(verb, fields(), (said) => add(team, said, desk))}`),
    (problem: { detail: string }) => desk.say(problem.detail, true),
  );
}

const one = (each: Contact, desk: Desk) => html`<li>${called(says.channels, each.channel)}: ${each.shown}
  ${act(says.contacts.try, each.shown, () => void attempt(each, desk))} ${act(says.remove, each.shown, () => void remove(each, desk), "bad")}</li>`;
