import { css } from "lit";

export const fieldworkStyles = css`
  fieldwork-view {
    position: relative;
    flex: 1 1 0;
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }

  .fieldwork-page {
    padding: 8px 12px 24px;
  }

  .fieldwork-page .blank {
    padding-left: 0;
  }

  .fieldwork-page h2 {
    font-weight: 600;
  }

  .fieldwork-controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
  }

  .fieldwork-field {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 8px;
    min-width: 0;
    max-width: 100%;
  }

  .fieldwork-field select {
    width: auto;
    min-width: 0;
    max-width: 240px;
  }

  .fieldwork-head > p {
    padding-top: 4px;
  }

  .key-figures {
    display: flex;
    flex-wrap: wrap;
    gap: 0 24px;
    padding: 16px 0 4px;
  }

  .key-figures > div {
    display: flex;
    gap: 8px;
  }

  .key-figures dd {
    font-variant-numeric: tabular-nums;
  }

  .fieldwork-figures {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 440px), 1fr));
    gap: 24px 32px;
    padding-top: 16px;
  }

  figure-frame {
    display: block;
    min-width: 0;
  }

  .figure-days {
    grid-column: 1 / -1;
  }

  .figure-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 16px;
    min-height: 28px;
    margin-bottom: 4px;
  }

  .figure-head h2 {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .figure-actions {
    display: flex;
    margin-right: -5px;
    margin-left: auto;
  }

  .fieldwork-views {
    display: flex;
    margin-right: -5px;
    margin-left: auto;
  }

  figure-frame .figure-scroll {
    max-height: 320px;
  }

  figure-frame .figure :is(th, td) {
    min-width: 96px;
    overflow-wrap: normal;
    word-break: keep-all;
  }

  .fieldwork-speeders {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 8px;
  }

  .fieldwork-speeders h2 {
    line-height: 28px;
  }

  .groups-table {
    border-collapse: collapse;
    white-space: nowrap;
  }

  .fieldwork-groups {
    padding-top: 24px;
  }

  .fieldwork-groups .table-scroll {
    overflow-x: auto;
  }

  .groups-table :is(th, td) {
    padding: 0 16px 0 0;
    height: 28px;
    border-bottom: 1px solid var(--vscode-tree-tableColumnsBorder, var(--border));
    font-weight: normal;
    text-align: left;
    vertical-align: middle;
  }

  .groups-table thead th {
    color: var(--quiet);
    vertical-align: bottom;
    white-space: normal;
    word-break: keep-all;
  }

  .groups-table .number {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }

  .groups-table tbody tr {
    cursor: pointer;
  }

  .groups-table tbody tr:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--active-line);
    outline-offset: -1px;
  }

  .groups-table tr.chosen {
    background: var(--vscode-list-inactiveSelectionBackground);
    color: var(--vscode-list-inactiveSelectionForeground, inherit);
    outline: 1px dotted var(--active-line);
    outline-offset: -1px;
  }

  .groups-table tr.chosen .quiet {
    color: inherit;
  }

  .groups-table .group-name {
    min-width: 144px;
    max-width: 280px;
    padding: 4px 0;
    border: 0;
    background: transparent;
    color: inherit;
    font: inherit;
    text-align: left;
    white-space: normal;
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  .groups-table :is(th, td):first-child {
    padding-left: 8px;
  }

  .target-bar {
    margin-left: 4px;
  }

  .target-whole {
    fill: var(--ink-axis);
  }

  .target-part {
    fill: var(--ink-series-0);
  }

  body:is(.vscode-high-contrast, .vscode-high-contrast-light) .target-whole {
    fill: none;
    stroke: var(--vscode-contrastBorder);
  }

  /* The actions stay beside the title; what is chosen from stands below. */
  @media (width < 500px) {
    .figure-head .fieldwork-field {
      order: 1;
      flex-basis: 100%;
    }

    .figure-head h2 {
      flex: 1 1 0;
    }
  }

  @media (width < 700px) {
    .groups-table .group-name {
      max-width: 160px;
    }
  }
`;
