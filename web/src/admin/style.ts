// How these pages look. Only logical sides, so that they mirror; colours are the card's.

import { css } from "../drawing";

export const styles = css`
  :host {
    display: grid;
    grid: auto 1fr / 208px minmax(0, 1fr);
    min-height: 100dvh;
    background: light-dark(#f6f7fb, #0e1219);
  }
  header {
    grid-column: 1 / -1;
    display: flex;
    align-items: center;
    gap: 20px;
    min-height: 56px;
    padding: 0 20px;
    background: var(--bg);
    border-block-end: 1px solid var(--line);
  }
  a {
    color: var(--acc);
  }
  .home, nav a {
    font-weight: 600;
    text-decoration: none;
  }
  nav {
    display: flex;
    flex-direction: column;
    gap: 2px;
    padding: 20px 12px;
    background: var(--bg);
    border-inline-end: 1px solid var(--line);
  }
  nav a {
    padding: 8px 12px;
    border-radius: 8px;
    color: var(--mut);
    font-size: 14px;
  }
  nav a:hover, nav [aria-current] {
    background: var(--soft);
    color: var(--fg);
  }
  main {
    width: 100%;
    max-width: 1040px;
    padding: 24px clamp(14px, 4vw, 40px) 64px;
  }
  .refused {
    grid-column: 1 / -1;
    max-width: 520px;
    margin: 12vh auto 0;
  }
  .refused > * + * {
    margin-block-start: 12px;
  }
  h1 {
    font-size: 22px;
  }
  h2 {
    margin-block: 32px 12px;
    font-size: 17px;
  }
  h1 + * + .told + h2 {
    margin-block-start: 12px;
  }
  [role="alert"] {
    color: var(--bad);
    font-weight: 600;
  }
  .told {
    color: var(--ok);
    font-weight: 600;
  }
  [role]:not(:empty) {
    margin-block: 10px;
  }
  table {
    width: 100%;
    margin-block-start: 12px;
    border: 1px solid var(--line);
    border-radius: var(--r);
    border-spacing: 0;
    background: var(--bg);
    overflow: hidden;
  }
  th, td {
    padding: 10px 14px;
    border-block-end: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
    font-size: 14px;
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  tbody tr:last-child > * {
    border: 0;
  }
  thead th {
    color: var(--mut);
    font-size: 12.5px;
  }
  tbody th {
    font-weight: 600;
  }
  .acts {
    text-align: end;
    white-space: nowrap;
  }
  .acts .lnk {
    margin: 0;
    font-weight: 600;
    white-space: nowrap;
  }
  .lnk.bad {
    color: var(--bad);
  }
  .tags {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 6px;
  }
  .tags li {
    padding-inline: 10px 2px;
    border-radius: 99px;
    background: var(--soft);
    font-size: 13px;
    white-space: nowrap;
  }
  .tags .lnk {
    min-width: 24px;
    min-height: 24px;
    margin: 0;
    padding: 0 4px;
    color: var(--mut);
  }
  form {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 14px;
    padding: 18px;
    border: 1px solid var(--line);
    border-radius: var(--r);
    background: var(--bg);
  }
  form label {
    flex: 1 1 200px;
    display: grid;
    gap: 4px;
  }
  form label, legend {
    font-size: 13.5px;
    font-weight: 600;
  }
  form .btn {
    margin-block-start: 24px;
    font-weight: 600;
  }
  select, input:not([type="checkbox"]) {
    width: 100%;
    min-height: 40px;
    padding: 0 12px;
    border: 1px solid var(--ctl);
    border-radius: var(--r2);
    background: var(--bg);
    color: inherit;
    font: inherit;
    font-weight: 400;
  }
  small, .none {
    color: var(--mut);
    font-size: 13px;
    font-weight: 400;
  }
  fieldset {
    flex: 1 1 200px;
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
    border: 0;
  }
  legend {
    margin-block-end: 8px;
  }
  form .check {
    flex: 0 1 auto;
    display: flex;
    align-items: center;
    gap: 7px;
    min-height: 28px;
    font-weight: 400;
  }
  [type="checkbox"] {
    width: 20px;
    height: 20px;
    accent-color: var(--acc);
  }
  code {
    font: 0.9em var(--mono);
    color: var(--mut);
  }
  .secret {
    display: block;
    padding: 12px;
    border-radius: var(--r2);
    background: var(--soft);
    color: var(--fg);
    user-select: all;
  }
  dialog {
    width: min(560px, calc(100vw - 24px));
    margin: auto;
    padding: 24px;
    border: 1px solid var(--line);
    border-radius: var(--r);
    background: var(--bg);
    color: inherit;
  }
  dialog::backdrop {
    background: #0007;
  }
  dialog h2 {
    margin: 0 0 12px;
  }
  dialog form {
    padding: 0;
    border: 0;
  }
  dialog form .btn {
    margin: 0;
  }
  /* What is pressed stands below the fields, and not beside the last of them. */
  dialog form > label:last-of-type {
    flex-basis: 100%;
  }
  .row {
    display: flex;
    gap: 8px;
    margin-block-start: 18px;
  }
  a.btn {
    display: inline-flex;
    align-items: center;
    text-decoration: none;
  }
  summary {
    width: fit-content;
    padding: 6px 2px;
    color: var(--mut);
    list-style: disclosure-closed inside;
  }
  [open] > summary {
    list-style-type: disclosure-open;
  }
  svg {
    display: block;
    width: 100%;
    max-width: 680px;
    height: auto;
    margin-block-start: 12px;
    fill: var(--acc);
  }
  svg text {
    fill: var(--fg);
    font-size: 13px;
  }
  @media (max-width: 760px) {
    :host {
      grid: auto auto 1fr / minmax(0, 1fr);
    }
    nav {
      flex-direction: row;
      padding: 6px 8px;
      overflow-x: auto;
      border: 0;
      border-block-end: 1px solid var(--line);
    }
    nav a {
      white-space: nowrap;
    }
    nav a:focus-visible {
      outline-offset: -2px;
    }
    thead {
      position: absolute;
      clip-path: inset(50%);
    }
    tbody tr, tbody th, tbody td {
      display: block;
    }
    tbody tr {
      padding-block: 8px;
      border-block-end: 1px solid var(--line);
    }
    tbody tr:last-child {
      border: 0;
    }
    tbody tr > * {
      padding-block: 4px;
      border: 0;
    }
    [data-head]::before {
      content: attr(data-head) ":";
      margin-inline-end: 6px;
      color: var(--mut);
    }
    .tags {
      display: inline-flex;
    }
    .acts {
      text-align: start;
    }
    .acts .lnk {
      margin-inline-end: 14px;
    }
  }
  @media (forced-colors: active) {
    [aria-current] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
