// What a page of somebody else's says besides the card, in the language of the card.

interface Said {
  detail: string;
  hint: string;
}

/** The token of this page has ended, and no other could be had. */
export const ended: Record<string, Said> = {
  en: { detail: "This page's access to Askline has ended.", hint: "Load the page again to go on; what was asked still waits." },
  de: { detail: "Der Zugang dieser Seite zu Askline ist abgelaufen.", hint: "Lade die Seite neu, um weiterzumachen; was gefragt wurde, wartet noch." },
};

export const unreachable: Record<string, Said> = {
  en: { detail: "Askline cannot be reached.", hint: "Try again in a moment." },
  de: { detail: "Askline ist nicht erreichbar.", hint: "Versuch es gleich noch einmal." },
};
