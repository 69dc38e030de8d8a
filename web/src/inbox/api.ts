// The HTTP API as the page calls it: same origin, the session's cookie, JSON. Knows no screen and keeps nothing.
import type { Answers, Ask, Attachment, Given, Offer, Outcome } from "../shapes";

const API = "/api/v1";
const OVER = "answered,rejected,asked_back,cancelled,timed_out,superseded";
/** How long a settle is tried again, with the same receipt, before the person is told. */
const PATIENCE = [300, 1000, 2000, 4000, 8000];
/** So many characters, at four bytes each, browsers send for a page that is gone. */
const LASTING = 16_000;

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
  person: string;
  at: string;
  answers: Answers;
}

export const ask = (id: string) => call<Ask>("GET", `${of(id)}?nodes=1`);

export const standing = (id: string) => call<{ offers: Offer[] }>("GET", of(id, "standing"));

export const seen = (id: string) => call<Ask>("POST", of(id, "seen"), {});

/** More time, and the moves by which it finds somebody. */
export const move = (id: string, verb: string, said: object) => call<Ask>("POST", of(id, verb), said);

export const keepDraft = (id: string, answers: Answers) => call<void>("PUT", of(id, "draft"), { answers });

/** What this person typed last, at whichever door; what others typed is theirs. */
export async function draft(id: string, person: string): Promise<Answers | null> {
  const drafts = await call<Draft[]>("GET", of(id, "drafts"));
  const newest = drafts.filter((each) => each.person === person).sort((a, b) => b.at.localeCompare(a.at))[0];
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
  const text = JSON.stringify(body);
  // A draft outlives its page, if it is not too long for that.
  const json = { headers: { "Content-Type": "application/json" }, body: text, keepalive: method === "PUT" && text.length < LASTING };
  return read(await send(path, { method, ...(body && json) }));
}

/** Reads until it can be read, or nobody wants it any more; what the service refuses is told at once. */
export async function patiently<T>(read: () => Promise<T>, wanted: () => boolean, failed: (problem: Problem) => void): Promise<T | undefined> {
  for (let pause = 500; wanted(); pause = Math.min(pause * 2, 8000)) {
    try {
      return await read();
    } catch (problem) {
      failed(problem as Problem);
      if (!isPassing(problem as Problem)) return undefined;
    }
    await new Promise((done) => setTimeout(done, pause));
  }
  return undefined;
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
  // What is no problem of ours was said by something between us and the service.
  const { code = "service_unreachable", detail = away.detail, hint = said?.detail ? "" : away.hint, errors, outcome } = said ?? {};
  throw new Problem(reply.status, code, detail, hint, errors, outcome);
}

const isPassing = ({ status }: Problem) => !status || status >= 500 || status === 429;

const isAway = ({ status }: Problem) => [0, 502, 503, 504].includes(status);

const of = (id: string, part = "") => `/asks/${encodeURIComponent(id)}${part && `/${part}`}`;
