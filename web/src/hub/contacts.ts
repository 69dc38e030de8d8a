// Where somebody wants to be told. Where a contact leads goes in and never comes out again; a secret is shown once.

import { asked, at, post, read, submitted } from "./asking";
import { line } from "./lines";
import { says } from "./says";

interface Contact {
  id: string;
  channel: string;
  shown: string;
  answers: boolean;
  secret?: string;
}

const CONTACTS = "/api/v1/people/contacts";

const tell = (what: string) => (at("told")!.textContent = what);

export function beginContacts() {
  const form = at<HTMLFormElement>("new-contact")!;
  submitted(form, async ({ channel, where, answers }) => {
    const { secret } = await asked<Contact>(CONTACTS, { channel, where, answers: !!answers });
    tell(secret ? says.signed(secret) : says.added);
    form.reset();
    await contacts();
  });
}

export async function contacts() {
  const { contacts: found } = await read<{ contacts: Contact[] }>(CONTACTS);
  const lines = found.map(({ id, channel, shown, answers }) =>
    line(`${(says.ways as Record<string, string>)[channel] ?? channel}: ${shown}${answers ? `, ${says.answers}` : ""}`, {
      [says.try]: async () => {
        const { sent, detail } = await asked<{ sent: boolean; detail: string | null }>(`${CONTACTS}/${id}/try`);
        tell(sent ? says.sent(shown) : says.notSent(shown, detail ?? ""));
      },
      [says.remove]: () => post(`${CONTACTS}/${id}`, {}, "DELETE").then(contacts),
    }),
  );
  at("contacts")!.replaceChildren(...lines);
}
