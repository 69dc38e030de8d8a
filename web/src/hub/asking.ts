// How the pages around a hub's inbox ask it for something, and tell what came of it.

interface Problem {
  detail: string;
  hint: string;
}

const alertLine = document.querySelector('[role="alert"]')!;
export const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T | null;

export async function post(path: string, body: unknown = {}, method = "POST"): Promise<Response> {
  return answered(await fetch(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }));
}

export const asked = async <T>(path: string, body?: unknown) => (await post(path, body)).json() as Promise<T>;

export const read = async <T>(path: string) => (await answered(await fetch(path))).json() as Promise<T>;

async function answered(reply: Response): Promise<Response> {
  if (reply.ok || reply.redirected) return reply;
  throw (await reply.json()) as Problem;
}

/** Do it, and tell what went wrong; nothing is pressed twice meanwhile. */
export async function attempt(doing: () => Promise<void>) {
  const buttons = document.querySelectorAll("button");
  buttons.forEach((each) => (each.disabled = true));
  alertLine.textContent = "";
  try {
    await doing();
  } catch (problem) {
    const { detail, hint } = problem as Partial<Problem>;
    alertLine.textContent = detail ? `${detail} ${hint}` : String(problem);
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
