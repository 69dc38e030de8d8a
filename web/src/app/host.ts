// What the host says about itself, and how the card follows it: theme, colours, language, size, links.
import type { Bridge } from "./bridge";

export interface HostContext {
  theme?: "light" | "dark";
  locale?: string;
  styles?: { variables?: Record<string, string | undefined> };
  toolInfo?: { id?: string | number };
}

export interface Host {
  hostContext?: HostContext;
  hostCapabilities?: { openLinks?: object; updateModelContext?: object };
}

/** The theme goes on the card alone: on the page it would put an opaque box into a host of another theme. */
export function follow(context: HostContext, card: HTMLElement): void {
  if (context.theme) card.setAttribute("theme", context.theme);
  if (context.locale) document.documentElement.lang = context.locale;
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    if (name.startsWith("--") && value) document.documentElement.style.setProperty(name, value);
  }
}

/** The host makes room for as much as there is, once there is something. */
export function tellSize(bridge: Bridge): void {
  const tell = () => {
    const { width, height } = document.body.getBoundingClientRect();
    if (height) bridge.tell("ui/notifications/size-changed", { width: Math.ceil(width), height: Math.ceil(height) });
  };
  new ResizeObserver(tell).observe(document.body);
}

/** A sandboxed page opens no windows; the host does, after asking its user where it wants to. */
export function openLinksThrough(bridge: Bridge, card: HTMLElement): void {
  card.addEventListener("click", (event) => {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (!link) return;
    event.preventDefault();
    void bridge.ask("ui/open-link", { url: link.href }).catch(() => undefined);
  });
}
