// An element that draws itself again, once, after whatever it holds has changed: what the card and the page
// need of a component library, and no more. Templates are lit-html's.

import { render } from "lit/html.js";

/** What changed since it was drawn last, with what it was before. */
export type Changes = Map<string, any>;

export function css(sheet: TemplateStringsArray): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(sheet[0]!);
  return made;
}

export class Drawing extends HTMLElement {
  /** The names of what it holds and nobody says by attribute. */
  static holds = "";
  /** What may come by attribute too and is shown there: words, or flags. */
  static attributes: Record<string, typeof String | typeof Boolean> = {};
  static sheets: CSSStyleSheet[] = [];

  /** Asked for once, when the element is defined. */
  static get observedAttributes(): string[] {
    for (const name of namesOf(this)) {
      Object.defineProperty(this.prototype, name, {
        get(this: Drawing) {
          return this.#held[name];
        },
        set(this: Drawing, value: unknown) {
          this.#hold(name, value);
        },
      });
    }
    return Object.keys(this.attributes);
  }

  readonly renderRoot: HTMLElement | ShadowRoot;
  hasUpdated = false;
  #kind = this.constructor as typeof Drawing;
  #held: Record<string, unknown> = {};
  #changes: Changes = new Map();
  /** What was put on the element before this script had come: it outlives the defaults. */
  #early: Record<string, unknown> = {};
  #waits = false;
  #begin!: (on: unknown) => void;
  /** Nothing is drawn before the element is somewhere. */
  #turn: Promise<unknown> = new Promise((begin) => (this.#begin = begin));

  constructor() {
    super();
    const own = this as Record<string, any>;
    for (const name of namesOf(this.#kind)) {
      if (!Object.hasOwn(this, name)) continue;
      this.#early[name] = own[name];
      delete own[name];
    }
    this.renderRoot = this.createRenderRoot();
    this.requestUpdate();
  }

  protected createRenderRoot(): HTMLElement | ShadowRoot {
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = this.#kind.sheets;
    return root;
  }

  /** When what was changed until now has been drawn. */
  get updateComplete(): Promise<unknown> {
    return this.#turn;
  }

  connectedCallback(): void {
    this.#begin(0);
  }

  disconnectedCallback(): void {}

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before !== value && value !== shown(this.#held[name])) this.#hold(name, this.#kind.attributes[name] === Boolean ? value !== null : value);
  }

  requestUpdate(): void {
    if (this.#waits) return;
    this.#waits = true;
    this.#turn = this.#draw();
  }

  /** What it holds may still change here, and is drawn with the rest. */
  protected willUpdate(_changes: Changes): void {}

  protected updated(_changes: Changes): void {}

  protected render(): unknown {
    return;
  }

  #hold(name: string, value: unknown): void {
    const before = this.#held[name];
    if (Object.is(before, value)) return;
    this.#held[name] = value;
    if (!this.#changes.has(name)) this.#changes.set(name, before);
    this.requestUpdate();
  }

  async #draw(): Promise<void> {
    await this.#turn;
    let drawn;
    Object.assign(this, this.#early);
    this.#early = {};
    const changes = this.#changes;
    try {
      this.willUpdate(changes);
      drawn = this.render();
      for (const name of Object.keys(this.#kind.attributes)) if (changes.has(name)) this.#show(name);
    } finally {
      this.#changes = new Map();
      this.#waits = false;
    }
    render(drawn, this.renderRoot, { host: this });
    this.hasUpdated = true;
    this.updated(changes);
  }

  #show(name: string): void {
    const value = shown(this.#held[name]);
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }
}

const namesOf = (kind: typeof Drawing) => [...kind.holds.split(" "), ...Object.keys(kind.attributes)];

/** A value as an attribute says it; what is off or empty is not said. */
const shown = (value: unknown) => (value === true ? "" : value ? String(value) : null);
