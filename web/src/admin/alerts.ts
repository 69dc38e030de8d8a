// Who could not be told: alerts that failed, with what became of them.

import { call } from "../inbox/api";
import type { Page } from "./page";
import { moment, table } from "./parts";
import { called, says } from "./says";

interface Alert {
  ask: string;
  channel: string;
  state: string;
  detail: string | null;
  at: string;
  recipient: string;
  tries: number;
}

const FAILED = "/people/alerts?state=failed";

export const alerts: Page<Alert[]> = {
  name: "alerts",
  right: "operate",
  wants: FAILED,
  load: async () => (await call<{ alerts: Alert[] }>("GET", FAILED)).alerts,
  draw: (found) =>
    table(says.titles.alerts, says.alerts.heads, found, [
      (each) => moment(each.at),
      (each) => each.recipient,
      (each) => called(says.channels, each.channel),
      (each) => each.tries,
      (each) => each.detail ?? each.state,
    ]),
};
