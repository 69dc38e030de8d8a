// What only the operations page looks like; the rest is the inbox's.

import { css } from "../inbox/shared";

export const styles = css`
  askline-operations {
    display: contents;
  }
  .mono {
    font-family: var(--mono);
    font-size: 0.95em;
  }
  .mark.ok, .state.ok {
    color: var(--ok);
  }
  .mark.warn, .state.warn {
    color: var(--warn);
  }
  .row .mark.bad, .state.bad, .why.bad {
    color: var(--bad);
  }
  .mark.run, .state.run {
    color: var(--acc);
  }
  .list .when {
    min-width: 4ch;
    text-align: end;
  }
  .pane > .op {
    max-width: 960px;
  }
  .op > * + * {
    margin-block-start: 14px;
  }
  .op header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 14px;
  }
  .op h2 {
    font-size: 20px;
    overflow-wrap: anywhere;
  }
  .op .btn {
    margin-inline-start: auto;
  }
  .by {
    flex: 1 0 100%;
    color: var(--mut);
    font-size: 13.5px;
  }
  .state {
    display: inline-flex;
    align-items: center;
    gap: 7px;
    padding: 2px 11px 2px 9px;
    border: 1px solid;
    border-radius: 99px;
    font-size: 13px;
    font-weight: 600;
  }
  .state i {
    font-style: normal;
  }
  .took {
    min-width: 5ch;
    color: var(--mut);
    font-variant-numeric: tabular-nums;
  }
  .why {
    padding: 8px 12px;
    border-radius: var(--r2);
    background: var(--soft);
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  .op .argv {
    background: var(--bg);
    border: 1px solid var(--line);
  }
  .step, .hush, .op details {
    color: var(--mut);
    font-size: 13.5px;
  }
  .op summary {
    width: fit-content;
    padding: 4px 2px;
    font-weight: 600;
    list-style: disclosure-closed inside;
  }
  .op [open] > summary {
    list-style-type: disclosure-open;
  }
  .out {
    max-height: max(300px, calc(100dvh - 360px));
    overflow: auto;
    padding: 12px 14px;
    border: 1px solid var(--line);
    border-radius: var(--r2);
    background: light-dark(#fff, #0b0f16);
    font: 13px/1.5 var(--mono);
    color: var(--fg);
  }
  .out pre {
    font: inherit;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
    content-visibility: auto;
  }
  /* Who follows needs the end as it is. */
  .out pre:last-of-type {
    content-visibility: visible;
  }
  .cut {
    color: var(--mut);
  }
  .both {
    display: flex;
    gap: 8px;
    margin-block-start: 16px;
  }
  @media (max-width: 760px) {
    .op .btn {
      margin-inline-start: 0;
    }
  }
`;
