// What a page of somebody else's says besides the card, in the language of the card.

export const unreachable: Record<string, { detail: string; hint: string }> = {
  en: { detail: "Askline cannot be reached.", hint: "Try again in a moment." },
  de: { detail: "Askline ist nicht erreichbar.", hint: "Versuch es gleich noch einmal." },
};
