// The card's own sense of time: the second hand behind the countdown, and whether anybody looks.

export class Watching {
  now = Date.now();
  #timer = 0;
  #inView = false;
  #looks = 0;
  #eye?: IntersectionObserver;

  constructor(
    private host: Element,
    private ticked: (before: number, now: number) => void,
    private seen: () => void,
  ) {}

  begin(): void {
    this.now = Date.now();
    this.#timer = window.setInterval(() => this.#tick(), 1000);
    this.#eye = new IntersectionObserver(([entry]) => {
      this.#inView = !!entry?.isIntersecting;
    });
    this.#eye.observe(this.host);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#eye?.disconnect();
  }

  /** Another ask: nobody has looked at it yet. */
  restart(): void {
    this.#looks = 0;
  }

  #tick(): void {
    const before = this.now;
    this.now = Date.now();
    this.ticked(before, this.now);
    // Between two ticks lies a whole second; a tab in the background is not looked at.
    this.#looks = this.#inView && !document.hidden ? this.#looks + 1 : 0;
    if (this.#looks >= 2) this.seen();
  }
}
