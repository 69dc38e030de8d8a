// The look of an ask that waits.

import { css } from "../drawing";

export const cardStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    --pad: 20px;
  }
  :host([compact]) {
    --pad: 14px;
  }
  :host([keys="off"]) kbd, :host([compact]) kbd {
    display: none;
  }
  article {
    background: var(--bg);
    border: 1px solid var(--line);
    border-radius: var(--r);
    overflow: clip;
    box-shadow: 0 1px 2px #0b12200d, 0 8px 24px #0b12200f;
  }
  :host([flush]) article {
    border: 0;
    border-radius: 0;
    box-shadow: none;
  }
  /* An agent's text runs the way its own letters do, whatever the page does. */
  article * {
    unicode-bidi: plaintext;
  }
  :host([agreed]) footer .pri {
    display: none;
  }
  [inert] :is(footer, .panel) {
    opacity: 0.6;
  }
  h2, h3, b, .h, .q, .v, .ti, .lab, .rec, .soon, .fault, .bad, .btn, .lnk, [aria-current] {
    font-weight: 600;
  }
  .meta, .time, .hint, .stand, .k, .host, .note, .steps button, .chips, .ctx summary {
    font-size: 13px;
    color: var(--mut);
  }
  .sub, .desc, .bar, .fault, .facts {
    font-size: 13.5px;
  }
  .sub, .desc, dt {
    color: var(--mut);
  }
  header, footer, .stand, .row, .time, .hint, .extras, .chips, .chips li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  header, footer, .body, .steps, .panel {
    padding: 16px var(--pad);
  }
  header {
    padding-bottom: 12px;
    gap: 2px 16px;
  }
  h2 {
    flex: 1 0 100%;
    font-size: 17px;
    line-height: 1.35;
    text-wrap: balance;
  }
  h3 {
    font-size: 15px;
  }
  h3:focus {
    outline: 0;
  }
  .meta {
    flex: 1 1 220px;
  }
  .gap, .steps li {
    flex: 1;
  }
  b, .note textarea {
    color: var(--fg);
  }
  .time {
    font-variant-numeric: tabular-nums;
  }
  .time .lnk {
    margin: 0;
  }
  svg {
    width: 18px;
    rotate: -90deg;
    fill: none;
    stroke: var(--line);
    stroke-width: 3;
  }
  .left {
    stroke: currentColor;
  }
  .steps {
    display: flex;
    gap: 4px;
    padding-block: 0;
    overflow-x: auto;
    scrollbar-width: none;
  }
  .steps li {
    min-width: 52px;
  }
  .steps button {
    width: 100%;
    padding: 6px 0;
    border-top: 3px solid var(--line);
    text-align: start;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .steps :focus-visible {
    outline-offset: -2px;
  }
  .steps .done {
    border-color: var(--ok);
    color: var(--ok);
  }
  .steps [aria-current] {
    border-color: var(--acc);
    color: var(--fg);
  }
  .bar {
    margin: 4px var(--pad);
    padding: 8px 12px;
    border-radius: var(--r2);
    background: var(--soft);
  }
  .body {
    padding-block: 8px 0;
  }
  .q {
    white-space: pre-line;
    font-size: 16px;
  }
  .ctx, .prose, .argv, .facts {
    margin-bottom: 14px;
  }
  .claim .prose {
    margin: 0;
  }
  .prose > * + *, .preview, .chips, .extras, .fault, .panel .row {
    margin-top: 10px;
  }
  .preview .prose {
    margin: 0;
  }
  .prose :is(ul, ol) {
    list-style: revert;
    padding-inline-start: 22px;
  }
  .prose > :only-child {
    white-space: pre-line;
    margin: 0;
  }
  code, pre, .facts {
    font: 13px/1.5 var(--mono);
  }
  code, pre {
    background: var(--soft);
    border-radius: 5px;
  }
  code {
    padding: 1px 4px;
  }
  pre {
    padding: 10px 12px;
    overflow: auto;
    max-height: 260px;
    white-space: pre-wrap !important;
  }
  pre code {
    padding: 0;
  }
  blockquote, .claim {
    padding-inline-start: 12px;
    border-inline-start: 3px solid var(--line);
  }
  hr {
    border-top: 1px solid var(--line);
  }
  a {
    color: var(--acc);
  }
  .wide {
    overflow: auto;
  }
  table {
    border-collapse: collapse;
    font-size: 14px;
  }
  td, th {
    border: 1px solid var(--line);
    padding: 4px 8px;
    text-align: start;
  }
  .hint {
    margin: 6px 0;
    min-height: 28px;
    justify-content: space-between;
  }
  .opts {
    display: grid;
    gap: 8px;
  }
  .opt {
    display: grid;
    grid-template-columns: 20px 1fr auto;
    gap: 2px 12px;
    align-items: start;
    padding: 11px 13px;
    border: 1px solid var(--line);
    border-radius: var(--r2);
  }
  .opt:hover {
    border-color: var(--ctl);
  }
  .opt:has(:checked) {
    border-color: var(--acc);
    background: var(--tint);
    box-shadow: inset 0 0 0 1px var(--acc);
  }
  .opt:has(input:focus-visible) {
    outline: 2px solid var(--acc);
    outline-offset: 2px;
  }
  .opt input {
    width: 18px;
    height: 18px;
    margin: 2px 1px;
    accent-color: var(--acc);
    outline: 0;
  }
  .rec {
    display: inline-block;
    margin-inline-start: 4px;
    font-size: 12px;
    color: var(--warn);
    background: color-mix(in srgb, var(--warn) 10%, var(--bg));
    border-radius: 99px;
    padding: 1px 8px;
  }
  .desc, .opt textarea {
    grid-column: 2/4;
  }
  .opt textarea {
    margin-top: 8px;
    min-height: 44px;
  }
  .preview {
    padding: 12px;
    border: 1px dashed var(--ctl);
    border-radius: var(--r2);
    max-height: 320px;
    overflow: auto;
  }
  .note {
    display: block;
    margin-top: 12px;
  }
  .note input {
    margin-top: 6px;
    color: var(--fg);
  }
  .note textarea {
    min-height: 60px;
    font-size: 15px;
  }
  .extras {
    gap: 20px;
  }
  .chips li {
    padding-inline-start: 10px;
    border: 1px solid var(--line);
    border-radius: 99px;
    min-height: 28px;
  }
  .chips button {
    padding: 2px 9px;
  }
  .chips [role] {
    padding-inline-end: 10px;
  }
  .soon, .fault, span.bad {
    color: var(--bad);
  }
  .risk {
    --c: var(--warn);
    display: flex;
    gap: 10px;
    padding: 10px 12px;
    margin-bottom: 10px;
    border-inline-start: 4px solid var(--c);
    border-radius: var(--r2);
    background: color-mix(in srgb, var(--c) 9%, var(--bg));
  }
  .risk.bad, .out {
    --c: var(--bad);
  }
  .risk.bad {
    font-weight: 400;
  }
  .risk b {
    color: var(--c);
  }
  .risk .ic {
    flex: none;
    width: 22px;
  }
  .btn.out {
    border: 2px solid var(--bad);
    background: none;
    color: var(--bad);
  }
  .facts div {
    display: flex;
  }
  dt {
    flex: none;
    width: 110px;
  }
  .claim {
    margin-bottom: 14px;
  }
  .stand {
    gap: 4px 12px;
    padding: 0 var(--pad) 14px;
  }
  .stand [role] {
    flex: 1 0 100%;
  }
  .stand dl {
    margin: 4px 0 0;
  }
  .panel {
    margin-top: 14px;
    border-top: 1px solid var(--line);
    background: var(--soft);
  }
  @media (forced-colors: active) {
    .opt:has(:checked), .steps [aria-current] {
      outline: 2px solid Highlight;
    }
  }
  @container (min-width: 480px) {
    .confirm {
      grid-template-columns: 1fr 1fr;
    }
  }
  @container (max-width: 480px) {
    header, footer, .stand, .body, .steps, .panel {
      padding-inline: 14px;
    }
    footer .pri {
      flex: 1 0 100%;
    }
  }
`;
