// The form of one routing rule: all that a rule can say, with so many steps as somebody wants.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk } from "./page";
import { type Field, form, type Said } from "./parts";
import { says } from "./says";
import { SPAN, secondsOf, spelled } from "./spans";

export interface Step {
  to: string[];
  named: string[];
  after_s: number;
}

export interface Rule {
  name: string;
  project: string | null;
  kind: string | null;
  steps: Step[];
  remind_s: number | null;
  claim_s: number | null;
  tell_after_s: number | null;
  quorum: number;
  self_approval: boolean;
}

/** Logins by the ids of their people. */
export type Logins = Map<string, string>;

const NEW: Rule = { name: "", project: null, kind: null, steps: [], remind_s: null, claim_s: null, tell_after_s: 5, quorum: 1, self_approval: false };
const kinds = (): [string, string][] => [["", says.rule.both], ...Object.entries(says.routes.kinds)];

const span = (name: string, { label, hint }: { label: string; hint: string }, seconds?: number | null): Field =>
  ({ name, label, hint: `${hint} ${says.rule.length}`, pattern: SPAN, value: seconds == null ? "" : spelled(seconds) });

function stepFields(step: Step | undefined, at: number, logins: Logins): Field[] {
  const value = step?.to.map((each) => logins.get(each) ?? each).join(", ") ?? "";
  if (!at) return [{ name: "to0", ...says.rule.fields.to0, value }];
  return [span(`after${at}`, says.rule.after(at + 1), step?.after_s ?? 600), { name: `to${at}`, ...says.rule.to(at + 1), value }];
}

function fieldsOf(rule: Rule, steps: number, logins: Logins): Field[] {
  const { fields: words, own } = says.rule;
  return [
    ...(rule === NEW ? [{ name: "name", ...words.name, needed: true }] : []),
    { name: "project", ...words.project, value: rule.project ?? "" },
    { name: "kind", ...words.kind, kind: "select", options: kinds(), value: rule.kind ?? "" },
    { name: "quorum", ...words.quorum, kind: "number", value: `${rule.quorum}`, needed: true },
    { name: "self", ...words.self, kind: "checks", options: [["yes", own]], value: rule.self_approval ? "yes" : "" },
    span("tell", words.tell, rule.tell_after_s),
    span("remind", words.remind, rule.remind_s),
    span("claim", words.claim, rule.claim_s),
    ...Array.from({ length: steps }, (_, at) => stepFields(rule.steps[at], at, logins)).flat(),
  ];
}

const split = (said: Said[string] | undefined) => String(said ?? "").split(",").map((each) => each.trim()).filter(Boolean);

const secondsIn = (said: Said[string] | undefined) => (said ? secondsOf(String(said)) : null);

export function bodyOf(said: Said, steps: number) {
  const all = Array.from({ length: steps }, (_, at) => ({ to: split(said[`to${at}`]), after_s: at ? (secondsIn(said[`after${at}`]) ?? 0) : 0 }));
  return {
    project: said.project ?? null,
    kind: said.kind ?? null,
    // The first may be left to the project; alone it says nothing then.
    steps: all.filter(({ to }, at) => to.length || (!at && all.some((each) => each.to.length))),
    quorum: Number(said.quorum),
    self_approval: !!said.self?.length,
    tell_after_s: secondsIn(said.tell),
    remind_s: secondsIn(said.remind),
    claim_s: secondsIn(said.claim),
  };
}

/** In a dialog; what was typed stays when a step is added. */
export function change(desk: Desk, logins: Logins, rule = NEW, steps = Math.max(rule.steps.length, 1)) {
  const send = (said: Said) => {
    const name = rule.name || String(said.name);
    return desk.attempt(() => call("PUT", `/people/routes/${encodeURIComponent(name)}`, bodyOf(said, steps)), says.rule.done(name));
  };
  const another = html`<button type="button" class="btn" @click=${() => change(desk, logins, rule, steps + 1)}>${says.rule.another}</button>`;
  desk.fill(says.rule.title(rule.name), form(says.rule.verb, fieldsOf(rule, steps, logins), send, another));
}
