import { css } from "lit";

const toolbar = css`
  .summary-toolbar {
    display: flex;
    flex: none;
    align-items: center;
    gap: 4px 12px;
    padding: 8px 12px;
    border-bottom: 1px solid var(--border);
  }

  .summary-toolbar > * {
    flex: none;
  }

  .summary-toolbar .summary-search {
    flex: 1 0 96px;
    min-width: 96px;
    max-width: 320px;
  }

  /* What is rare stands at the end, as in VS Code's toolbars. */
  .summary-toolbar > :last-child {
    margin-right: -5px;
    margin-left: auto;
  }

  /* What the toolbar gives up, step by step, where it is too narrow: see fitting.ts. */
  .summary-toolbar.tight-1 .foldable .action-label,
  .summary-toolbar > :last-child .action-label {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .summary-toolbar.tight-1 {
    gap: 4px 8px;
  }

  .summary-toolbar.tight-2 .summary-choice select {
    max-width: 92px;
    text-overflow: ellipsis;
  }

  .summary-toolbar.tight-3 .summary-choice {
    display: none;
  }

  .summary-toolbar.tight-3 .menu-item.when-narrow {
    display: flex;
  }

  .summary-toolbar.tight-3 .menu-line.when-narrow {
    display: block;
  }

  .summary-toolbar.tight-4 {
    flex-wrap: wrap;
  }

  .summary-toolbar:has(+ :is(.summary-picker, .summary-marks)) {
    border-bottom: 0;
  }

  .summary-choice {
    display: flex;
    align-items: center;
    gap: 4px;
    min-width: 0;
  }

  .summary-choice > span {
    flex: none;
  }

  .summary-choice select {
    width: auto;
    min-width: 0;
    max-width: 200px;
  }

  .summary-choice select:disabled {
    color: var(--vscode-disabledForeground);
  }

  .summary-toolbar overflow-menu {
    display: flex;
  }

  .summary-toolbar .segmented {
    margin: 0;
  }

  .summary-picker,
  .summary-marks {
    flex: none;
    padding: 0 12px 8px;
    border-bottom: 1px solid var(--border);
  }

  .summary-picker:has(+ .summary-marks) {
    border-bottom: 0;
  }

  .summary-marks {
    flex-wrap: wrap;
  }

  .summary-marks .chip-edit {
    cursor: default;
  }
`;

const questions = css`
  summary-view {
    display: flex;
    flex: 1 1 0;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }

  :is(summary-view, fieldwork-view)[hidden] {
    display: none;
  }

  .summary-page {
    position: relative;
    flex: 1 1 0;
    min-height: 0;
    overflow: auto;
    padding: 0 12px 24px;
  }

  .summary-nobody {
    flex: none;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    padding: 8px 12px;
    border-bottom: 1px solid var(--vscode-widget-border, transparent);
  }

  .summary-facts:not(:empty) {
    padding-top: 8px;
  }

  .summary-page .blank {
    padding-left: 0;
  }

  .block > h2 {
    margin-top: 16px;
    padding-bottom: 4px;
    border-bottom: 1px solid var(--border);
    font-weight: 600;
  }

  summary-question {
    display: block;
  }

  .question {
    max-width: 880px;
    padding: 12px 0;
  }

  .question-head {
    display: flex;
    align-items: flex-start;
    gap: 8px;
  }

  .question-head h3 {
    flex: 1 1 0;
    min-width: 0;
    padding: 2px 0;
    font-weight: normal;
    overflow-wrap: anywhere;
  }

  .question-head overflow-menu {
    margin-right: -5px;
  }

  .question-head .code {
    margin-right: 8px;
    font-weight: 600;
  }

  .question-base {
    margin-bottom: 8px;
  }

  .question-body {
    display: flex;
    flex-direction: column;
    align-items: stretch;
    gap: 8px;
  }

  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
  }

  .legend li {
    display: flex;
    align-items: center;
    gap: 4px;
    overflow-wrap: anywhere;
  }

  .legend .swatch {
    flex: none;
  }
`;

const bars = css`
  /* Labels begin where the question's text does; what shows that they can be clicked stands around them. */
  .bars {
    width: calc(100% + 4px);
    margin-left: -4px;
    border-collapse: collapse;
  }

  .bars :is(th, td) {
    padding: 0 4px;
    font-weight: normal;
    text-align: left;
    vertical-align: middle;
  }

  .bars td:last-child {
    padding-right: 0;
  }

  .bars th {
    width: 36%;
    padding-left: 0;
  }

  @media (width < 500px) {
    .bars th {
      width: 44%;
    }
  }

  /* Of several series, the answer stands beside the first. */
  .bars tr:has(> .bar-cell > .bar-line + .bar-line) > :is(th, td) {
    padding-block: 4px;
    vertical-align: top;
  }

  .bars tr:has(> .bar-cell > .bar-line + .bar-line) > th {
    padding-top: 2px;
  }

  .bar-label {
    display: block;
    width: 100%;
    padding: 2px 4px;
    border: 0;
    border-radius: 2px;
    background: transparent;
    color: inherit;
    font: inherit;
    text-align: left;
    overflow-wrap: anywhere;
    cursor: inherit;
  }

  .bar-label .codicon {
    margin-right: 4px;
    vertical-align: text-bottom;
  }

  .bar-label[aria-pressed="true"] {
    font-weight: 600;
  }

  .unknown-mark {
    padding: 0 4px;
    border: 1px solid var(--border);
    border-radius: 2px;
    color: var(--quiet);
    white-space: nowrap;
  }

  .can-filter {
    cursor: pointer;
  }

  .can-filter:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--active-line);
    outline-offset: -1px;
  }

  .bars .bar-cell {
    min-width: 64px;
  }

  .bar-line {
    display: flex;
    align-items: center;
    gap: 4px;
    height: 20px;
  }

  .figure-number .bar-line {
    justify-content: flex-end;
  }

  .sign {
    flex: none;
    width: 12px;
  }

  .bar {
    display: block;
    flex: 1 1 0;
    min-width: 0;
    overflow: visible;
  }

  :is(.bar, .swatch) rect {
    fill: var(--ink);
  }

  .bar line {
    stroke: var(--ink-axis);
  }

  body:is(.vscode-high-contrast, .vscode-high-contrast-light) :is(.bar, .swatch) rect {
    stroke: var(--vscode-contrastBorder);
  }

  .bars .figure-number {
    width: 1%;
  }

  .bars .others-row td {
    padding: 0 0 4px 8px;
  }

  .other-texts {
    padding: 0 0 4px 24px;
  }

  .other-texts li {
    display: flex;
    gap: 8px;
    overflow-wrap: anywhere;
  }

  .other-texts .figure-number {
    flex: none;
    min-width: 32px;
  }

  .statistics {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
  }

  .statistics > div {
    display: flex;
    gap: 4px;
  }
`;

export const summaryStyles = css`
  ${toolbar}
  ${questions}
  ${bars}
`;
