// JSON-RPC between this page and the host around it, by postMessage: as much of MCP Apps as a card needs.
// Knows no ask and draws nothing. A message counts only if it comes from the window that embeds this one.

type Id = string | number;
type Params = Record<string, unknown>;

interface Message {
  jsonrpc: "2.0";
  id?: Id;
  method?: string;
  params?: Params;
  result?: unknown;
  error?: { code: number; message: string };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const METHOD_NOT_FOUND = -32601;

export class Bridge {
  #last = 0;
  #waiting = new Map<Id, Waiting>();
  #heard = new Map<string, (params: Params) => void>();

  constructor(private host: Window = window.parent) {
    addEventListener("message", (event) => {
      if (event.source === this.host && isMessage(event.data)) this.#take(event.data);
    });
  }

  /** What to do when the host says this; a request is answered with nothing more than that it was heard. */
  on(method: string, heard: (params: Params) => void): void {
    this.#heard.set(method, heard);
  }

  ask(method: string, params: Params): Promise<unknown> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#post({ id, method, params });
    });
  }

  tell(method: string, params: Params = {}): void {
    this.#post({ method, params });
  }

  #take(message: Message): void {
    const { id, method } = message;
    if (method === undefined) return this.#answered(message);
    const heard = this.#heard.get(method);
    heard?.(message.params ?? {});
    if (id === undefined) return;
    if (heard || method === "ping") this.#post({ id, result: {} });
    else this.#post({ id, error: { code: METHOD_NOT_FOUND, message: `This card knows no ${method}.` } });
  }

  #answered({ id, result, error }: Message): void {
    const waiting = this.#waiting.get(id ?? "");
    this.#waiting.delete(id ?? "");
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }

  #post(message: Omit<Message, "jsonrpc">): void {
    // The host's origin is not known to a sandboxed page; what is said is meant for whoever embeds it.
    this.host.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }
}

function isMessage(data: unknown): data is Message {
  return typeof data === "object" && data !== null && (data as Message).jsonrpc === "2.0";
}
