import { css } from "lit";
import { headerHeight, rowHeight } from "./grid/columnWidths.ts";
import { detailStyles } from "./detailStyles.ts";

const toolbarStyles = css`
  .segmented {
    display: flex;
    margin: 0 8px 0 5px;
    padding: 0;
    border: 1px solid var(--vscode-checkbox-border, var(--border));
    border-radius: 4px;
  }

  .segmented label {
    position: relative;
    cursor: pointer;
  }

  .segmented input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }

  .segmented span {
    display: block;
    padding: 0 8px;
    border: 1px solid transparent;
    border-radius: 3px;
    line-height: 20px;
  }

  .segmented input:hover + span {
    background: var(--vscode-toolbar-hoverBackground);
  }

  .segmented input:checked + span {
    border-color: var(--vscode-inputOption-activeBorder);
    background: var(--vscode-inputOption-activeBackground);
    color: var(--vscode-inputOption-activeForeground);
  }

  .segmented input:focus-visible + span {
    outline: 1px solid var(--outline);
    outline-offset: 1px;
  }

  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }

  .chip {
    display: flex;
    align-items: center;
    max-width: 100%;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 4px;
    background: var(--vscode-badge-background);
    color: var(--vscode-badge-foreground);
  }

  .chip span:first-child {
    padding-left: 8px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .chip-remove {
    display: flex;
    padding: 2px 4px;
    border: 0;
    background: transparent;
    color: inherit;
    cursor: pointer;
  }

  .chip-remove:focus-visible {
    outline-color: currentColor;
  }

  .filter {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 8px 16px;
    padding: 8px 12px;
    border-bottom: 1px solid var(--border);
  }

  .field {
    display: flex;
    flex-direction: column;
    flex: 0 1 216px;
    min-width: 160px;
  }

  .filter-problem {
    flex-basis: 100%;
  }

  .filter-problem:empty {
    display: none;
  }

  .foot {
    flex: none;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 16px;
    min-height: 32px;
    padding: 4px 12px;
    border-top: 1px solid var(--border);
  }

  .pager {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    /* The icons stand where the text of the line below begins. */
    margin-left: -5px;
  }

  .pager-range {
    margin-left: 5px;
  }

  .foot .waiting {
    flex: 1 1 auto;
  }
`;

const gridStyles = css`
  responses-grid {
    flex: 1 1 0;
    min-width: 0;
  }

  .grid {
    --line: var(--vscode-tree-tableColumnsBorder, transparent);
    height: 100%;
    overflow: auto;
    overscroll-behavior: none;
  }

  .grid-canvas {
    position: relative;
  }

  .grid-head {
    position: sticky;
    top: 0;
    z-index: 2;
    height: ${headerHeight}px;
    background: var(--vscode-editor-background);
  }

  .grid-head .grid-row {
    width: 100%;
    height: ${headerHeight}px;
    border-bottom: 1px solid var(--border);
  }

  .grid-row {
    position: absolute;
    height: ${rowHeight}px;
    --tint: transparent;
  }

  .grid-row:hover {
    --tint: var(--vscode-list-hoverBackground);
  }

  .grid-row.active {
    --tint: var(--vscode-list-inactiveSelectionBackground, transparent);
  }

  .grid-head .grid-row {
    --tint: transparent;
  }

  :is(.vscode-high-contrast, .vscode-high-contrast-light) .grid-row.active .grid-cell {
    border-bottom: 1px dotted var(--active-line);
  }

  .grid-row {
    background: var(--tint);
  }

  .grid-cell {
    position: absolute;
    top: 0;
    height: 100%;
    padding: 0 8px;
    overflow: hidden;
    border-right: 1px solid var(--line);
    border-bottom: 1px solid var(--line);
    line-height: ${rowHeight - 1}px;
    text-overflow: ellipsis;
    white-space: nowrap;
    user-select: none;
    cursor: default;
    unicode-bidi: isolate;
  }

  .grid-cell.frozen {
    position: sticky;
    left: 0;
    z-index: 1;
    border-right-color: var(--border);
    isolation: isolate;
    background: var(--vscode-editor-background);
  }

  /* The theme's tints may be translucent: under the frozen column lies what is scrolled. */
  .grid-cell.frozen::before {
    content: "";
    position: absolute;
    inset: 0;
    z-index: -1;
    background: var(--tint);
  }

  .grid-cell.selected {
    --tint: var(--vscode-list-activeSelectionBackground, transparent);
    background: var(--vscode-list-activeSelectionBackground, transparent);
    color: var(--vscode-list-activeSelectionForeground, inherit);
    outline: 1px dotted var(--active-line);
    outline-offset: -2px;
  }

  .grid-row:is(.active, :hover) .quiet,
  .grid-cell.selected .quiet {
    color: inherit;
  }

  .grid-cell.frozen.selected {
    background: var(--vscode-editor-background);
  }

  .grid-cell:focus {
    outline: 1px solid var(--outline);
    outline-offset: -1px;
  }

  .grid-header {
    padding: 2px 8px;
    border-bottom: 0;
    line-height: 20px;
  }

  .header-name,
  .header-text {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .header-name {
    font-weight: 600;
  }

  .header-text {
    color: var(--quiet);
  }

  .column-sash {
    position: absolute;
    inset: 0 0 0 auto;
    width: 4px;
  }
`;

export const responsesStyles = css`
  ${toolbarStyles}
  ${gridStyles}
  ${detailStyles}
`;
