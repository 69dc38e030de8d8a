// The stream of the inbox: a snapshot, then every change. Comes back by itself and says whether it is live.
import type { Ask, Operation } from "../shapes";
import { isSignedIn } from "./api";

export type Line = "live" | "away" | "signed-out";

export interface Ears {
  snapshot(asks: Ask[], operations: Operation[]): void;
  changed(ask: Ask, news: string): void;
  moved(operation: Operation): void;
  line(line: Line): void;
}

const NEWS = ["asked", "settled", "amended", "seen", "draft", "marked"];
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8000;
/** The service pings every 15 s. After so long a silence nobody is there, whatever the socket says. */
const SILENCE_MS = 40_000;

/** Listens until the returned function is called. */
export function listen(ears: Ears): () => void {
  let source: EventSource | undefined;
  let pause = FIRST_PAUSE_MS;
  let timer = 0;

  function open() {
    close();
    source = new EventSource("/api/v1/events?nodes=1");
    source.onerror = lost;
    on("ping", () => {});
    on("snapshot", ({ asks, operations = [] }) => {
      pause = FIRST_PAUSE_MS;
      ears.line("live");
      ears.snapshot(asks, operations);
    });
    for (const news of NEWS) on(news, ({ ask }) => ears.changed(ask, news));
    on("operation", ({ operation }) => ears.moved(operation));
    wake(SILENCE_MS, lost);
  }

  function on(name: string, take: (data: any) => void) {
    source!.addEventListener(name, (event) => {
      wake(SILENCE_MS, lost);
      take(JSON.parse((event as MessageEvent).data));
    });
  }

  // The browser would retry by itself, but not after a refusal; one way for all is easier to trust.
  async function lost() {
    close();
    ears.line("away");
    if (!(await isSignedIn())) return ears.line("signed-out");
    wake(pause, open);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  function wake(after: number, what: () => void) {
    clearTimeout(timer);
    timer = setTimeout(what, after);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  // Somebody looks again, or the network is back: no reason to sit out the pause.
  const hurry = () => source || document.hidden || (timer && open());
  document.addEventListener("visibilitychange", hurry);
  window.addEventListener("online", hurry);
  open();
  return () => {
    close();
    document.removeEventListener("visibilitychange", hurry);
    window.removeEventListener("online", hurry);
  };
}
