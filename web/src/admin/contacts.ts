// How a team is told: in a dialog of its own. Where a contact leads goes in and never comes out again.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk } from "./page";
import { act, type Field, form, type Said } from "./parts";

interface Contact {
  id: string;
  channel: string;
  shown: string;
}

const CONTACTS = "/people/contacts";

const FIELDS: Field[] = [
  { name: "channel", label: "By", kind: "select", options: [["slack", "Slack"], ["mail", "mail"], ["webhook", "webhook"], ["push", "phone (ntfy)"]] },
  { name: "where", label: "Where", hint: "A mail address, or the https address of a webhook or a topic.", needed: true },
];

const add = (team: string, said: Said, desk: Desk) =>
  desk.attempt(async () => {
    const { secret } = await call<{ secret?: string }>("POST", CONTACTS, { ...said, team });
    if (secret) desk.reveal(`The webhook of ${team}`, "Notices are signed with this secret. It is shown only now.", secret);
  }, `${team} is told there too.`);

const attempt = ({ id, shown }: Contact, desk: Desk) =>
  desk.attempt(async () => {
    const { sent, detail } = await call<{ sent: boolean; detail: string | null }>("POST", `${CONTACTS}/${id}/try`, {});
    desk.say(sent ? `Sent to ${shown}.` : `Not sent to ${shown}: ${detail}`, !sent);
  }, "");

const remove = ({ id, shown }: Contact, desk: Desk) => desk.attempt(() => call("DELETE", `${CONTACTS}/${id}`, {}), `Nobody is told at ${shown} any more.`);

/** Reads them, then shows them. */
export function howTold(team: string, desk: Desk) {
  void call<{ contacts: Contact[] }>("GET", `${CONTACTS}?team=${encodeURIComponent(team)}`).then(
    ({ contacts }) => desk.fill(`How ${team} is told`, html`<ul>${contacts.map((each) => one(each, desk))}</ul>${form("Add it", FIELDS, (said) => add(team, said, desk))}`),
    (problem: { detail: string }) => desk.say(problem.detail, true),
  );
}

const one = (each: Contact, desk: Desk) => html`<li>${each.channel}: ${each.shown}
  ${act("Try", each.shown, () => void attempt(each, desk))} ${act("Remove", each.shown, () => void remove(each, desk), "bad")}</li>`;
