// The way into a hub, in German: signing in, joining, and the way in on one's own machine.

import type { Shell } from "../spoken";
import type { Failing, Joining } from "./words";

export const failing: Failing = {
  unreachable: { detail: "Der Hub ist nicht erreichbar.", hint: "Versuch es gleich noch einmal." },
  noPasskey: { detail: "Es wurde kein Passkey benutzt.", hint: "Versuch es noch einmal oder nimm einen anderen Weg." },
  unexpected: { detail: "In dieser Seite ist etwas schiefgegangen.", hint: "Lade sie neu." },
};

export const words: Joining = {
  language: "de",
  failing,
  invited: (tenant, login) => `Du bist zu ${tenant} eingeladen, als ${login}.`,
};

export const shell: Shell = {
  "Sign in · Askline": "Anmelden · Askline",
  "Sign in": "Anmelden",
  Tenant: "Mandant",
  Login: "Login",
  Password: "Passwort",
  "Sign in with a passkey": "Mit einem Passkey anmelden",
  "Join · Askline": "Beitreten · Askline",
  Join: "Beitreten",
  "Your name": "Dein Name",
  "Password, 12 characters or more": "Passwort, mindestens 12 Zeichen",
  "Join with a passkey instead": "Stattdessen mit einem Passkey beitreten",
};
