// Every word that the scripts of a hub's own pages say, in English: joining, and one's account. The texts that stand
// in the pages' HTML are not among them.

/** What is said where the service itself says nothing, or nothing that a page understands. */
export const failing = {
  unreachable: { detail: "The hub cannot be reached.", hint: "Try again in a moment." },
  noPasskey: { detail: "No passkey was used.", hint: "Try again, or take another way." },
  unexpected: { detail: "Something went wrong in this page.", hint: "Load it again." },
};

export const joining = {
  language: "en",
  failing,
  invited: (tenant: string, login: string) => `You are invited to ${tenant}, as ${login}.`,
};

export const account = {
  language: "en",
  failing,
  me: (name: string, tenant: string) => `${name}, of ${tenant}.`,
  shownOnce: (secret: string) => `Shown this once: ${secret}`,
  passkey: (name: string, made: string) => `${name}, made ${made}`,
  token: (name: string, shown: string, end: string) => `${name}, ${shown}…, until ${end}`,
  // What can be done with a line, and the same for who cannot see which line is meant.
  remove: "Remove",
  revoke: "Revoke",
  try: "Try",
  done: (verb: string, about: string) => `${verb} ${about}`,
  changed: "Changed. Every other session of yours has ended.",
  // Contacts.
  ways: { mail: "Mail", slack: "Slack", webhook: "Webhook", push: "Phone" },
  answers: "with links that answer",
  signed: (secret: string) => `Notices are signed with this secret, shown this once: ${secret}`,
  added: "Added. Try it to see that it reaches you.",
  sent: (where: string) => `Sent to ${where}.`,
  notSent: (where: string, why: string) => `Not sent to ${where}: ${why}`,
  // Being away.
  here: "You are here.",
  away: "You are away.",
  awayUntil: (end: string) => `You are away until ${end}.`,
  standsIn: (who: string) => `${who} stands in.`,
  told: (words: string) => `Agents are told: ${words}`,
  nobody: "nobody",
  team: (name: string) => `team ${name}`,
};

export type Failing = typeof failing;
export type Joining = typeof joining;
export type Account = typeof account;
