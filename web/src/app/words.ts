// What the card says in a host besides its own words. English only: one page without a network has no room for more.

export const notPassedOn = "The agent's client does not pass it on.";
export const elsewhere = "Try again, or answer in the inbox: run `askline`.";
