// Being away: what agents are told meanwhile, until when, and who stands in.

import { at, post, pressed, read, submitted } from "./asking";
import { time } from "./lines";
import { says } from "./says";

interface Away {
  words: string | null;
  until: string | null;
  deputy_name: string | null;
}

const AWAY = "/api/v1/people/away";

export function beginAway() {
  submitted(at<HTMLFormElement>("go-away")!, async ({ words, until, deputy }) => {
    await post(AWAY, { ...(words && { words }), ...(until && { until: new Date(until).toISOString() }), ...(deputy && { deputy }) }, "PUT");
    await away();
  });
  pressed(at("back"), async () => {
    await post(AWAY, {}, "DELETE");
    await away();
  });
}

export async function away() {
  const [{ away: now }, { addressees }] = await Promise.all([
    read<{ away: Away | null }>(AWAY),
    read<{ addressees: { address: string; name: string; kind: string }[] }>("/api/v1/people/addressees"),
  ]);
  at("away")!.textContent = now ? said(now) : says.here;
  at("back")!.hidden = !now;
  const deputies = addressees.map(({ address, name, kind }) => new Option(kind === "team" ? says.team(name) : name, address));
  at<HTMLSelectElement>("deputy")!.replaceChildren(new Option(says.nobody, ""), ...deputies);
}

function said({ words, until, deputy_name }: Away): string {
  const end = until ? says.awayUntil(time(until)) : says.away;
  return [end, deputy_name && says.standsIn(deputy_name), words && says.told(words)].filter(Boolean).join(" ");
}
