// Every word of the operations page. The other language comes along: the page is small, and comes late.

import type { Operation } from "../shapes";
import { de } from "./de";

const en = {
  language: "en",
  search: "Search",
  none: "Nothing has run yet",
  noneMore: "What agents run by declared commands appears here by itself, with all of its output.",
  noFit: "Nothing fits",
  noFitMore: "No operation has all of these words.",
  pick: "Pick an operation to see what it does",
  pickMore: "What runs comes first, then the newest.",
  notFound: "This operation is not here",
  notFoundMore: "It was removed, or it never was in this house.",
  loading: "Loading…",
  status: {
    pending: "Waiting for room",
    awaiting_approval: "Awaits approval",
    working: "Running",
    completed: "Done",
    failed_to_start: "Could not start",
    cancelled: "Cancelled",
    timed_out: "Ran out of time",
    interrupted: "Interrupted",
  } satisfies Record<Operation["status"], string>,
  exit: (code: number) => `Exit code ${code}`,
  signal: (number: number) => `Ended by signal ${number}`,
  refused: "Not approved",
  in: "in",
  began: "Begun",
  ran: "Ran for",
  directory: "Directory",
  sandbox: "Sandbox",
  environment: "Environment",
  fingerprint: "SHA-256",
  id: "Id",
  nothing: "none",
  details: "How it runs",
  step: (number: number, count: number) => `Step ${number} of ${count}`,
  skipped: "passed over",
  approval: "Open its approval",
  standing: "Ran by a standing approval.",
  cancel: "Cancel",
  cancelTitle: "Cancel this operation?",
  cancelMore: "Every process of it is ended. What it wrote is kept.",
  cancelIt: "Cancel it",
  keep: "Keep it running",
  output: "Output",
  silent: "It has written nothing.",
  silentYet: "It has written nothing yet.",
  leftOut: (bytes: string) => `${bytes} before this are left out.`,
  earlier: "Show earlier",
  below: (bytes: string) => `${bytes} more follow.`,
  toEnd: "To the end",
  ended: (tool: string, how: string) => `${tool}: ${how}`,
};

export type Words = typeof en;

export const wordsIn = (language: string): Words => (language === "de" ? de : en);
