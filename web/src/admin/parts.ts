// Tables and forms, the same on every page. They know nothing of what is in them.

import { html, nothing } from "lit/html.js";
import { locale, says } from "./says";

/** What stands in a column. */
export type Cell<Row> = (row: Row) => unknown;

export interface Field {
  name: string;
  label: string;
  hint?: string;
  kind?: "text" | "number" | "date" | "select" | "checks";
  /** What a list or a row of boxes offers: its value, and how it is called. */
  options?: [string, string][];
  value?: string;
  needed?: boolean;
  /** What may stand in it, as browsers check it. */
  pattern?: string;
}

/** What a form says: of a row of boxes, those that are ticked; of what was left empty, nothing. */
export type Said = Record<string, string | string[]>;

/** The first column names the row. On a narrow screen every cell says what it is. */
export function table<Row>(caption: string, heads: string[], rows: Row[], cells: Cell<Row>[], acts?: Cell<Row>) {
  if (!rows.length) return html`<p class="none">${says.none(caption)}</p>`;
  const [first, ...others] = cells;
  return html`<table><caption class="sr">${caption}</caption>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}${acts ? html`<th scope="col"><span class="sr">${says.actions}</span></th>` : nothing}</tr></thead>
    <tbody>${rows.map(
      (row) => html`<tr><th scope="row" dir="auto">${first!(row)}</th>
        ${others.map((cell, at) => html`<td data-head=${heads[at + 1]} dir="auto">${cell(row)}</td>`)}
        ${acts ? html`<td class="acts">${acts(row)}</td>` : nothing}</tr>`,
    )}</tbody></table>`;
}

/** `more` stands beside the button that sends. */
export function form(verb: string, fields: Field[], send: (said: Said) => Promise<boolean>, more: unknown = nothing) {
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const sent = event.target as HTMLFormElement;
    if (await send(read(sent, fields))) sent.reset();
  };
  return html`<form @submit=${submit}>${fields.map(control)}<button class="btn pri">${verb}</button>${more}</form>`;
}

function read(sent: HTMLFormElement, fields: Field[]): Said {
  const data = new FormData(sent);
  const said: Said = {};
  for (const { name, kind } of fields) {
    const values = data.getAll(name).map(String).filter(Boolean);
    if (kind === "checks" || values[0]) said[name] = kind === "checks" ? values : values[0]!;
  }
  return said;
}

function control(field: Field) {
  const { name, label, hint, kind = "text", options = [], value = "", needed, pattern } = field;
  const more = hint ? html`<small>${hint}</small>` : nothing;
  if (kind === "checks") {
    return html`<fieldset><legend>${label}</legend>${options.map(
      ([each, called]) => html`<label class="check"><input type="checkbox" name=${name} value=${each} ?checked=${each === value} />${called}</label>`,
    )}${more}</fieldset>`;
  }
  if (kind === "select") {
    return html`<label><span>${label}</span><select name=${name}>${options.map(([each, called]) => html`<option value=${each} ?selected=${each === value}>${called}</option>`)}</select>${more}</label>`;
  }
  return html`<label><span>${label}</span><input type=${kind} name=${name} value=${value} ?required=${needed} pattern=${pattern ?? nothing} maxlength="2000" autocomplete="off" />${more}</label>`;
}

/** A button that says to who cannot see its row which row is meant, in the words of `whole` where others fit better. */
export const act = (verb: string, what: string, does: () => void, mood = "", whole = says.done(verb, what)) =>
  html`<button class="lnk ${mood}" aria-label=${whole} @click=${does}>${verb}</button>`;

export const day = (time: string | null) => (time ? new Date(time).toLocaleDateString(locale(), { dateStyle: "medium" }) : "–");

export const moment = (time: string | null) => (time ? new Date(time).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" }) : "–");
