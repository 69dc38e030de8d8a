// The look of a command: its words apart from each other, and what cannot be seen in them.

import { css } from "../drawing";

export const commandStyles = css`
  .argv {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    padding: 12px;
    border-radius: 5px;
    background: var(--soft);
  }
  .argv li {
    padding: 0;
  }
  .argv code {
    display: block;
    padding: 2px 7px;
    border: 1px solid var(--ctl);
    border-radius: 5px;
    background: var(--bg);
    font: 13px/1.5 var(--mono);
    white-space: pre-wrap;
  }
  .argv :first-child code {
    font-weight: 700;
  }
  /* A blank by a bar below it, the rest by its name. */
  .argv u {
    text-decoration: none;
    border-bottom: 2px solid var(--ctl);
    margin-inline: 1px;
  }
  :is(.argv, dd) i {
    font-style: normal;
    color: var(--warn);
    background: color-mix(in srgb, var(--warn) 14%, var(--bg));
    border-radius: 3px;
    padding-inline: 2px;
  }
`;
