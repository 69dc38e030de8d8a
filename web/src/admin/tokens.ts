// Keys of programs: made, rotated, revoked. A secret is shown once, here, and kept nowhere.

import { html, nothing } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk, Page } from "./page";
import { act, day, type Field, form, moment, type Said, table } from "./parts";

interface Token {
  id: string;
  name: string;
  shown: string;
  principal: string;
  scopes: string[];
  project: string | null;
  expires_at: string;
  used_at: string | null;
  revoked_at: string | null;
  successor: string | null;
}

interface Held {
  tokens: Token[];
  names: Map<string, string>;
}

const ONCE = "It is shown only now. Put it where the program finds it, and nowhere else.";

const FIELDS: Field[] = [
  { name: "name", label: "What it is for", needed: true },
  { name: "service", label: "Service", hint: "A short name such as ci. Left empty, the token is your own." },
  { name: "project", label: "Project", hint: "The one project it may speak for. Left empty, any." },
  { name: "days", label: "Days", kind: "number", value: "90", hint: "How long it is good, up to 366." },
  {
    name: "scopes",
    label: "It may",
    kind: "checks",
    value: "ask",
    options: [
      ["ask", "ask"],
      ["answer", "answer"],
      ["operate", "keep order"],
    ],
  },
];

function make(said: Said, desk: Desk) {
  const body = { ...said, ...(said.days && { days: Number(said.days) }) };
  return desk.attempt(async () => {
    const { name, secret } = await call<{ name: string; secret: string }>("POST", "/people/tokens", body);
    desk.reveal(`Token ${name}`, ONCE, secret);
  }, "");
}

function rotate({ id, name }: Token, desk: Desk) {
  void desk.attempt(async () => {
    const { secret } = await call<{ secret: string }>("POST", `/people/tokens/${id}/rotate`, {});
    desk.reveal(`The next token ${name}`, `${ONCE} The old one is good for another day.`, secret);
  }, "");
}

function revoke({ id, name }: Token, desk: Desk) {
  desk.confirm(`Revoke ${name}?`, "Programs that use it are refused from now on.", "Revoke", () => call("POST", `/people/tokens/${id}/revoke`, {}), `${name} is revoked.`);
}

const isGood = ({ revoked_at, expires_at }: Token) => !revoked_at && Date.parse(expires_at) > Date.now();

function state(token: Token): string {
  if (token.revoked_at) return `revoked ${day(token.revoked_at)}`;
  if (!isGood(token)) return `ended ${day(token.expires_at)}`;
  return `until ${token.successor ? moment(token.expires_at) : day(token.expires_at)}${token.successor ? ", rotated" : ""}`;
}

/** What is good comes first. */
const inOrder = (tokens: Token[]) => [...tokens.filter(isGood), ...tokens.filter((each) => !isGood(each))];

export const tokens: Page<Held> = {
  name: "tokens",
  title: "Tokens",
  right: "administer",
  async load() {
    const [found, all] = await Promise.all([call<Token[]>("GET", "/people/tokens"), call<{ id: string; name: string }[]>("GET", "/people")]);
    return { tokens: inOrder(found), names: new Map(all.map(({ id, name }) => [id, name])) };
  },
  draw: ({ tokens: found, names }, desk) => html`
    ${table(
      "Tokens",
      found,
      [
        { head: "Name", cell: (each) => html`${each.name} <code>${each.shown}…</code>` },
        { head: "For", cell: (each) => names.get(each.principal) ?? each.principal.replace("service:", "service ") },
        { head: "May", cell: (each) => each.scopes.join(", ") + (each.project ? ` in ${each.project}` : "") },
        { head: "Used", cell: (each) => moment(each.used_at) },
        { head: "Good", cell: state },
      ],
      (each) =>
        isGood(each)
          ? html`${each.successor ? nothing : act("Rotate", each.name, () => rotate(each, desk))} ${act("Revoke", each.name, () => revoke(each, desk), "bad")}`
          : nothing,
    )}
    <h2>Make a token</h2>${form("Make a token", FIELDS, (said) => make(said, desk))}`,
};
