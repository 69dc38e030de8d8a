// What is one's own at a hub: passkeys, tokens, sessions, how one is told, and being away. Whatever was said by
// somebody is put in as text.

import { asked, at, attempt, go, post, pressed, read, submitted } from "./asking";
import { away, beginAway } from "./away";
import { beginContacts, contacts } from "./contacts";
import { line, time } from "./lines";
import { canPasskeys, makePasskey } from "./passkeys";

interface Passkey {
  id: string;
  name: string;
  made_at: string;
}

interface Token {
  id: string;
  name: string;
  shown: string;
  expires_at: string;
  revoked_at: string | null;
  secret: string;
}

const TOKENS = "/api/v1/people/tokens";
const MINE = "/api/v1/people/passkeys";

function begin() {
  pressed(at("out"), async () => go(await post("/sign-out")));
  pressed(at("everywhere"), async () => go(await post("/sign-out", { everywhere: true })));
  pressed(at("passkey"), async () => {
    const credential = await makePasskey(await asked(`${MINE}/options`));
    await post(MINE, { credential });
    await passkeys();
  });
  const form = at<HTMLFormElement>("new-token")!;
  submitted(form, async ({ name }) => {
    const { secret } = await asked<Token>(TOKENS, { name });
    at("secret")!.textContent = `Shown this once: ${secret}`;
    form.reset();
    await tokens();
  });
  void attempt(async () => {
    const { name, tenant, rights } = await read<{ name: string; tenant: string; rights: string[] }>("/api/v1/people/me");
    at("admin")!.hidden = !rights.some((each) => each === "administer" || each === "operate");
    at("me")!.textContent = `${name}, of ${tenant}.`;
    await Promise.all([passkeys(), tokens(), contacts(), away()]);
  });
}

async function passkeys() {
  const found = await read<Passkey[]>(MINE);
  const lines = found.map(({ id, name, made_at }) => line(`${name}, made ${time(made_at)}`, { Remove: () => post(`${MINE}/${id}/remove`).then(passkeys) }));
  at("passkeys")!.replaceChildren(...lines);
}

async function tokens() {
  const found = (await read<Token[]>(TOKENS)).filter(({ revoked_at, expires_at }) => !revoked_at && Date.parse(expires_at) > Date.now());
  const lines = found.map(({ id, name, shown, expires_at }) => line(`${name}, ${shown}…, until ${time(expires_at)}`, { Revoke: () => post(`${TOKENS}/${id}/revoke`).then(tokens) }));
  at("tokens")!.replaceChildren(...lines);
}

begin();
beginContacts();
beginAway();
at("passkey")!.hidden = !canPasskeys();
