import { css } from "lit";
import { detailFrame } from "../shared/detailFrame.ts";
import { gridStyles } from "../shared/grid/gridStyles.ts";
import { rowHeight } from "./table.ts";

const tableStyles = css`
  url-table {
    flex: 1 1 0;
    min-width: 0;
  }

  .action.primary:not([aria-disabled]) {
    padding: 0 8px;
    border-color: var(--vscode-button-border, transparent);
    background: var(--vscode-button-background);
    color: var(--vscode-button-foreground);
  }

  .action.primary:hover:not([aria-disabled]) {
    background: var(--vscode-button-hoverBackground);
  }

  .toolbar .primary {
    margin: 0 4px 0 5px;
  }

  .head-name {
    font-weight: 600;
  }

  .head-name .codicon,
  .row-number .codicon,
  .problems .codicon,
  .problem-count .codicon {
    color: var(--vscode-problemsErrorIcon-foreground, var(--vscode-errorForeground));
    vertical-align: text-bottom;
  }

  .row-head {
    text-align: right;
  }

  .row-number {
    color: var(--quiet);
  }

  .row-number .codicon {
    float: left;
    line-height: ${rowHeight - 1}px;
  }

  .grid-cell.number {
    text-align: right;
  }

  .grid-cell.wrong {
    /* High contrast themes draw every border of a field alike; this one stands out. */
    box-shadow: inset 0 0 0 1px var(--vscode-errorForeground);
  }

  .grid-cell .cell-input {
    position: absolute;
    inset: 0;
    height: 100%;
    padding: 0 7px;
    border-radius: 0;
  }

  .grid-cell.action-cell {
    padding: 1px 3px;
    border-right-color: transparent;
    text-overflow: clip;
  }

  .foot {
    flex: none;
    padding: 4px 12px;
    border-top: 1px solid var(--border);
  }

  .foot > .facts {
    align-items: center;
    min-height: 24px;
  }

  .foot > .facts.problem-line:not(:has(.button)) {
    min-height: 0;
  }

  .problems {
    margin-bottom: 8px;
  }

  .qr {
    display: block;
    width: 100%;
    max-width: 320px;
    margin-bottom: 12px;
  }

  /* Dark on light in every theme: cameras read no other. */
  .qr-light {
    fill: #fff;
  }

  .qr-dark {
    fill: #000;
  }

  .url {
    margin-bottom: 8px;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }

  .detail-actions {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin-left: -5px;
  }
`;

export const responseUrlsStyles = css`
  ${gridStyles({ row: rowHeight, header: rowHeight })}
  ${detailFrame}
  ${tableStyles}
`;
