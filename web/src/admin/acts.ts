// What was done by those who administer: a chain that can be verified and taken along.

import { html, nothing } from "lit/html.js";
import { call } from "../inbox/api";
import type { Desk, Page } from "./page";
import { moment, table } from "./parts";
import { says } from "./says";

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
    desk.say(flaw ? says.acts.flaw(flaw.number, flaw.problem) : says.acts.holds(checked), !!flaw);
  }, "");
}

export const acts: Page<Held> = {
  name: "acts",
  right: "administer",
  wants: `${ACTS}?limit=1`,
  load: () => call<Held>("GET", ACTS),
  draw: ({ acts: found, next }, desk) => html`
    <div class="row"><button class="btn" @click=${() => verify(desk)}>${says.acts.verify}</button>
      <a class="btn" href="/api/v1${ACTS}/export" download="acts.ndjson">${says.acts.export}</a></div>
    ${table(says.titles.acts, says.acts.heads, found, [
      (each) => moment(each.at),
      (each) => each.actor.name,
      (each) => says.acts.kinds[each.kind] ?? each.kind.replaceAll("_", " "),
      (each) => [each.subject, each.detail].filter(Boolean).join(": "),
    ])}
    ${next ? html`<p class="none">${says.acts.newest(found.length)}</p>` : nothing}`,
};
