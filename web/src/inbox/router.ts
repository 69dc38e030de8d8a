// Addresses of the page, by the History API. A list and an ask beside it are one screen: the address names the ask.

export type Screen = "inbox" | "operations" | "history" | "settings";

export interface Place {
  /** Which list stands beside the ask; on a phone, where "back" leads. */
  screen: Screen;
  /** The ask, or the operation, that the address names. */
  id: string | null;
}

/** What an address means. An ask's own address does not say which list it was opened from. */
export function placeOf(path: string, from: Screen = "inbox"): Place {
  const [first, id] = path.split("/").filter(Boolean);
  if (first === "operations") return { screen: first, id: id ? decodeURIComponent(id) : null };
  if (first === "asks" && id) return { screen: from, id: decodeURIComponent(id) };
  return { screen: first === "history" || first === "settings" ? first : "inbox", id: null };
}

export function pathOf({ screen, id }: Place): string {
  if (id) return `/${screen === "operations" ? screen : "asks"}/${encodeURIComponent(id)}`;
  return screen === "inbox" ? "/" : `/${screen}`;
}

export const here = () => placeOf(location.pathname, history.state?.screen);

/** `quietly` replaces the address, for steps that nobody wants to walk back one by one. */
export function go(place: Place, quietly = false): void {
  const path = pathOf(place);
  history[quietly || path === location.pathname ? "replaceState" : "pushState"]({ screen: place.screen }, "", path);
}
