// Who could not be told: alerts that failed, with what became of them.

import { call } from "../inbox/api";
import type { Page } from "./page";
import { moment, table } from "./parts";

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
  title: "Failed alerts",
  right: "operate",
  wants: FAILED,
  load: async () => (await call<{ alerts: Alert[] }>("GET", FAILED)).alerts,
  draw: (found) =>
    table("Failed alerts", found, [
      { head: "When", cell: (each) => moment(each.at) },
      { head: "To", cell: (each) => each.recipient },
      { head: "By", cell: (each) => each.channel },
      { head: "Tries", cell: (each) => each.tries },
      { head: "What came of it", cell: (each) => each.detail ?? each.state },
    ]),
};
