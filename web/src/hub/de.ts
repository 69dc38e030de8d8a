// The way into a hub, in German: signing in, joining, and the way in on one's own machine.

import type { Shell } from "../spoken";
import type { Joining } from "./words";

export const words: Joining = {
  language: "de",
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
