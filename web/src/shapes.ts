// What the API sends and takes. Names are the API's own (docs/reference/http.md), so nothing is translated.

export type State = "pending" | "answered" | "rejected" | "asked_back" | "cancelled" | "timed_out" | "superseded";

export type QuestionType = "text" | "select" | "multi-select" | "confirm";

/** Markdown as the server read it: text, or an element of a fixed list. Never HTML. */
export type Node = string | NodeElement;

export interface NodeElement {
  tag: string;
  children?: Node[];
  href?: string;
  /** Where a link leads, to be shown beside its words. */
  host?: string;
  language?: string;
  start?: number;
  align?: "left" | "center" | "right";
}

export interface Option {
  label: string;
  description: string | null;
  preview: string | null;
  preview_nodes?: Node[] | null;
  recommended: boolean;
}

export interface Question {
  id: string;
  header: string | null;
  question: string;
  type: QuestionType;
  options: Option[];
  allow_other: boolean;
  required: boolean;
  placeholder: string | null;
  min_picks: number | null;
  max_picks: number | null;
}

export interface Attachment {
  sha256: string;
  name: string;
  media_type: string;
  size: number;
}

/** What a person says to one question, as the API takes it. */
export interface Given {
  values?: string[];
  customText?: string;
  note?: string;
  skipped?: boolean;
  attachments?: Attachment[];
}

export type Answers = Record<string, Given>;

export interface Answer {
  questionId: string;
  state: "answered" | "skipped" | "unanswered";
  values?: string[];
  customText?: string | null;
  note?: string | null;
  attachments?: Attachment[];
}

export interface SettledBy {
  /** Absent where a service of before says nothing of it. */
  id?: string;
  kind: "human" | "client" | "rule" | "memory" | "time" | "agent" | "import" | "script";
  who: string;
  door: string | null;
  at: string;
}

export interface Amendment {
  kind: "late" | "correction";
  by: SettledBy;
  answers: Answer[];
  reason: string | null;
}

export interface Outcome {
  askId: string;
  state: State;
  answered: boolean;
  cancelled: boolean;
  timedOut: boolean;
  answers: Answer[];
  reason: string | null;
  askBack: string | null;
  settledBy: SettledBy | null;
  amendments: Amendment[];
}

export interface Command {
  argv: string[];
  cwd: string;
  env: string[];
  sandbox: string;
  sha256: string;
  /** By the policy: it takes more than one key. Absent where a service of before says nothing of it. */
  dangerous?: boolean;
  /** What the policy says about it. */
  why?: string | null;
}

/** What may stand beside one approval. */
export interface Offer {
  pattern: "exact" | "last" | "tool";
  scope: "conversation" | "project";
  shown: string;
  /** Earlier operations that it would have let run as well. */
  further_count: number;
  further: { commands: Command[] }[];
}

/** What shall stand, as the answer says it. */
export interface Standing {
  pattern: Offer["pattern"];
  scope: Offer["scope"];
  until: string | null;
}

export interface Operation {
  operation_id: string;
  short_id: string;
  tool: string;
  status: "pending" | "awaiting_approval" | "working" | "completed" | "failed_to_start" | "cancelled" | "timed_out" | "interrupted";
  exit_code: number | null;
  signal: number | null;
  reason: string | null;
  refused: boolean;
  elapsed_s: number;
  commands: Command[];
  steps: { tool: string; exit_code: number | null; signal: number | null; elapsed_s: number; skipped: string | null }[];
  /** The ask by which it was, or is to be, approved. */
  approval: string | null;
  standing: string | null;
  agent: Ask["agent"];
  project: Ask["project"];
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
}

/** How an ask of a hub finds somebody. */
export interface Routing {
  rule: string;
  /** Addresses: ids of people, or `team:` and a name. */
  recipients: string[];
  claim: { id: string; who: string; at: string } | null;
  quorum: number;
  agreed: SettledBy[];
  self_approval: boolean;
  next_at: string | null;
  next_to: string[];
}

export interface Ask {
  id: string;
  short_id: string;
  kind: "question" | "approval";
  state: State;
  title: string | null;
  context: string | null;
  context_nodes?: Node[] | null;
  asked_at: string;
  deadline: string | null;
  detached: boolean;
  human_only: boolean;
  sensitive: boolean;
  extendable: boolean;
  follows: string | null;
  agent: { name: string; version: string | null; label: string | null; conversation: string | null };
  project: { name: string; path: string | null; branch: string | null };
  questions: Question[];
  command: Command | null;
  seen: { door: string; who: string; at: string }[];
  outcome: Outcome | null;
  /** Null on one's own machine; absent where a service of before says nothing of it. */
  routing?: Routing | null;
  snoozes?: { id: string; until: string }[];
  /** The hub that decides it in place of this house. */
  handed?: string | null;
  /** The person's own earlier answer, if there is one. */
  recalled?: { at: string; how: "same" | "near"; question: string; answers: Answers } | null;
}
