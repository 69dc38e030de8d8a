// Every word of the plots in German, and of the page around them.

import type { Shell } from "../spoken";
import type { Words } from "./words";

export const words: Words = {
  language: "de",
  day: "T.",
  heading: "Wie lange es dauert",
  howFar: "Wie weit zurück",
  back: (days) => `${days} Tage`,
  facts: (asked, answered, pending) => `${asked} gefragt, ${answered} von einem Menschen erledigt, ${pending} offen.`,
  pace: (half, most, waited) => `Nach ${half} ist die Hälfte erledigt, nach ${most} sind es neun von zehn. Zusammen ${waited} haben Agenten gewartet.`,
  longer: "länger",
  took: "Zeit bis zur Antwort",
  waitedByDay: "Wartezeit der Agenten, nach Tag",
  halfByDay: "Die Hälfte ist beantwortet nach, je Tag",
  waitedByProject: "Wartezeit der Agenten, nach Projekt",
  waitedByAgent: "Wartezeit der Agenten, nach Agent",
  heads: ["Gefragt", "Von Menschen erledigt", "Die Hälfte nach", "Agenten warteten"],
  firsts: { time: "Zeit", asks: "Anfragen", day: "Tag", project: "Projekt", agent: "Agent" },
  asTable: "Als Tabelle",
  plot: (title) => `${title}. Die Zahlen stehen in der Tabelle darunter.`,
  signedOut: "Du bist abgemeldet. Starte `askline web`.",
  untold: "Der Dienst konnte es nicht sagen. Versuch es noch einmal.",
  unreachable: "Der Dienst ist nicht erreichbar.",
};

export const shell: Shell = {
  "Statistics · Askline": "Statistik · Askline",
  Inbox: "Eingang",
  Operations: "Vorgänge",
  History: "Verlauf",
  Statistics: "Statistik",
  Settings: "Einstellungen",
  "How long it takes": "Wie lange es dauert",
};
