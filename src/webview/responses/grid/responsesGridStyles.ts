import { css } from "lit";
import { gridStyles } from "../../shared/grid/gridStyles.ts";
import { barsHeight, groupHeight, headerHeight, rowHeight } from "./columnWidths.ts";

/** The grid of responses: what stands in sight, within a scroller that is as large as everything. */
export const responsesGridStyles = css`
  ${gridStyles({ row: rowHeight, header: headerHeight })}

  responses-grid {
    flex: 1 1 0;
    min-width: min(160px, 100%);
    position: relative;
  }

  .grid-head .grid-groups {
    height: ${groupHeight}px;
    border-bottom: 0;
  }

  .grid-head .grid-names {
    top: ${groupHeight}px;
    height: ${headerHeight - groupHeight}px;
  }

  .with-bars .grid-head {
    height: ${headerHeight + barsHeight}px;
  }

  .with-bars .grid-names {
    height: ${headerHeight - groupHeight + barsHeight}px;
  }

  .header-bars {
    height: ${barsHeight - 4}px;
  }

  .header-bars svg {
    display: block;
    max-width: 100%;
    height: 100%;
    border-bottom: 1px solid var(--border);
  }

  .header-bars rect {
    fill: var(--ink-series-0);
  }

  .header-bars .unknown {
    fill: var(--ink-unknown);
  }

  .header-bars .rest {
    fill: var(--ink-axis);
  }

  .group-cell {
    line-height: ${groupHeight - 1}px;
    color: var(--quiet);
    border-right-color: var(--border);
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
    width: fit-content;
    max-width: 100%;
    font-weight: 600;
  }

  .header-sort {
    position: absolute;
    top: 2px;
    right: 4px;
    width: 20px;
    height: 20px;
    padding: 1px;
    color: var(--quiet);
    visibility: hidden;
  }

  .grid-header:is([aria-sort], :hover, :focus, :focus-within) .header-sort {
    visibility: visible;
  }

  .grid-header:is([aria-sort], :hover, :focus, :focus-within) .header-name {
    max-width: calc(100% - 20px);
  }

  .grid-header[aria-sort] .header-sort {
    color: inherit;
  }

  .header-text {
    color: var(--quiet);
  }

  .column-sash {
    position: absolute;
    inset: 0 0 0 auto;
    width: 4px;
  }

  .grid-cell.number {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }

  /* The place of digits that a number was not sent with. */
  .grid-cell.number::after {
    content: attr(data-rest);
    visibility: hidden;
  }

  .cell-chip {
    display: inline-block;
    margin-right: 4px;
    padding: 0 4px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 4px;
    background: color-mix(in srgb, currentcolor 12%, transparent);
    line-height: 16px;
  }

  /* A row that is not there yet: something is to come, without a motion. */
  .grid-row.pending .grid-cell::after {
    content: "";
    display: block;
    width: min(60%, 96px);
    height: 8px;
    margin-top: 8px;
    border-radius: 4px;
    background: color-mix(in srgb, currentcolor 8%, transparent);
  }

  .grid-cell.found {
    background: var(--vscode-editor-findMatchBackground, transparent);
    outline: 1px solid var(--vscode-editor-findMatchBorder, var(--outline));
    outline-offset: -2px;
  }

  .grid-mark {
    position: absolute;
    top: 0;
    bottom: 0;
    z-index: 3;
    width: 2px;
    background: var(--outline);
    pointer-events: none;
  }
`;
