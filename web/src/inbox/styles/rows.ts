// The rows of a list, all of one height.
import { css } from "../../drawing";

export const rows = css`
  askline-list, askline-operation-list {
    flex: 1;
    min-height: 0;
  }
  .scroll {
    height: 100%;
    overflow: auto;
    padding-inline: 8px;
    outline: 0;
  }
  .row {
    display: grid;
    grid-template-columns: 14px minmax(0, 1fr) auto;
    align-content: center;
    column-gap: 9px;
    height: 64px;
    padding-inline: 12px;
    border-radius: var(--r2);
    cursor: pointer;
  }
  .row:hover {
    background: var(--soft);
  }
  .row[aria-selected="true"] {
    background: var(--tint);
  }
  .scroll:focus-visible .pointed {
    outline: 2px solid var(--acc);
    outline-offset: -2px;
  }
  .mark {
    color: var(--acc);
    font-size: 12px;
  }
  .title {
    font-weight: 600;
  }
  .title, .about {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .mark, .when {
    line-height: 22px;
  }
  .about, .when, .over .mark {
    color: var(--mut);
    font-size: 13px;
  }
  .about {
    grid-column: 2 / -1;
  }
  .when {
    font-variant-numeric: tabular-nums;
  }
  .soon .mark, .soon .when, .danger {
    color: var(--bad);
    font-weight: 650;
  }
`;
