// The frame of the page: header, panes, notices. Only logical sides, so that it mirrors. Colours are the card's.
import { css } from "../../drawing";

export const frame = css`
  :host {
    display: grid;
    grid: auto minmax(0, 1fr) / 344px minmax(0, 1fr);
    height: 100dvh;
    background: light-dark(#f6f7fb, #0e1219);
    overflow: hidden;
  }
  .top {
    grid-column: 1 / -1;
    display: flex;
    align-items: center;
    gap: 20px;
    min-height: 56px;
    padding: 0 20px;
    background: var(--bg);
    border-block-end: 1px solid var(--line);
  }
  h1 {
    display: flex;
    align-items: center;
    gap: 10px;
    margin: 0;
    font-size: 17px;
    letter-spacing: -0.02em;
  }
  h1 i {
    width: 13px;
    height: 13px;
    rotate: 45deg;
    border-radius: 3px;
    background: var(--acc);
  }
  nav {
    display: flex;
    gap: 2px;
    flex: 1;
  }
  nav a {
    white-space: nowrap;
    display: flex;
    align-items: center;
    gap: 7px;
    padding: 6px 12px;
    border-radius: 8px;
    color: var(--mut);
    font-size: 14px;
    font-weight: 600;
    text-decoration: none;
  }
  nav a:hover, nav [aria-current] {
    background: var(--soft);
    color: var(--fg);
  }
  .count {
    padding: 0 7px;
    border-radius: 10px;
    background: var(--acc);
    color: var(--on);
    font-size: 12px;
    line-height: 20px;
    font-variant-numeric: tabular-nums;
  }
  .quiet {
    background: var(--line);
    color: var(--fg);
  }
  .line {
    display: flex;
    align-items: center;
    gap: 8px;
    color: var(--mut);
    font-size: 13px;
  }
  .line i {
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--ok);
  }
  .away {
    color: var(--bad);
    font-weight: 600;
  }
  .away i {
    border: 2px solid var(--bad);
    background: none;
  }
  .list {
    display: flex;
    flex-direction: column;
    min-height: 0;
    background: var(--bg);
    border-inline-end: 1px solid var(--line);
  }
  .find {
    display: grid;
    gap: 6px;
    padding: 12px 12px 6px;
  }
  [type="search"] {
    width: 100%;
    min-height: 40px;
    padding: 0 12px;
    border: 1px solid var(--ctl);
    border-radius: var(--r2);
    background: var(--bg);
    color: inherit;
    font: inherit;
    appearance: none;
  }
  ::placeholder {
    color: var(--mut);
    opacity: 1;
  }
  .chips {
    display: flex;
    gap: 6px;
    margin: 0 -4px;
    padding: 4px;
    overflow-x: auto;
    scrollbar-width: none;
  }
  .chip {
    flex: none;
    padding: 3px 11px;
    border: 1px solid var(--line);
    border-radius: 99px;
    background: none;
    color: var(--mut);
    font-size: 12.5px;
  }
  .chip[aria-pressed="true"] {
    border-color: var(--acc);
    background: var(--tint);
    color: var(--acc);
    font-weight: 600;
  }
  main {
    display: contents;
  }
  .pane {
    min-width: 0;
    overflow: auto;
    padding: 28px clamp(12px, 4vw, 48px) 96px;
    outline: 0;
  }
  .wide {
    grid-column: 1 / -1;
  }
  .pane > * {
    display: block;
    max-width: 720px;
    margin-inline: auto;
  }
  .back {
    display: none;
  }
  .head {
    margin-block-end: 14px;
    font-size: 20px;
    overflow-wrap: anywhere;
  }
  .empty + .after {
    max-inline-size: 560px;
    margin-inline: auto;
  }
  .empty + .after pre {
    padding: 10px 12px;
    border-radius: 8px;
    background: var(--tint);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .empty {
    padding: 12vh 16px 24px;
    color: var(--mut);
    text-align: center;
  }
  .empty i {
    display: grid;
    place-content: center;
    width: 56px;
    height: 56px;
    margin: 0 auto 18px;
    border-radius: 18px;
    background: var(--tint);
    color: var(--acc);
    font: 24px/1 system-ui;
  }
  .empty h2 {
    color: var(--fg);
    font-size: 20px;
    margin-block-end: 6px;
  }
  .empty .btn {
    margin-block-start: 20px;
    color: var(--acc);
  }
  .bar {
    position: fixed;
    inset: auto 12px 16px;
    display: flex;
    align-items: center;
    gap: 8px;
    width: fit-content;
    margin-inline: auto;
    padding: 6px;
    padding-inline-start: 16px;
    border: 1px solid var(--line);
    border-radius: var(--r);
    background: var(--bg);
    box-shadow: 0 8px 30px #0003;
  }
  .bar .btn {
    white-space: nowrap;
  }
  dialog {
    width: min(520px, calc(100vw - 24px));
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
  dialog dl {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 8px 20px;
    margin-block: 16px 20px;
  }
  @media (max-width: 760px) {
    :host {
      grid-template-columns: minmax(0, 1fr);
    }
    .top {
      gap: 0 8px;
      flex-wrap: wrap;
      padding: 0 8px;
    }
    nav {
      overflow-x: auto;
      scrollbar-width: none;
    }
    nav a {
      padding: 6px 7px;
    }
    nav :focus-visible {
      outline-offset: -2px;
    }
    h1, .live span {
      position: absolute;
      clip-path: inset(50%);
    }
    .list {
      border: 0;
    }
    :host([detail]) .list, :host(:not([detail], [empty])) .pane:not(.wide) {
      display: none;
    }
    :host(:not([detail])) [aria-selected] {
      background: none;
    }
    :host([empty]) {
      grid-template-rows: auto auto 1fr;
    }
    .back {
      display: block;
      margin: 0 0 8px;
    }
    .pane {
      padding-block-start: 10px;
    }
  }
  @media (pointer: coarse) {
    nav a, .chip {
      min-height: 44px;
    }
    .ask {
      display: none;
    }
  }
  @media (forced-colors: active) {
    [aria-current], [aria-pressed="true"], [aria-selected="true"], :checked + span {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    i {
      forced-color-adjust: none;
    }
  }
`;
