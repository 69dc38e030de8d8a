// The card's own tools, called through the host. Each replies with the ask as it stands, a problem, or both.
import type { Problem } from "../hand";
import type { Answers, Ask } from "../shapes";
import type { Bridge } from "./bridge";
import { elsewhere, notPassedOn } from "./words";

export interface Reply {
  ask?: Ask;
  draft?: Answers | null;
  problem?: Problem;
  /** What became of the ask in words, as the agent would read it. */
  words: string;
}

interface ToolResult {
  content?: { type: string; text?: string }[];
  structuredContent?: Omit<Reply, "words">;
}

export class Server {
  constructor(private bridge: Bridge) {}

  open(which: { id: string; seen?: boolean } | { call?: string | number; arguments: object }): Promise<Reply> {
    return this.#call("open", which);
  }

  answer(decision: object): Promise<Reply> {
    return this.#call("answer", decision);
  }

  reject(decision: object): Promise<Reply> {
    return this.#call("reject", decision);
  }

  askBack(decision: object): Promise<Reply> {
    return this.#call("ask_back", decision);
  }

  draft(typed: { id: string; answers: Answers }): Promise<Reply> {
    return this.#call("draft", typed);
  }

  async #call(verb: string, said: object): Promise<Reply> {
    try {
      const result = (await this.bridge.ask("tools/call", { name: `ask_ui_${verb}`, arguments: said })) as ToolResult;
      return { ...result.structuredContent, words: result.content?.[0]?.text ?? "" };
    } catch (error) {
      return { problem: outOfReach(error), words: "" };
    }
  }
}

function outOfReach(error: unknown): Problem {
  const detail = error instanceof Error ? error.message : notPassedOn;
  return { code: "service_unreachable", detail, hint: elsewhere };
}
