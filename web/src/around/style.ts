// What only the way of an ask looks like; the rest is the inbox's.

import { css } from "../inbox/shared";

export const styles = css`
  askline-routing {
    font-size: 13px;
  }
  askline-routing.routed {
    flex: 1 0 100%;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 14px;
    margin-block-start: 8px;
    padding: 6px 12px;
    border-radius: var(--r2);
    background: var(--soft);
  }
  .at {
    color: var(--mut);
  }
  .at.theirs, .at.mine {
    color: var(--fg);
    font-weight: 600;
  }
  .at.theirs::before, .at.mine::before {
    content: "● ";
    color: var(--warn);
  }
  .at.mine::before {
    color: var(--ok);
  }
  .acts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 18px;
  }
  .routed .acts {
    flex: 1 0 100%;
  }
  .acts .lnk {
    font-weight: 600;
  }
  .acts kbd {
    padding: 2px 5px;
  }
  .why {
    margin-inline-start: auto;
  }
  .because {
    flex: 1 0 100%;
    padding-block: 4px;
    color: var(--mut);
    overflow-wrap: anywhere;
  }
  askline-routing dialog {
    font-size: 15px;
  }
  askline-routing dialog > * + * {
    margin-block-start: 14px;
  }
  askline-routing dialog h2 {
    font-size: 17px;
  }
  dialog p {
    color: var(--mut);
    font-size: 13.5px;
  }
  .fits {
    max-height: min(320px, 45vh);
    overflow: auto;
  }
  .fits li {
    align-items: baseline;
    padding: 9px 12px;
    border-radius: var(--r2);
    cursor: pointer;
  }
  .fits li:hover {
    background: var(--soft);
  }
  .fits [aria-selected="true"] {
    background: var(--tint);
  }
  .fits small {
    margin: 0;
  }
  .times, .snoozing form {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 8px;
  }
  .times .btn {
    flex: 1 1 auto;
  }
  .snoozing label {
    flex: 1 1 200px;
    font-size: 13px;
    font-weight: 600;
  }
  .snoozing [type] {
    display: block;
    width: 100%;
    min-height: 40px;
    padding: 0 12px;
    border: 1px solid var(--ctl);
    border-radius: var(--r2);
    background: var(--bg);
    color: inherit;
    font: inherit;
  }
`;
