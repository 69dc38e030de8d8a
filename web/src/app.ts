// The card as an MCP App: one file that a host shows beside the call of `ask_user` it belongs to.
// The host knows what the model said, not which ask that became; the card asks the server for it.
import { Bridge } from "./app/bridge";
import { follow, openLinksThrough, tellSize, type Host, type HostContext } from "./app/host";
import { Server, type Reply } from "./app/server";
import "./card";
import type { Answers } from "./shapes";

const PROTOCOL = "2026-01-26";
/** The card may be there before the ask is: it looks again, soon at first. */
const SOONEST_MS = 150;
const LATEST_MS = 5_000;
/** Once the call has returned, nobody tells the card that another door was first. */
const LOOK_AGAIN_MS = 10_000;

const bridge = new Bridge();
const server = new Server(bridge);
const card = document.createElement("askline-card");
const alone = document.createElement("p");
let host: Host = {};
/** How the agent's call stands: it waits, it came back without an answer, or it is over. */
let call: "waiting" | "pending" | "over" = "waiting";
let looking = 0;

async function begin(): Promise<void> {
  document.body.style.cssText = "margin:0;display:flow-root";
  card.flush = true;
  card.me = "me";
  card.files = "off";
  alone.setAttribute("role", "alert");
  alone.hidden = true;
  document.body.append(card, alone);
  listen();
  const appInfo = { name: "askline", version: "1" };
  const appCapabilities = { availableDisplayModes: ["inline"] };
  host = (await bridge.ask("ui/initialize", { appInfo, appCapabilities, protocolVersion: PROTOCOL })) as Host;
  follow(host.hostContext ?? {}, card);
  bridge.tell("ui/notifications/initialized");
  tellSize(bridge);
  if (host.hostCapabilities?.openLinks) openLinksThrough(bridge, card);
}

function listen(): void {
  bridge.on("ui/notifications/tool-input", ({ arguments: said }) => void find((said ?? {}) as object));
  bridge.on("ui/notifications/tool-result", (result) => void returned(result.structuredContent));
  bridge.on("ui/notifications/tool-cancelled", () => void returned(undefined));
  bridge.on("ui/notifications/host-context-changed", (changed) => follow(changed as HostContext, card));
  bridge.on("ui/resource-teardown", () => clearTimeout(looking));
  on("answer", (decision) => send(server.answer(decision)));
  on("correct", (decision) => send(server.answer({ ...decision, correction: true })));
  on("reject", (decision) => send(server.reject(decision)));
  on("ask-back", (decision) => send(server.askBack(decision)));
  on("draft", (said) => {
    const typed = said as { id: string; answers: Answers };
    // What is typed here is the newest: no reply brings back an older one.
    card.draft = typed.answers;
    return server.draft(typed);
  });
  on("seen", ({ id }) => server.open({ id: id as string, seen: true }));
}

function on(event: string, act: (detail: Record<string, unknown>) => unknown): void {
  card.addEventListener(`askline-${event}`, (happened) => void act((happened as CustomEvent).detail));
}

async function find(said: object, pause = SOONEST_MS): Promise<void> {
  const id = host.hostContext?.toolInfo?.id;
  const reply = await server.open({ ...(id === undefined ? {} : { call: id }), arguments: said });
  if (reply.problem?.code !== "not_found") show(reply);
  else if (call === "waiting") looking = window.setTimeout(() => void find(said, Math.min(pause * 2, LATEST_MS)), pause);
}

/** The call came back. Its result names the ask; the card wants all of it. */
async function returned(result: unknown): Promise<void> {
  const { askId, state } = (result ?? {}) as { askId?: string; state?: string };
  const id = askId ?? card.ask?.id;
  clearTimeout(looking);
  call = state === "pending" || !result ? "pending" : "over";
  if (!id) return;
  show(await server.open({ id }));
  lookAgain();
}

function lookAgain(): void {
  clearTimeout(looking);
  if (card.ask?.state !== "pending") return;
  looking = window.setTimeout(async () => {
    if (!document.hidden) {
      const { ask } = await server.open({ id: card.ask.id });
      if (ask && ask.state !== "pending") show({ ask, words: "" });
    }
    lookAgain();
  }, LOOK_AGAIN_MS);
}

async function send(sending: Promise<Reply>): Promise<void> {
  card.phase = "sending";
  card.problem = null;
  const reply = await sending;
  card.phase = "";
  show(reply);
  // An agent that waits gets its result; one that went on learns it here, if the host lets it.
  if (call === "waiting" || reply.problem || !host.hostCapabilities?.updateModelContext) return;
  const content = [{ type: "text", text: reply.words }];
  await bridge.ask("ui/update-model-context", { content }).catch(() => undefined);
}

function show({ ask, draft, problem }: Reply): void {
  // Replies may overtake each other; what is settled stays so.
  const late = ask?.state === "pending" && card.ask && card.ask.state !== "pending";
  // More time needs more than the card may do here.
  if (ask && !late) card.ask = { ...ask, extendable: false };
  if (ask && draft && !card.draft) card.draft = draft;
  card.problem = problem ?? null;
  // Without an ask the card is empty, and the problem would be nobody's.
  alone.textContent = problem && !card.ask ? `${problem.detail} ${problem.hint ?? ""}` : "";
  alone.hidden = !alone.textContent;
}

void begin();
