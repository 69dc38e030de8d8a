// Every word of the plots, in English. The texts that stand in the page's HTML are not among them.

export const en = {
  language: "en",
  /** A day, as short as its unit: `2.5 d`. */
  day: "d",
  heading: "How long it takes",
  howFar: "How far back",
  back: (days: number) => `${days} days`,
  facts: (asked: string, answered: string, pending: string) => `${asked} asked, ${answered} settled by a person, ${pending} pending.`,
  pace: (half: string, most: string, waited: string) => `Half are settled within ${half}, nine of ten within ${most}. Agents waited ${waited} in all.`,
  longer: "longer",
  took: "Time to answer",
  waitedByDay: "Agents waited, by day",
  halfByDay: "Half are answered within, by day",
  waitedByProject: "Agents waited, by project",
  waitedByAgent: "Agents waited, by agent",
  heads: ["Asked", "Settled by a person", "Half within", "Agents waited"],
  firsts: { time: "Time", asks: "Asks", day: "Day", project: "Project", agent: "Agent" },
  asTable: "As a table",
  plot: (title: string) => `${title}. The table below has the numbers.`,
  signedOut: "You are signed out. Run `askline web`.",
  untold: "The service could not tell. Try again.",
  unreachable: "The service cannot be reached.",
};

export type Words = typeof en;
