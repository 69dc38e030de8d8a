// What was typed and not sent, kept by the service so that another door can go on with it.
import type { Answers } from "../shapes";
import * as api from "./api";

/** Who may no longer answer, and what is settled or not there, takes no draft. */
const OVER = [403, 404, 409];

export class Drafts {
  /** Typed here and not yet kept there: until it is, nothing from elsewhere may replace it. */
  private readonly typed = new Map<string, Answers>();
  private readonly sending = new Set<string>();
  private readonly kept = new Map<string, string>();

  async keep(id: string, answers: Answers): Promise<void> {
    this.typed.set(id, answers);
    if (this.sending.has(id)) return;
    this.sending.add(id);
    try {
      await this.send(id);
    } catch (problem) {
      // Over or gone: the card hands it back. Otherwise it stays, and is sent when the line is live again.
      if (OVER.includes((problem as api.Problem).status)) this.typed.delete(id);
    } finally {
      this.sending.delete(id);
    }
  }

  /** The line is back: send what could not be sent. */
  again(): void {
    for (const [id, answers] of this.typed) void this.keep(id, answers);
  }

  /** Whether something was typed that is neither kept nor on its way. */
  get isUnkept(): boolean {
    return [...this.typed.keys()].some((id) => !this.sending.has(id));
  }

  forget(id: string): void {
    this.typed.delete(id);
    this.kept.delete(id);
  }

  /** What this person typed at another door, or undefined where there is nothing new to show. */
  async look(id: string, person: string): Promise<Answers | undefined> {
    if (this.typed.has(id)) return undefined;
    const found = await api.draft(id, person);
    if (this.typed.has(id) || !found || spelled(found) === this.kept.get(id)) return undefined;
    this.kept.set(id, spelled(found));
    return found;
  }

  private async send(id: string): Promise<void> {
    for (let answers = this.typed.get(id); answers; answers = this.typed.get(id)) {
      this.kept.set(id, spelled(answers));
      await api.keepDraft(id, answers);
      if (this.typed.get(id) === answers) this.typed.delete(id);
    }
  }
}

/** One text for equal drafts: what is empty counts for nothing, and neither does the order of names. */
function spelled(said: unknown): string {
  if (Array.isArray(said)) return `[${said.map(spelled)}]`;
  if (typeof said !== "object" || !said) return JSON.stringify(said);
  const full = Object.entries(said).filter(([, value]) => value && (!Array.isArray(value) || value.length));
  return `{${full.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => name + spelled(value))}}`;
}
