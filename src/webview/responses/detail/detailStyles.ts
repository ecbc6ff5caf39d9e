import { css } from "lit";

export const detailStyles = css`
  .detail-facts {
    display: grid;
    grid-template-columns: minmax(64px, max-content) 1fr;
    gap: 4px 16px;
  }

  .detail-facts dt {
    color: var(--quiet);
  }

  .detail-section,
  .detail-question {
    margin-top: 16px;
  }

  .detail-section {
    margin-bottom: 4px;
  }

  .detail-question h4 {
    margin: 0;
    font-size: inherit;
    font-weight: normal;
  }

  .detail-question h4 .code {
    font-weight: 600;
  }

  .written {
    white-space: pre-wrap;
  }

  .detail-text {
    margin-left: 4px;
  }

  .choices li {
    display: flex;
    gap: 8px;
    padding-top: 4px;
  }

  .choices li > .code {
    flex: none;
    min-width: 24px;
    color: var(--quiet);
  }

  /* A circle as of a radio button, or a square as of a checkbox. */
  .mark {
    flex: none;
    display: grid;
    place-items: center;
    width: 12px;
    height: 12px;
    margin: 4px 0;
    border: 1px solid currentcolor;
    border-radius: 50%;
  }

  .mark.several {
    border-radius: 2px;
  }

  .chosen .mark::after {
    content: "";
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: currentcolor;
  }

  .chosen .mark.several {
    background: currentcolor;
  }

  .chosen .mark.several::after {
    width: 4px;
    height: 8px;
    margin-top: -2px;
    border: solid var(--vscode-editor-background);
    border-width: 0 2px 2px 0;
    border-radius: 0;
    background: none;
    rotate: 40deg;
  }

  .choices .offered {
    color: var(--quiet);
  }

  .other-text {
    margin-left: 4px;
  }
`;
