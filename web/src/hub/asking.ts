// How the pages around a hub's inbox ask it for something, and tell what came of it: in the service's own words where
// it says some, otherwise in those of the page. What a browser says of a failure is for nobody.

import { failing } from "./words";

interface Problem {
  detail: string;
  hint: string;
}

let troubles = failing;

/** Say it in these words from now on. */
export const speak = (words: { failing: typeof failing }) => void (troubles = words.failing);

const alertLine = document.querySelector('[role="alert"]')!;
export const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T | null;

export async function post(path: string, body: unknown = {}, method = "POST"): Promise<Response> {
  return answered(fetch(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }));
}

export const asked = async <T>(path: string, body?: unknown) => (await post(path, body)).json() as Promise<T>;

export const read = async <T>(path: string) => (await answered(fetch(path))).json() as Promise<T>;

async function answered(asking: Promise<Response>): Promise<Response> {
  const reply = await asking.catch(() => undefined);
  if (reply?.ok || reply?.redirected) return reply;
  const said = (await reply?.json().catch(() => undefined)) as Partial<Problem> | undefined;
  throw said?.detail ? said : troubles.unreachable;
}

function told(problem: unknown): Problem {
  if (problem instanceof DOMException) return troubles.noPasskey;
  return (problem as Partial<Problem>).detail ? (problem as Problem) : troubles.unexpected;
}

/** Do it, and tell what went wrong; nothing is pressed twice meanwhile. */
export async function attempt(doing: () => Promise<void>) {
  const buttons = document.querySelectorAll("button");
  buttons.forEach((each) => (each.disabled = true));
  alertLine.textContent = "";
  try {
    await doing();
  } catch (problem) {
    const { detail, hint } = told(problem);
    alertLine.textContent = `${detail} ${hint}`;
  } finally {
    buttons.forEach((each) => (each.disabled = false));
  }
}

/** Where the reply led us, instead of this page: going back must not show a form that was sent. */
export const go = (reply: Response) => location.replace(reply.url);

export function submitted(form: HTMLFormElement, doing: (fields: Record<string, string>) => Promise<void>) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(() => doing(Object.fromEntries(new FormData(form)) as Record<string, string>));
  });
}

export function pressed(button: HTMLElement | null, doing: () => Promise<void>) {
  button?.addEventListener("click", () => void attempt(doing));
}
