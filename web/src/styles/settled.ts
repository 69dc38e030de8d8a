// The look of an ask that is over, and of lists of answers.

import { css } from "../drawing";

export const settledStyles = css`
  .rows li {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0 12px;
    padding: 10px 0;
  }
  .rows li + li {
    border-top: 1px solid var(--line);
  }
  .rows li > * {
    grid-column: 1;
  }
  .rows .lnk {
    grid-area: 1/2/4;
    align-self: center;
    margin: 0;
  }
  .fold {
    display: grid;
    grid-template-columns: 22px 1fr auto;
    gap: 12px;
    padding: 14px 18px;
  }
  summary.fold:hover {
    background: var(--soft);
  }
  .fold:focus-visible {
    outline-offset: -3px;
  }
  summary.fold::after {
    content: "";
    width: 7px;
    height: 7px;
    margin: 5px 4px;
    border: solid var(--mut);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
  }
  [open] > .fold::after {
    rotate: 225deg;
  }
  .after {
    padding: 0 18px 12px;
    padding-inline-start: 52px;
  }
  :not([open]):has(+ .after) > .fold {
    padding-bottom: 4px;
  }
  details > .after {
    padding-top: 8px;
  }
  .told > * {
    display: block;
  }
  .ic {
    --c: var(--mut);
    height: 22px;
    border-radius: 50%;
    text-align: center;
    font: 700 13px/22px system-ui;
    color: var(--c);
    background: color-mix(in srgb, var(--c) 13%, transparent);
  }
  .ic.ok {
    --c: var(--ok);
  }
  .ic.bad {
    --c: var(--bad);
  }
  .ic.warn {
    --c: var(--warn);
  }
  .spin {
    background: none;
    border: 2.5px solid var(--line);
    border-top-color: var(--acc);
  }
  @media (prefers-reduced-motion: no-preference) {
    .spin {
      animation: spin 0.9s linear infinite;
    }
  }
  @keyframes spin {
    to {
      rotate: 1turn;
    }
  }
  .said {
    font-size: 14px;
  }
  .said :is(dt, dd) {
    display: inline;
  }
  .said dt::after {
    content: ":";
    margin-inline-end: 0.4ch;
  }
  @container (max-width: 480px) {
    .after {
      padding-inline: 18px;
    }
  }
`;
