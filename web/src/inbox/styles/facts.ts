// What is read below and beside: an ask's trail, the settings.
import { css } from "../../drawing";

export const facts = css`
  askline-trail {
    margin-block-start: 18px;
    color: var(--mut);
    font-size: 13.5px;
  }
  askline-trail summary {
    width: fit-content;
    padding: 4px 2px;
    font-weight: 600;
    list-style: disclosure-closed inside;
  }
  [open] > summary {
    list-style-type: disclosure-open;
  }
  h3 {
    margin-block: 18px 6px;
    color: var(--fg);
    font-size: 13.5px;
  }
  .facts {
    display: grid;
    grid-template-columns: fit-content(42%) minmax(0, 1fr);
    gap: 6px 20px;
    margin-block: 12px;
    overflow-wrap: anywhere;
  }
  dd, b {
    color: var(--fg);
  }
  askline-trail ul, askline-trail ol {
    list-style: none;
    border-inline-start: 2px solid var(--line);
  }
  li {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    padding: 3px 14px;
  }
  li span {
    flex: 1 1 150px;
  }
  li small {
    margin-inline-start: 8px;
  }
  .bad {
    color: var(--bad);
  }
  askline-settings h2 {
    margin-block: 8px 10px;
    font-size: 17px;
  }
  askline-settings section {
    margin-block-end: 28px;
    padding: 2px 20px;
    border: 1px solid var(--line);
    border-radius: var(--r);
    background: var(--bg);
  }
  section > p {
    padding-block-start: 14px;
  }
  .set {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 20px;
    margin: 0;
    padding: 14px 0;
    border: 0;
    font-weight: 600;
  }
  .set + .set {
    border-block-start: 1px solid var(--line);
  }
  .set > span {
    flex: 1 1 240px;
  }
  legend {
    float: inline-start;
    padding: 0;
  }
  small, section > p {
    color: var(--mut);
    font-size: 13px;
    font-weight: 400;
  }
  .set small {
    display: block;
  }
  dd small {
    margin-inline-start: 10px;
  }
  .choice {
    display: flex;
    flex-wrap: wrap;
    padding: 3px;
    border-radius: var(--r2);
    background: var(--soft);
    font-size: 14px;
  }
  .choice label {
    position: relative;
  }
  .choice span {
    display: block;
    padding: 5px 12px;
    border-radius: 8px;
    color: var(--mut);
  }
  .choice input {
    position: absolute;
    inset: 0;
    opacity: 0;
  }
  :checked + span {
    background: var(--bg);
    color: var(--fg);
    box-shadow: 0 1px 3px #0003;
  }
  :focus-visible + span {
    outline: 2px solid var(--acc);
  }
  [type="checkbox"] {
    width: 22px;
    height: 22px;
    accent-color: var(--acc);
  }
`;
