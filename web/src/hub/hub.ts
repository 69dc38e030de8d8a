// The pages around a hub's inbox: sign in and join. Each posts JSON and goes where the reply leads. The page to sign in
// at one's own machine has no form, and only its words from here.
//
// An invitation stands behind the number sign of the address, which browsers send to nobody: it is read here and
// sent in a body. Whatever was said by somebody is put in as text.

import { spokenAll } from "../spoken";
import { asked, at, attempt, go, post, pressed, speak, submitted } from "./asking";
import { canPasskeys, makePasskey, usePasskey } from "./passkeys";
import { joining } from "./words";

/** Forms are heard before their words have come. */
const speaking = spokenAll(joining, "hub").then((words) => (speak(words), words));

function signIn(form: HTMLFormElement) {
  const place = location.pathname;
  submitted(form, async (fields) => go(await post("/sign-in", { ...fields, place })));
  pressed(at("passkey"), async () => {
    const credential = await usePasskey(await asked("/sign-in/passkey/options"));
    go(await post("/sign-in/passkey", { credential, place }));
  });
  const oidc = at<HTMLAnchorElement>("oidc");
  if (oidc) oidc.search = new URLSearchParams({ place }).toString();
}

function join(form: HTMLFormElement) {
  const invitation = location.hash.slice(1);
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  submitted(form, async ({ name, password }) => go(await post("/join", { invitation, name, password })));
  pressed(at("passkey"), async () => {
    const name = field("name");
    if (!name.reportValidity()) return;
    const credential = await makePasskey(await asked("/join/passkey/options", { invitation }));
    go(await post("/join/passkey", { invitation, name: name.value, credential }));
  });
  void attempt(async () => {
    const { tenant, login } = await asked<Record<string, string>>("/join/look", { invitation });
    at("about")!.textContent = (await speaking).invited(tenant!, login!);
    field("login").value = login!;
    form.hidden = false;
  });
}

const forms: Record<string, (form: HTMLFormElement) => void> = { "sign-in": signIn, join };
for (const [id, begin] of Object.entries(forms)) {
  const part = at<HTMLFormElement>(id);
  if (part) begin(part);
}
const button = at("passkey");
if (button) button.hidden = !canPasskeys();
