// Built beside this one, and loaded by the browser.
declare module "*/askline-card.js";
