// Where somebody wants to be told. Where a contact leads goes in and never comes out again; a secret is shown once.

import { asked, at, post, read, submitted } from "./asking";
import { line } from "./lines";

interface Contact {
  id: string;
  channel: string;
  shown: string;
  answers: boolean;
  secret?: string;
}

const CONTACTS = "/api/v1/people/contacts";
const WAYS: Record<string, string> = { mail: "Mail", slack: "Slack", webhook: "Webhook", push: "Phone" };

const tell = (what: string) => (at("told")!.textContent = what);

export function beginContacts() {
  const form = at<HTMLFormElement>("new-contact")!;
  submitted(form, async ({ channel, where, answers }) => {
    const { secret } = await asked<Contact>(CONTACTS, { channel, where, answers: !!answers });
    tell(secret ? `Notices are signed with this secret, shown this once: ${secret}` : "Added. Try it to see that it reaches you.");
    form.reset();
    await contacts();
  });
}

export async function contacts() {
  const { contacts: found } = await read<{ contacts: Contact[] }>(CONTACTS);
  const lines = found.map(({ id, channel, shown, answers }) =>
    line(`${WAYS[channel] ?? channel}: ${shown}${answers ? ", with links that answer" : ""}`, {
      Try: async () => {
        const { sent, detail } = await asked<{ sent: boolean; detail: string | null }>(`${CONTACTS}/${id}/try`);
        tell(sent ? `Sent to ${shown}.` : `Not sent to ${shown}: ${detail}`);
      },
      Remove: () => post(`${CONTACTS}/${id}`, {}, "DELETE").then(contacts),
    }),
  );
  at("contacts")!.replaceChildren(...lines);
}
