// Colours, letters and the few shared controls: our own variables, else those of an MCP host, else these.

import { css } from "../drawing";

export const tokens = css`
  :host {
    color-scheme: light dark;
    --bg: var(--askline-background, var(--color-background-primary, light-dark(#fff, #151a24)));
    --soft: var(--askline-background-soft, var(--color-background-secondary, light-dark(#f4f6fa, #1d2431)));
    --fg: var(--askline-text, var(--color-text-primary, light-dark(#1a2030, #e4e8f0)));
    --mut: var(--askline-text-soft, var(--color-text-secondary, light-dark(#545e72, #a3acbe)));
    --line: var(--askline-line, var(--color-border-primary, light-dark(#dbe0ea, #2e384a)));
    --ctl: light-dark(#7b869c, #76829a);
    --acc: var(--askline-accent, light-dark(#1d4fd7, #8ab4ff));
    --on: var(--askline-on-accent, light-dark(#fff, #0f1626));
    --tint: color-mix(in srgb, var(--acc) 8%, var(--bg));
    --ok: light-dark(#0b7a44, #6fd6a0);
    --warn: light-dark(#8a5200, #f2c063);
    --bad: light-dark(#b3261e, #ff9a94);
    --r: var(--askline-radius, var(--border-radius-lg, 14px));
    --r2: var(--border-radius-md, 10px);
    --mono: var(--font-mono, ui-monospace, Menlo, Consolas, monospace);
    font: 15px/1.5 var(--askline-font, var(--font-sans, system-ui, "Segoe UI", "Noto Sans", sans-serif));
    color: var(--fg);
    overflow-wrap: anywhere;
  }
  :host([theme="light"]) {
    color-scheme: light;
  }
  :host([theme="dark"]) {
    color-scheme: dark;
  }
  * {
    box-sizing: border-box;
    margin: 0;
    padding: 0;
  }
  ul, ol, summary {
    list-style: none;
  }
  button, select, textarea, [type="text"] {
    font: inherit;
    color: inherit;
    background: none;
    border: 0;
  }
  button, summary, label {
    cursor: pointer;
  }
  :focus-visible, .lnk:has(:focus-visible) {
    outline: 2px solid var(--acc);
    outline-offset: 2px;
  }
  .sr {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  kbd {
    font: 600 11px/1 var(--mono);
    color: var(--mut);
    border: 1px solid var(--line);
    border-radius: 5px;
    padding: 4px 6px;
  }
  .btn, textarea, [type="text"] {
    border: 1px solid var(--line);
    border-radius: var(--r2);
    background: var(--bg);
    padding: 8px 14px;
    min-height: 40px;
  }
  /* One shade over whatever colour the button has. */
  .btn:hover {
    box-shadow: inset 0 0 0 99px #7f8fb01c;
  }
  .btn.pri {
    background: var(--acc);
    border-color: var(--acc);
    color: var(--on);
  }
  .btn.bad {
    background: var(--bad);
    border-color: var(--bad);
    color: var(--bg);
  }
  .btn.ghost {
    border-color: transparent;
    background: none;
    color: var(--mut);
    padding-inline: 10px;
  }
  .lnk {
    color: var(--acc);
    font-size: 13px;
    padding: 4px 6px;
    margin: 0 -6px;
    border-radius: 6px;
  }
  .lnk:hover {
    background: var(--tint);
  }
  textarea, [type="text"] {
    display: block;
    width: 100%;
    border-color: var(--ctl);
  }
  textarea {
    min-height: 84px;
    max-height: 320px;
    resize: vertical;
    field-sizing: content;
  }
  ::placeholder {
    color: var(--mut);
    opacity: 1;
  }
  @media (pointer: coarse) {
    button, select, .btn, .lnk {
      min-height: 44px;
      min-width: 44px;
    }
    .lnk {
      line-height: 36px;
    }
    kbd {
      display: none;
    }
  }
`;
