// Keys of programs: made, rotated, revoked. A secret is shown once, here, and kept nowhere.

import { html, nothing } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk, Page } from "./page";
import { act, day, type Field, form, moment, type Said, table } from "./parts";
import { called, says } from "./says";

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

const SERVICE = "service:";

function fields(): Field[] {
  const { fields: words, scopes } = says.tokens;
  return [
    { name: "name", ...words.name, needed: true },
    { name: "service", ...words.service },
    { name: "project", ...words.project },
    { name: "days", ...words.days, kind: "number", value: "90" },
    { name: "scopes", ...words.scopes, kind: "checks", value: "ask", options: Object.entries(scopes) },
  ];
}

function make(said: Said, desk: Desk) {
  const body = { ...said, ...(said.days && { days: Number(said.days) }) };
  return desk.attempt(async () => {
    const { name, secret } = await call<{ name: string; secret: string }>("POST", "/people/tokens", body);
    desk.reveal(says.tokens.made(name), secret);
  }, "");
}

function rotate({ id, name }: Token, desk: Desk) {
  void desk.attempt(async () => {
    const { secret } = await call<{ secret: string }>("POST", `/people/tokens/${id}/rotate`, {});
    desk.reveal(says.tokens.next(name), secret);
  }, "");
}

function revoke({ id, name }: Token, desk: Desk) {
  desk.confirm(says.tokens.revoking(name), () => call("POST", `/people/tokens/${id}/revoke`, {}));
}

const isGood = ({ revoked_at, expires_at }: Token) => !revoked_at && Date.parse(expires_at) > Date.now();

function state(token: Token): string {
  const words = says.tokens;
  if (token.revoked_at) return words.revokedAt(day(token.revoked_at));
  if (!isGood(token)) return words.endedAt(day(token.expires_at));
  const rotated = !!token.successor;
  return words.until((rotated ? moment : day)(token.expires_at), rotated);
}

function may({ scopes, project }: Token): string {
  const all = scopes.map((each) => called(says.tokens.scopes, each)).join(", ");
  return project ? says.tokens.inProject(all, project) : all;
}

const holder = (principal: string) => (principal.startsWith(SERVICE) ? says.tokens.service(principal.slice(SERVICE.length)) : principal);

/** What is good comes first. */
const inOrder = (tokens: Token[]) => [...tokens.filter(isGood), ...tokens.filter((each) => !isGood(each))];

export const tokens: Page<Held> = {
  name: "tokens",
  right: "administer",
  async load() {
    const [found, all] = await Promise.all([call<Token[]>("GET", "/people/tokens"), call<{ id: string; name: string }[]>("GET", "/people")]);
    return { tokens: inOrder(found), names: new Map(all.map(({ id, name }) => [id, name])) };
  },
  draw: ({ tokens: found, names }, desk) => html`
    ${table(
      says.titles.tokens,
      says.tokens.heads,
      found,
      [
        (each) => html`${each.name} <code>${each.shown}…</code>`,
        (each) => names.get(each.principal) ?? holder(each.principal),
        may,
        (each) => moment(each.used_at),
        state,
      ],
      (each) =>
        isGood(each)
          ? html`${each.successor ? nothing : act(says.tokens.rotate, each.name, () => rotate(each, desk))} ${act(says.tokens.revoke, each.name, () => revoke(each, desk), "bad")}`
          : nothing,
    )}
    <h2>${says.tokens.make}</h2>${form(says.tokens.make, fields(), (said) => make(said, desk))}`,
};
