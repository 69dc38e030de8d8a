// What the pages that come later share with the inbox: one copy of the templates, one way to the service.

export { html, nothing } from "lit/html.js";
export { ago, digits } from "../clock";
export { argvPart } from "../command";
export { css } from "../drawing";
export { commandStyles } from "../styles/command";
export { call, patiently, type Problem } from "./api";
export { hasAgreed, type Me } from "./model";
export { allowNotify, canNotify, mayNotify } from "./notify";
export { Part } from "./part";
export { Rows } from "./rows";
