import { css } from "lit";

export const columnsDialogStyles = css`
  responses-columns {
    position: absolute;
    z-index: 4;
    top: 4px;
    right: 12px;
    bottom: 12px;
    display: flex;
    flex-direction: column;
    width: min(400px, 100% - 24px);
    height: fit-content;
    max-height: calc(100% - 16px);
    border: 1px solid var(--vscode-widget-border, var(--border));
    border-radius: 4px;
    background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
    color: var(--vscode-editorWidget-foreground, inherit);
  }

  .columns-head,
  .columns-foot {
    flex: none;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    padding: 8px;
  }

  .columns-head .input {
    flex: 1 1 0;
    min-width: 0;
  }

  .columns-count {
    flex-basis: 100%;
    color: var(--quiet);
  }

  .columns-list {
    flex: 0 1 auto;
    min-height: 48px;
    overflow: auto;
    border: solid var(--border);
    border-width: 1px 0;
  }

  .columns-group {
    padding: 4px 8px 0;
    color: var(--quiet);
  }

  .columns-option {
    display: flex;
    align-items: center;
    gap: 8px;
    height: 24px;
    padding: 0 8px;
    cursor: default;
    user-select: none;
    content-visibility: auto;
    contain-intrinsic-height: 24px;
  }

  .columns-option:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--active-line);
    outline-offset: -1px;
  }

  .columns-option.active {
    background: var(--vscode-list-inactiveSelectionBackground, transparent);
    outline: 1px dotted var(--active-line);
    outline-offset: -1px;
  }

  .columns-option:focus {
    outline: 1px solid var(--outline);
    outline-offset: -1px;
  }

  .columns-box {
    flex: none;
    width: 18px;
    height: 18px;
    border: 1px solid var(--vscode-checkbox-border, var(--border));
    border-radius: 4px;
    background: var(--vscode-checkbox-background, transparent);
    line-height: 16px;
  }

  .columns-name {
    flex: none;
    max-width: 50%;
  }

  .columns-name,
  .columns-text {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .columns-text {
    min-width: 0;
    color: var(--quiet);
  }

  .columns-option:is(.active, :hover) .columns-text {
    color: inherit;
  }

  .columns-none {
    padding: 8px;
    color: var(--quiet);
  }

  .columns-frozen {
    display: flex;
    align-items: center;
    gap: 8px;
  }

  .columns-frozen .input {
    width: 56px;
  }

  /* Where the grid leaves little room, all of the panel is there for the dialog. */
  @media (width < 560px) or (height < 560px) {
    responses-columns {
      position: fixed;
      top: 8px;
      max-height: calc(100% - 16px);
    }
  }
`;
