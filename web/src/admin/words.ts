// Every word of these pages, in English. Another language is one more file of this type.

// Heads of tables: as many as a table has columns, in every language.
type Two = [string, string];
type Four = [...Two, ...Two];
type Five = [...Four, string];
type Six = [...Four, ...Two];

/** Where the trail of an ask breaks. */
export interface Flaw {
  ask_id: string;
  number: number;
  problem: string;
}

export const en = {
  language: "en",
  /** A day, as short as its unit: `2.5 d`. */
  day: "d",
  titles: {
    people: "People",
    projects: "Projects and teams",
    tokens: "Tokens",
    routes: "Routes",
    limits: "Limits and retention",
    alerts: "Failed alerts",
    usage: "Usage",
    acts: "What was done",
    audit: "Audit",
  },
  // The frame.
  inbox: "Inbox",
  admin: "Administration",
  loading: "Loading…",
  mayNot: "You may not",
  notYet: "There is nothing here for your role yet.",
  refused: "Only who administers this tenant or keeps order in it may. Ask one of its admins for the role.",
  unreachable: { detail: "The service cannot be reached.", hint: "Try again in a moment." },
  keep: "Keep",
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  none: (what: string) => `${what}: nothing yet.`,
  actions: "Actions",
  /** What a button does, for who cannot see its row. */
  done: (verb: string, what: string) => `${verb} ${what}`,
  // What several pages name.
  team: "Team",
  project: "Project",
  remove: "Remove",
  by: "By",
  channels: { slack: "Slack", mail: "mail", webhook: "webhook", push: "phone (ntfy)" },
  people: {
    heads: ["Name", "Login", "Roles", "Joined"] as Four,
    role: "Role",
    does: {
      answerer: "answers questions",
      approver: "answers and approves",
      asker: "agents may ask for them",
      operator: "keeps order in the whole tenant",
      admin: "administers the whole tenant",
    },
    whole: "the whole tenant",
    inTeam: (role: string, team: string) => `${role} in ${team}`,
    give: "Give a role",
    giveTo: (name: string) => `Give a role to ${name}`,
    giving: (name: string) => ({ title: `A role for ${name}`, verb: "Give the role", done: `${name} has the role.` }),
    take: (role: string, name: string) => `Take ${role} from ${name}`,
    taking: { more: "It holds from the next thing they do.", verb: "Take it", done: "Taken." },
    removing: (name: string) => ({
      title: `Remove ${name}?`,
      more: "They are signed out everywhere and their tokens end. What they answered stays.",
      verb: "Remove",
      done: `${name} is removed.`,
    }),
    inviting: { title: "Invite somebody", verb: "Invite" },
    login: { label: "Login", hint: "What they will sign in with, such as their mail address." },
    invited: (login: string) => ({ title: `Invitation for ${login}`, more: "Send them this link. It opens once, and is shown only now." }),
  },
  projects: {
    projects: "Projects",
    heads: ["Project", "Its asks go to"] as Two,
    close: (project: string, team: string) => `Close ${project} to ${team}`,
    closing: { more: "New asks of the project no longer go to the team. What waits already stays with it.", verb: "Close it", done: "Closed." },
    opening: { title: "Open a project to a team", verb: "Open it" },
    opened: (project: string, team: string) => `${project} is open to ${team}.`,
    teamFirst: "Make a team first.",
    teams: "Teams",
    teamHeads: ["Team", "Made"] as Two,
    make: "Make a team",
    name: { label: "Name", hint: "Short: small letters, digits and hyphens." },
    made: (name: string) => `Team ${name} is made.`,
    told: "How it is told",
  },
  contacts: {
    where: { label: "Where", hint: "A mail address, or the https address of a webhook or a topic." },
    adding: (team: string) => ({ title: `How ${team} is told`, verb: "Add it", done: `${team} is told there too.` }),
    webhook: (team: string) => ({ title: `The webhook of ${team}`, more: "Notices are signed with this secret. It is shown only now." }),
    try: "Try",
    tried: (where: string, why: string | null) => (why ? `Not sent to ${where}: ${why}` : `Sent to ${where}.`),
    removed: (where: string) => `Nobody is told at ${where} any more.`,
  },
  tokens: {
    heads: ["Name", "For", "May", "Used", "Good"] as Five,
    scopes: { ask: "ask", answer: "answer", operate: "keep order" },
    inProject: (scopes: string, project: string) => `${scopes} in ${project}`,
    service: (name: string) => `service ${name}`,
    revokedAt: (day: string) => `revoked ${day}`,
    endedAt: (day: string) => `ended ${day}`,
    until: (time: string, rotated: boolean) => `until ${time}${rotated ? ", rotated" : ""}`,
    rotate: "Rotate",
    revoke: "Revoke",
    revoking: (name: string) => ({
      title: `Revoke ${name}?`,
      more: "Programs that use it are refused from now on.",
      verb: "Revoke",
      done: `${name} is revoked.`,
    }),
    make: "Make a token",
    made: (name: string) => ({ title: `Token ${name}`, more: "It is shown only now. Put it where the program finds it, and nowhere else." }),
    next: (name: string) => ({
      title: `The next token ${name}`,
      more: "It is shown only now. Put it where the program finds it, and nowhere else. The old one is good for another day.",
    }),
    fields: {
      name: { label: "What it is for" },
      service: { label: "Service", hint: "A short name such as ci. Left empty, the token is your own." },
      project: { label: "Project", hint: "The one project it may speak for. Left empty, any." },
      days: { label: "Days", hint: "How long it is good, up to 366." },
      scopes: { label: "It may" },
    },
  },
  routes: {
    rules: "Rules",
    heads: ["Name", "For", "Goes to", "Approvals", "Times"] as Five,
    kinds: { question: "questions", approval: "approvals" },
    every: "every ask",
    of: (kind: string, project: string) => `${kind} of ${project}`,
    teams: "the teams of the project",
    after: (span: string, whom: string) => `after ${span}: ${whom}`,
    must: (count: number, own: boolean) => `${count} must agree${own ? ", own too" : ""}`,
    alerts: (span: string) => `alerts after ${span}`,
    reminds: (span: string) => `reminds every ${span}`,
    goesOn: (span: string) => `goes on though taken after ${span}`,
    change: "Change",
    removing: (name: string) => ({ title: `Remove rule ${name}?`, more: "What was asked already goes its way.", verb: "Remove", done: `${name} is removed.` }),
    make: "Make a rule",
  },
  rule: {
    title: (name: string) => (name ? `Rule ${name}` : "A new rule"),
    both: "questions and approvals",
    own: "who it is asked for may approve",
    length: "Such as 30 s, 10 min or 2 h.",
    fields: {
      name: { label: "Name", hint: "Small letters, digits, and . _ - between them." },
      project: { label: "Project", hint: "Left empty, every project." },
      kind: { label: "Kind" },
      quorum: { label: "How many must approve" },
      self: { label: "For approvals" },
      tell: { label: "Alerts after", hint: "Left empty, nobody is told elsewhere." },
      remind: { label: "Remind every", hint: "Left empty, nobody is reminded." },
      claim: { label: "Goes on though taken, after", hint: "Left empty, who took it keeps it." },
      to0: { label: "Put to", hint: "Logins of people, and teams as team:ops, with commas. Left empty, the teams that the project is open to." },
    },
    after: (step: number) => ({ label: `Step ${step} after`, hint: "If nobody took it." }),
    to: (step: number) => ({ label: `Step ${step} to`, hint: "Left empty, there is no such step." }),
    another: "Another step",
    verb: "Keep the rule",
    done: (name: string) => `Rule ${name} holds for what is asked from now on.`,
  },
  limits: {
    names: {
      pending: "Asks that wait at once",
      asks_per_hour: "Asks in an hour",
      people: "People",
      tokens: "Tokens that are good",
      attachment_bytes: "Bytes of attachments",
      retention_days: "Days that settled asks are kept",
    },
    heads: ["Of what", "Holds", "Your own", "The hub's"] as Four,
    setting: { title: "Set your own", more: "What is left empty is bounded by the hub alone.", verb: "Set the limits", done: "These limits hold now." },
  },
  alerts: { heads: ["When", "To", "By", "Tries", "What came of it"] as Five },
  usage: {
    days: "By day",
    projects: "By project",
    title: "Asked, by day",
    asTable: "As a table",
    plot: (title: string) => `${title}. The table below has the numbers.`,
    day: "Day",
    heads: ["Asked", "Answered", "Timed out", "Rejected", "Cancelled", "Half within"] as Six,
  },
  acts: {
    heads: ["When", "Who", "Did", "What"] as Four,
    /** What is not here is called by its name. */
    kinds: {} as Record<string, string>,
    verify: "Verify the chain",
    export: "Export all",
    holds: (count: number) => `${count} acts, an unbroken chain.`,
    flaw: (number: number, problem: string) => `The chain is broken at act ${number}: ${problem}.`,
    newest: (count: number) => `The newest ${count}. The others are in the export.`,
  },
  audit: {
    since: "Since",
    until: "Until",
    verify: { title: "Verify the trails of asks", verb: "Verify" },
    export: { title: "Export them, a line for each event", verb: "Export" },
    holds: (asks: number, events: number) => `${asks} asks, ${events} events, every chain unbroken.`,
    broken: (broken: number, asks: number, first: Flaw) =>
      `${broken} of ${asks} trails are broken. The first: ask ${first.ask_id}, event ${first.number}: ${first.problem}.`,
    more: "There are more; choose a shorter time to see them all.",
  },
};

export type Words = typeof en;
export type PageName = keyof Words["titles"];
