// The HTTP API as the page calls it: same origin, the session's cookie, JSON. Knows no screen and keeps nothing.
import type { Answers, Ask, Attachment, Given, Offer, Outcome } from "../shapes";

const API = "/api/v1";
const OVER = "answered,rejected,asked_back,cancelled,timed_out,superseded";
/** How long a settle is tried again, with the same receipt, before the person is told. */
const PATIENCE = [300, 1000, 2000, 4000, 8000];

export interface FieldProblem {
  field: string;
  expected: string;
  actual: string;
  hint: string;
}

/** What the service refused, or that it could not be reached (`status` 0). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly hint: string,
    readonly errors: FieldProblem[] = [],
    readonly outcome: Outcome | null = null,
  ) {
    super(detail);
  }
}

/** What is said where nobody answers, in the words of the page. */
export const away = { detail: "", hint: "" };

export interface Page {
  asks: Ask[];
  next: string | null;
}

export interface Draft {
  at: string;
  answers: Answers;
}

export const ask = (id: string) => call<Ask>("GET", `${of(id)}?nodes=1`);

export const standing = (id: string) => call<{ offers: Offer[] }>("GET", of(id, "standing"));

export const seen = (id: string) => call<Ask>("POST", of(id, "seen"), {});

/** More time, and the moves by which it finds somebody. */
export const move = (id: string, verb: string, said: object) => call<Ask>("POST", of(id, verb), said);

export const keepDraft = (id: string, answers: Answers) => call<void>("PUT", of(id, "draft"), { answers });

/** The newest draft of this ask: a local house has one person, and the newest is what was typed last. */
export async function draft(id: string): Promise<Answers | null> {
  const drafts = await call<Draft[]>("GET", of(id, "drafts"));
  const newest = drafts.sort((a, b) => b.at.localeCompare(a.at))[0];
  return newest ? said(newest.answers) : null;
}

/** Without what nobody said: the service spells out every field, a card takes a field for a word. */
function said(answers: Answers): Answers {
  const full = (given: Given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value && value.length !== 0));
  return Object.fromEntries(Object.entries(answers).map(([id, given]) => [id, full(given)]));
}

export function history(q: string, before: string | null): Promise<Page> {
  const query = new URLSearchParams({ nodes: "1", limit: "100", state: OVER });
  if (q) query.set("q", q);
  if (before) query.set("before", before);
  return call("GET", `/history?${query}`);
}

/** One decision. Its receipt makes every further try the same success, so a lost reply is no lost answer. */
export async function settle(id: string, verb: string, said: object): Promise<Outcome> {
  for (const pause of PATIENCE) {
    try {
      return await call<Outcome>("POST", of(id, verb), said);
    } catch (error) {
      if (!(error instanceof Problem) || !isAway(error)) throw error;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return call("POST", of(id, verb), said);
}

export async function upload(file: File): Promise<Attachment> {
  const headers = { "Content-Type": file.type || "application/octet-stream", "Askline-Upload": "1" };
  return read(await send(`/attachments?name=${encodeURIComponent(file.name)}`, { method: "POST", headers, body: file }));
}

/** Whether the session still stands; true also where nobody answers, because then nobody said no. */
export async function isSignedIn(): Promise<boolean> {
  try {
    return (await send("/version", {})).status !== 401;
  } catch {
    return true;
  }
}

export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const json = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return read(await send(path, { method, ...(body && json) }));
}

async function send(path: string, how: RequestInit): Promise<Response> {
  try {
    return await fetch(API + path, how);
  } catch {
    throw new Problem(0, "service_unreachable", away.detail, away.hint);
  }
}

async function read<T>(reply: Response): Promise<T> {
  const said = reply.status === 204 ? undefined : await reply.json().catch(() => undefined);
  if (reply.ok) return said as T;
  const { code = "internal", detail = reply.statusText, hint = "", errors, outcome } = said ?? {};
  throw new Problem(reply.status, code, detail, hint, errors, outcome);
}

const isAway = (problem: Problem) => problem.status === 0 || problem.status === 503;

const of = (id: string, part = "") => `/asks/${encodeURIComponent(id)}${part && `/${part}`}`;
