// What an operation wrote, as much of it as one can look at: a window of pieces that begins and ends at whole lines.
// It opens at the end and follows it. Memory stays the same however much there is.

import { call, patiently } from "../inbox/shared";

/** Bytes in one piece, */
const PIECE = 64 << 10;
/** and so many pieces are kept. */
const MOST = 16;
/** Behind every output: there a page has no text, and says where the end is. */
const BEYOND = 10 ** 12;
/** So far back a line's end is looked for. */
const SEAM = 4 << 10;
const SOON_MS = 250;
const LATE_MS = 2000;

interface Page {
  text: string;
  next_offset: number;
  eof: boolean;
}

export interface Piece {
  from: number;
  to: number;
  text: string;
}

export class Output {
  pieces: Piece[] = [];
  /** Where the end was when it was looked at last. */
  size = 0;
  known = false;
  /** Somebody went up so far that the end was let go: it is fetched again when they ask for it. */
  #letGo = false;
  #timer = 0;
  #pause = SOON_MS;
  #closed = false;
  #over = false;

  constructor(
    private readonly id: string,
    private readonly changed: () => void,
  ) {
    void this.#begin();
  }

  get from(): number {
    return this.pieces[0]?.from ?? 0;
  }

  get to(): number {
    return this.pieces.at(-1)?.to ?? 0;
  }

  /** How much is known to follow the window. */
  get behind(): number {
    return this.#letGo ? this.size - this.to : 0;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Nothing comes after what is there now. */
  over(): void {
    if (this.#over) return;
    this.#over = true;
    if (this.known) this.#next(0);
  }

  /** The first look, until it succeeds. */
  async #begin(): Promise<void> {
    await patiently(() => this.toEnd(), () => !this.#closed, () => undefined);
  }

  async toEnd(): Promise<void> {
    const { next_offset: end } = await this.#page(BEYOND, 1);
    const from = await this.#seam(end - PIECE);
    this.pieces = [];
    this.size = end;
    this.#letGo = false;
    await this.#read(from, Math.max(PIECE, end - from));
  }

  async earlier(): Promise<void> {
    const { from: to } = this;
    const from = await this.#seam(to - PIECE);
    const page = await this.#page(from, to - from);
    if (this.from !== to) return;
    // The newest go, for who reads here does not follow.
    this.#letGo ||= this.pieces.length === MOST;
    this.pieces = [{ from, to, text: page.text }, ...this.pieces].slice(0, MOST);
    this.changed();
  }

  /** One look behind what is known, and then another. */
  async #read(from: number, limit = PIECE): Promise<void> {
    // What had ended before the look has nothing behind it; what ended meanwhile may.
    const last = this.#over;
    const page = await this.#page(from, limit);
    if (this.#closed || this.#letGo || (this.pieces.length && this.to !== from)) return;
    this.known = true;
    this.size = Math.max(this.size, page.next_offset);
    if (page.next_offset > from) this.#append({ from, to: page.next_offset, text: page.text });
    if (last && page.eof) return this.changed();
    this.#pause = page.text ? SOON_MS : Math.min(this.#pause * 2, LATE_MS);
    this.#next(page.eof ? this.#pause : 0);
    this.changed();
  }

  /** Drops become pieces. */
  #append(piece: Piece): void {
    const last = this.pieces.at(-1);
    const room = last && piece.to - last.from <= PIECE;
    const grown = room ? { from: last.from, to: piece.to, text: last.text + piece.text } : piece;
    this.pieces = [...this.pieces.slice(0, room ? -1 : undefined), grown].slice(-MOST);
  }

  #next(after: number): void {
    clearTimeout(this.#timer);
    // A tab that nobody looks at waits with the rest.
    this.#timer = window.setTimeout(() => (document.hidden ? this.#next(LATE_MS) : void this.#follow()), after);
  }

  async #follow(): Promise<void> {
    if (!this.#letGo) await this.#read(this.to).catch(() => this.#next(LATE_MS));
  }

  /** Where a line begins, not after this byte. */
  async #seam(at: number): Promise<number> {
    if (at <= 0) return 0;
    const from = Math.max(0, at - SEAM);
    return (await this.#page(from, at - from)).next_offset;
  }

  #page(offset: number, limit: number): Promise<Page> {
    return call("GET", `/operations/${encodeURIComponent(this.id)}/output?offset=${offset}&limit=${limit}`);
  }
}
