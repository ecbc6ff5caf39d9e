import { css } from "lit";

export const structureStyles = css`
  .outline {
    flex: none;
    display: flex;
    width: var(--outline-width);
    min-width: 0;
    max-width: 50%;
  }

  structure-outline {
    flex: 1 1 0;
    min-width: 0;
    display: flex;
    flex-direction: column;
    height: 100%;
  }

  .outline-filter {
    flex: none;
    padding: 8px 8px 4px 12px;
  }

  .outline-count {
    display: block;
  }

  .outline-none {
    padding: 4px 12px;
  }

  .outline-toggle {
    display: none;
  }

  .outline-sash {
    flex: none;
    width: 4px;
    border-right: 1px solid var(--border);
  }

  .tree {
    flex: 1 1 0;
    min-height: 0;
    overflow: hidden auto;
    padding-bottom: 8px;
  }

  .tree-item {
    display: flex;
    align-items: center;
    gap: 8px;
    height: 24px;
    padding-right: 8px;
    cursor: pointer;
    white-space: nowrap;
  }

  .tree-item.level-1 {
    font-weight: 600;
  }

  .tree-item.level-2 {
    padding-left: 8px;
  }

  .tree-item .code {
    flex: none;
    max-width: 50%;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .tree-item.level-2 .tree-text {
    color: var(--quiet);
  }

  .tree-text {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .twistie {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 0 -4px 0 8px;
  }

  .tree-item:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--active-line);
    outline-offset: -1px;
  }

  .tree-item[aria-current] {
    background: var(--vscode-list-inactiveSelectionBackground);
    color: var(--vscode-list-inactiveSelectionForeground, inherit);
    outline: 1px dotted var(--active-line);
    outline-offset: -1px;
  }

  .tree-item[aria-current] .tree-text {
    color: inherit;
  }

  .tree-item:focus-visible {
    outline: 1px solid var(--outline);
    outline-offset: -1px;
  }

  .questionnaire {
    padding: 0 24px 32px;
  }

  .section {
    padding-top: 24px;
  }

  .section h2 {
    padding-bottom: 4px;
    border-bottom: 1px solid var(--border);
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .section h2 .code {
    margin-left: 8px;
    font-weight: normal;
  }

  .section > p {
    padding-top: 8px;
  }

  .section h2:focus,
  .section h3:focus {
    outline: none;
  }

  .section h2:focus-visible,
  .section h3:focus-visible {
    outline: 1px solid var(--outline);
    outline-offset: 2px;
  }

  .question {
    max-width: 800px;
    padding-top: 16px;
  }

  .question-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 8px;
  }

  .question-head h3 {
    overflow-wrap: anywhere;
  }

  .badge {
    padding: 0 4px;
    border: 1px solid var(--border);
    border-radius: 4px;
    color: var(--quiet);
    font-size: 11px;
    line-height: 16px;
  }

  .notice {
    display: flex;
    gap: 4px;
    color: var(--quiet);
  }

  .notice .codicon {
    flex: none;
    line-height: 20px;
    color: var(--vscode-problemsWarningIcon-foreground);
  }

  /* Text of strangers: it keeps its direction to itself and does not widen the page. */
  .rich {
    unicode-bidi: isolate;
    overflow-wrap: anywhere;
  }

  .rich :is(p, ul, ol, blockquote, pre, dl, table) {
    margin: 0;
  }

  .rich :is(ul, ol) {
    padding-left: 24px;
    list-style: revert;
  }

  .rich table td,
  .rich table th {
    padding: 0 8px 0 0;
    text-align: left;
    vertical-align: top;
  }

  .rich pre {
    white-space: pre-wrap;
  }

  .options {
    margin-top: 4px;
    border-collapse: collapse;
  }

  .options td {
    padding: 0 16px 0 0;
    vertical-align: top;
  }

  .options .code {
    min-width: 48px;
    color: var(--quiet);
    overflow-wrap: anywhere;
  }

  .table-scroll {
    margin-top: 8px;
    overflow-x: auto;
  }

  .data {
    border-collapse: collapse;
  }

  .data th,
  .data td {
    padding: 4px 24px 4px 0;
    border-bottom: 1px solid var(--border);
    font-weight: normal;
    text-align: left;
    vertical-align: top;
    white-space: nowrap;
  }

  .data thead th {
    color: var(--quiet);
  }

  .data .number {
    text-align: right;
  }

  .with-action {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }

  .with-action .action {
    height: 20px;
  }

  @media (width < 600px) {
    .outline-toggle {
      display: inline-flex;
    }

    .outline {
      display: none;
      position: absolute;
      inset: 0;
      z-index: 5;
      width: auto;
      max-width: none;
      background: var(--vscode-editor-background);
    }

    .outline.open {
      display: flex;
    }

    .outline-sash {
      display: none;
    }

    .questionnaire {
      padding: 0 12px 24px;
    }
  }
`;
