// What is one's own at a hub: passkeys, a password, tokens, sessions, how one is told, and being away. Whatever was said by
// somebody is put in as text.

import { asked, at, attempt, go, post, pressed, read, submitted } from "./asking";
import { away, beginAway } from "./away";
import { beginContacts, contacts } from "./contacts";
import { line, time } from "./lines";
import { canPasskeys, makePasskey } from "./passkeys";
import { says, speaking } from "./says";

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
    at("secret")!.textContent = says.shownOnce(secret);
    form.reset();
    await tokens();
  });
  const password = at<HTMLFormElement>("new-password")!;
  submitted(password, async (said) => {
    await post("/password", said);
    at("changed")!.textContent = says.changed;
    password.reset();
  });
  void attempt(async () => {
    await speaking;
    const { name, tenant, rights } = await read<{ name: string; tenant: string; rights: string[] }>("/api/v1/people/me");
    at("admin")!.hidden = !rights.some((each) => each === "administer" || each === "operate");
    at("me")!.textContent = says.me(name, tenant);
    await Promise.all([passkeys(), tokens(), contacts(), away()]);
  });
}

async function passkeys() {
  const found = await read<Passkey[]>(MINE);
  const lines = found.map(({ id, name, made_at }) => line(says.passkey(name, time(made_at)), { [says.remove]: () => post(`${MINE}/${id}/remove`).then(passkeys) }));
  at("passkeys")!.replaceChildren(...lines);
}

async function tokens() {
  const found = (await read<Token[]>(TOKENS)).filter(({ revoked_at, expires_at }) => !revoked_at && Date.parse(expires_at) > Date.now());
  const lines = found.map(({ id, name, shown, expires_at }) => line(says.token(name, shown, time(expires_at)), { [says.revoke]: () => post(`${TOKENS}/${id}/revoke`).then(tokens) }));
  at("tokens")!.replaceChildren(...lines);
}

begin();
beginContacts();
beginAway();
at("passkey")!.hidden = !canPasskeys();
