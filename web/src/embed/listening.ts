// The events of one stream, over fetch: EventSource cannot send a token, and an address must not hold one.

import type { Ask } from "../shapes";

export interface News {
  name: string;
  asks: Ask[];
}

/** How to call the service as this page: with its token of now. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>;

/** Reads until the connection ends, and tells each event. */
export async function read(reply: Response, tell: (news: News) => void): Promise<void> {
  const chunks = reply.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await chunks.read();
    if (done) return;
    const texts = (rest + value).split("\n\n");
    rest = texts.pop()!;
    for (const text of texts) {
      const news = parsed(text);
      if (news) tell(news);
    }
  }
}

function parsed(text: string): News | null {
  const fields = new Map<string, string>();
  for (const line of text.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const data = fields.get("data");
  if (!data) return null;
  const said = JSON.parse(data) as { ask?: Ask; asks?: Ask[] };
  return { name: fields.get("event") ?? "message", asks: said.asks ?? (said.ask ? [said.ask] : []) };
}
