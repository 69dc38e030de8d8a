// Tells the owner what has been typed so far: a moment after the last key, and at once when somebody leaves.

const PAUSE = 400;

export class Drafting {
  #timer = 0;
  #tell: (() => void) | null = null;

  /** Something was typed that nobody was told yet. */
  get waits(): boolean {
    return !!this.#tell;
  }

  later(tell: () => void): void {
    this.drop();
    this.#tell = tell;
    this.#timer = window.setTimeout(() => this.flush(), PAUSE);
  }

  flush(): void {
    const tell = this.#tell;
    this.drop();
    tell?.();
  }

  /** What is being sent needs no draft any more. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#tell = null;
  }
}
