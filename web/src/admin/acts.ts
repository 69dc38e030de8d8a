// What was done by those who administer: a chain that can be verified and taken along.

import { html, nothing } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk, Page } from "./page";
import { moment, table } from "./parts";

interface Act {
  number: number;
  kind: string;
  actor: { name: string };
  subject: string;
  detail: string;
  at: string;
}

interface Held {
  acts: Act[];
  next: number | null;
}

interface Verified {
  checked: number;
  flaw: { number: number; problem: string } | null;
}

const ACTS = "/people/acts";

function verify(desk: Desk) {
  void desk.attempt(async () => {
    const { checked, flaw } = await call<Verified>("GET", `${ACTS}/verify`);
    desk.say(flaw ? `The chain is broken at act ${flaw.number}: ${flaw.problem}.` : `${checked} acts, an unbroken chain.`, !!flaw);
  }, "");
}

export const acts: Page<Held> = {
  name: "acts",
  title: "What was done",
  right: "administer",
  wants: `${ACTS}?limit=1`,
  load: () => call<Held>("GET", ACTS),
  draw: ({ acts: found, next }, desk) => html`
    <div class="row"><button class="btn" @click=${() => verify(desk)}>Verify the chain</button>
      <a class="btn" href="/api/v1${ACTS}/export" download="acts.ndjson">Export all</a></div>
    ${table("Acts", found, [
      { head: "When", cell: (each) => moment(each.at) },
      { head: "Who", cell: (each) => each.actor.name },
      { head: "Did", cell: (each) => each.kind.replaceAll("_", " ") },
      { head: "What", cell: (each) => [each.subject, each.detail].filter(Boolean).join(": ") },
    ])}
    ${next ? html`<p class="none">The newest ${found.length}. The others are in the export.</p>` : nothing}`,
};
