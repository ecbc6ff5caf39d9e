import { css } from "lit";
import { headerHeight, rowHeight } from "./grid/columnWidths.ts";
import { gridStyles } from "../shared/grid/gridStyles.ts";
import { detailFrame } from "../shared/detailFrame.ts";
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

const cellStyles = css`
  responses-grid {
    flex: 1 1 0;
    min-width: 0;
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
  ${gridStyles({ row: rowHeight, header: headerHeight })}
  ${cellStyles}
  ${detailFrame}
  ${detailStyles}
`;
