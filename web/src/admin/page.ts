// What one of these pages is, and what it may do. A page reads, draws, and says what the person wants done; how a
// refusal is told, a question put and a secret shown is the same for all of them.

import type { Right } from "./who";
import type { PageName } from "./words";

export interface Page<Held = any> {
  /** Its place in the address, by which it also has its title. */
  name: PageName;
  right: Right;
  /** Where what it shows comes from, if a hub may not have it: without it the page is not offered. */
  wants?: string;
  load(): Promise<Held>;
  draw(held: Held, desk: Desk): unknown;
}

/** A question before something ends, and what is said when it has. */
export interface Ending {
  title: string;
  more: string;
  verb: string;
  done: string;
}

export interface Desk {
  /** Who looks. */
  readonly me: { id: string };
  /** Does it, tells what went wrong, and reads the page anew; `done` is said where it went well. */
  attempt(doing: () => Promise<unknown>, done: string): Promise<boolean>;
  /** What came of looking; `bad` where it is what nobody hoped for. */
  say(what: string, bad: boolean): void;
  /** Asks once more before something ends. */
  confirm(ending: Ending, doing: () => Promise<unknown>): void;
  /** A form in a dialog of its own. */
  fill(title: string, form: unknown): void;
  /** Shows what is shown once. */
  reveal(about: { title: string; more: string }, secret: string): void;
}
