import { css } from "lit";

export const filterStyles = css`
  responses-filter {
    display: block;
    flex: 0 1 auto;
    max-height: 60%;
    overflow: auto;
    border-bottom: 1px solid var(--border);
  }

  /* Some rows stay in sight: what is filtered for can be seen. */
  responses-filter ~ .body {
    min-height: 120px;
  }

  .filter {
    display: flex;
    flex-direction: column;
    gap: 8px;
    padding: 8px 12px;
  }

  .filter-fields {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 8px 16px;
  }

  .field {
    display: flex;
    flex-direction: column;
    flex: 1 1 128px;
    min-width: 128px;
    max-width: 240px;
  }

  .field.times {
    flex: 0 1 424px;
    max-width: none;
  }

  .field.durations {
    flex: 0 1 256px;
    max-width: none;
  }

  number-range {
    display: contents;
  }

  .field.numbers {
    flex: none;
    max-width: 424px;
  }

  .range select.input {
    flex: none;
  }

  .range {
    display: flex;
    align-items: center;
    gap: 4px;
  }

  .range .input {
    flex: 1 1 0;
    min-width: 0;
  }

  .field-problem {
    padding: 0 4px;
    border: 1px solid var(--vscode-inputValidation-errorBorder);
    border-top: 0;
    background: var(--vscode-inputValidation-errorBackground);
    color: var(--vscode-inputValidation-errorForeground, inherit);
  }

  .field-problem:empty {
    display: none;
  }

  .filter-buttons {
    margin: 0 -5px;
  }

  .conditions:not(:has(li)) {
    display: none;
  }

  .condition-head {
    display: flex;
    align-items: center;
    gap: 4px;
    margin: 0 -5px;
  }

  .condition-toggle {
    min-width: 0;
  }

  .condition-toggle .action-label {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .condition-body {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 8px 16px;
    padding: 4px 0 8px 20px;
  }

  .condition-body > .field {
    flex: 1 1 240px;
    max-width: 480px;
  }

  .values {
    gap: 4px;
  }

  .value-list {
    max-height: 192px;
    overflow: auto;
    border: 1px solid var(--vscode-input-border, var(--border));
    border-radius: 4px;
  }

  .value {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 24px;
    padding: 0 8px;
  }

  .value:hover {
    background: var(--vscode-list-hoverBackground);
  }

  .value input {
    flex: none;
    margin: 0;
  }

  .value-label {
    flex: 1 1 0;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .picker {
    display: flex;
    flex-direction: column;
    gap: 4px;
    max-width: 560px;
  }

  .picker-list {
    max-height: 240px;
    overflow: auto;
    border: 1px solid var(--vscode-input-border, var(--border));
    border-radius: 4px;
  }

  .picker-list:not(:has(.picker-option)) {
    display: none;
  }

  .picker-group {
    padding: 4px 8px 0;
  }

  .picker-option {
    display: flex;
    gap: 8px;
    padding: 2px 8px 2px 16px;
    white-space: nowrap;
    cursor: pointer;
  }

  .picker-option > :last-child {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .picker-option:hover {
    background: var(--vscode-list-hoverBackground);
  }

  .picker-option[aria-selected="true"] {
    background: var(--vscode-list-activeSelectionBackground, transparent);
    color: var(--vscode-list-activeSelectionForeground, inherit);
    outline: 1px dotted var(--active-line);
    outline-offset: -1px;
  }

  .picker-option[aria-selected="true"] .quiet {
    color: inherit;
  }

  .chip-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    flex: 1 1 auto;
    min-width: 0;
  }

  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    min-width: 0;
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

  .chip button {
    padding: 1px 4px;
    border: 0;
    background: transparent;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }

  .chip .chip-edit {
    min-width: 0;
    max-width: 360px;
    padding-left: 8px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .chip-remove {
    display: flex;
    flex: none;
  }

  .chip button:focus-visible {
    outline-color: currentColor;
  }

  .find {
    flex: none;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    padding: 4px 12px;
    border-bottom: 1px solid var(--border);
  }

  .find .input {
    flex: 0 1 240px;
    min-width: 128px;
  }

  .find-count {
    min-width: 72px;
  }

  .find .segmented {
    margin: 0;
  }

  @media (width < 560px) {
    .filter-fields {
      flex-direction: column;
      align-items: stretch;
    }

    .filter-fields .field {
      flex: none;
      max-width: none;
    }

    /* Date and time need all of the width. */
    .times .range {
      flex-direction: column;
      align-items: stretch;
    }

    .times .range-to {
      display: none;
    }

    .chip-line,
    .chips {
      flex-wrap: nowrap;
    }

    .chips {
      overflow-x: auto;
      scrollbar-width: none;
    }

    .chip {
      flex: none;
    }

    .find .input {
      flex-grow: 1;
    }
  }
`;
