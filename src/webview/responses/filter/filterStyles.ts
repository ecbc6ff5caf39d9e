import { css } from "lit";

export const filterStyles = css`
  .filter {
    display: flex;
    flex-direction: column;
    height: 100%;
  }

  .filter-body {
    flex: 1 1 0;
    min-height: 0;
    display: flex;
    flex-direction: column;
    gap: 8px;
    overflow: auto;
    padding: 8px 12px 24px;
    overflow-wrap: anywhere;
  }

  .filter-body > * {
    flex: none;
  }

  .field {
    display: flex;
    flex-direction: column;
    min-width: 0;
  }

  number-range,
  condition-values {
    display: contents;
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

  .range select.input {
    flex: none;
    width: auto;
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

  .add-condition {
    align-self: flex-start;
    margin-left: -5px;
  }

  .conditions:not(:has(li)) {
    display: none;
  }

  .condition-head {
    display: flex;
    align-items: flex-start;
    justify-content: space-between;
    gap: 4px;
    margin: 0 -5px;
  }

  .condition-toggle {
    align-items: flex-start;
    min-width: 0;
    height: auto;
    min-height: 24px;
    padding: 1px 4px;
    text-align: left;
  }

  .condition-toggle .codicon {
    flex: none;
    line-height: 20px;
  }

  .condition-body {
    display: flex;
    flex-direction: column;
    gap: 8px;
    padding: 4px 0 8px;
  }

  .values {
    gap: 4px;
  }

  .value-list {
    max-height: 320px;
    overflow: auto;
    border: 1px solid var(--vscode-input-border, var(--border));
    border-radius: 4px;
  }

  .value {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 24px;
    padding: 2px 8px;
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
    cursor: pointer;
  }

  .picker-option > .code {
    flex: none;
    max-width: 50%;
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

  @media (width < 700px) {
    /* As a response does, the filter takes the place of what stands beside it. */
    .body:has(> .filter-place) > :not(.filter-place) {
      position: absolute;
      inset: 0;
      visibility: hidden;
    }
  }
`;
