// The form of one routing rule: all that a rule can say, with so many steps as somebody wants.

import { html } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk } from "./page";
import { type Field, form, type Said } from "./parts";
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
const LENGTH = "Such as 30 s, 10 min or 2 h.";
const WHOM = "Logins of people, and teams as team:ops, with commas.";
const KINDS: [string, string][] = [["", "questions and approvals"], ["question", "questions"], ["approval", "approvals"]];

const span = (name: string, label: string, hint: string, seconds?: number | null): Field =>
  ({ name, label, hint, pattern: SPAN, value: seconds == null ? "" : spelled(seconds) });

function stepFields(step: Step | undefined, at: number, logins: Logins): Field[] {
  const value = step?.to.map((each) => logins.get(each) ?? each).join(", ") ?? "";
  if (!at) return [{ name: "to0", label: "Put to", hint: `${WHOM} Left empty, the teams that the project is open to.`, value }];
  return [span(`after${at}`, `Step ${at + 1} after`, `If nobody took it. ${LENGTH}`, step?.after_s ?? 600), { name: `to${at}`, label: `Step ${at + 1} to`, hint: "Left empty, there is no such step.", value }];
}

function fieldsOf(rule: Rule, steps: number, logins: Logins): Field[] {
  const name: Field = { name: "name", label: "Name", hint: "Small letters, digits, and . _ - between them.", needed: true };
  return [
    ...(rule === NEW ? [name] : []),
    { name: "project", label: "Project", hint: "Left empty, every project.", value: rule.project ?? "" },
    { name: "kind", label: "Kind", kind: "select", options: KINDS, value: rule.kind ?? "" },
    { name: "quorum", label: "How many must approve", kind: "number", value: `${rule.quorum}`, needed: true },
    { name: "self", label: "For approvals", kind: "checks", options: [["yes", "who it is asked for may approve"]], value: rule.self_approval ? "yes" : "" },
    span("tell", "Alerts after", `Left empty, nobody is told elsewhere. ${LENGTH}`, rule.tell_after_s),
    span("remind", "Remind every", `Left empty, nobody is reminded. ${LENGTH}`, rule.remind_s),
    span("claim", "Goes on though taken, after", `Left empty, who took it keeps it. ${LENGTH}`, rule.claim_s),
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
    return desk.attempt(() => call("PUT", `/people/routes/${encodeURIComponent(name)}`, bodyOf(said, steps)), `Rule ${name} holds for what is asked from now on.`);
  };
  const another = html`<button type="button" class="btn" @click=${() => change(desk, logins, rule, steps + 1)}>Another step</button>`;
  desk.fill(rule.name ? `Rule ${rule.name}` : "A new rule", form("Keep the rule", fieldsOf(rule, steps, logins), send, another));
}
