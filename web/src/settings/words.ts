// Every word of the settings and of what stands, in both languages: the script is small, and comes late.

import { de } from "./de";

const en = {
  browser: "This browser",
  theme: "Theme",
  themes: { "": "As the system", light: "Light", dark: "Dark" },
  languageName: "Language",
  languages: { "": "As the browser", en: "English", de: "Deutsch" },
  letters: "Single-letter keys",
  lettersMore: "j, k, x and the others act without Ctrl. Turn them off if you speak to your computer.",
  notifications: "Notifications",
  notifyOn: "New asks are announced while you are elsewhere.",
  notifyOff: "The browser tells you of new asks while this page is open.",
  notifyDenied: "The browser refuses notifications for this page. Its own settings can allow them.",
  stop: "Stop",
  house: "This house",
  houseMore: "Read only here. Change it in the file, or with askline config set.",
  file: "File",
  signOut: "Sign out",
  signOutMore: "Only this browser. askline web --sign-out ends all of them.",
  standing: "What stands",
  standingMore: "Your rules answer for you, your standing approvals let commands run. Each holds until its end, or until you revoke it.",
  none: "Nothing stands.",
  rule: "Rule",
  approval: "Approval",
  until: (time: string) => `until ${time}`,
  conversation: "in one conversation",
  revoke: "Revoke",
  revokes: (what: string) => `Revoke ${what}`,
  revoked: "Revoked.",
  always: "Answer this way from now on",
  made: "Made a rule: the same question in this project is answered this way. Settings list your rules.",
};

export type Words = typeof en;

export const wordsIn = (language: string): Words => (language === "de" ? de : en);
