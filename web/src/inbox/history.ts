// What is over, page by page from the service; words are searched there, where all of it is.
import type { Ask } from "../shapes";
import * as api from "./api";

export class Past {
  asks: Ask[] = [];
  loaded = false;
  /** Why it could not be read; it is tried again. */
  problem = "";
  private next: string | null = null;
  private words = "";
  private call = 0;

  /** `fresh` tells a new first page from one more. */
  constructor(private readonly changed: (fresh: boolean) => void) {}

  /** The newest page for these words. */
  async look(words: string): Promise<void> {
    this.words = words;
    this.next = null;
    await this.read(null);
  }

  /** The following page, if there is one and it is not on its way. */
  async more(): Promise<void> {
    const before = this.next;
    this.next = null;
    if (before) await this.read(before);
  }

  /** News of one ask: a row is replaced, and what was just settled stands on top. */
  take(ask: Ask): void {
    if (this.asks.some((each) => each.id === ask.id)) this.asks = this.asks.map((each) => (each.id === ask.id ? ask : each));
    else if (this.loaded && !this.words && ask.outcome) this.asks = [ask, ...this.asks];
  }

  private async read(before: string | null): Promise<void> {
    const call = ++this.call;
    // Where a later look was begun, its words are the ones that count.
    const wanted = () => call === this.call;
    const failed = ({ detail }: api.Problem) => wanted() && ((this.problem = detail), this.changed(false));
    const page = await api.patiently(() => api.history(this.words, before), wanted, failed);
    if (!page || !wanted()) return;
    this.problem = "";
    this.asks = before ? [...this.asks, ...page.asks] : page.asks;
    this.next = page.next;
    this.loaded = true;
    this.changed(!before);
  }
}
