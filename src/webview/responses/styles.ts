import { css } from "lit";
import { columnsDialogStyles } from "./columns/columnsDialogStyles.ts";
import { responsesGridStyles } from "./grid/responsesGridStyles.ts";
import { detailFrame } from "../shared/detailFrame.ts";
import { detailStyles } from "./detail/detailStyles.ts";
import { fieldworkStyles } from "./fieldwork/fieldworkStyles.ts";
import { filterStyles } from "./filter/filterStyles.ts";
import { figureStyles } from "../shared/figureTable.ts";
import { pictureStyles } from "../shared/picture.ts";
import { summaryStyles } from "./summary/summaryStyles.ts";
import { tabsStyles } from "./tabs.ts";

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

  .status-line {
    justify-content: flex-end;
    min-height: 24px;
  }

  .counts {
    margin-left: auto;
    color: var(--quiet);
  }

  overflow-menu {
    position: relative;
  }

  /* Where it stands is in menu.ts. */
  .menu {
    position: fixed;
    box-sizing: border-box;
    z-index: 20;
    min-width: 240px;
    overflow-y: auto;
    padding: 4px 0;
    border: 1px solid var(--vscode-menu-border, var(--border));
    border-radius: 4px;
    background: var(--vscode-menu-background, var(--vscode-dropdown-background));
    color: var(--vscode-menu-foreground, var(--vscode-foreground));
  }

  .menu-item {
    display: flex;
    justify-content: space-between;
    gap: 24px;
    width: 100%;
    padding: 2px 12px;
    border: 0;
    background: transparent;
    color: inherit;
    font: inherit;
    text-align: left;
    white-space: nowrap;
    cursor: pointer;
  }

  /* Checks have a column of their own, as in VS Code's menus. */
  .menu:has([role="menuitemcheckbox"]) .menu-item {
    position: relative;
    padding-left: 32px;
  }

  .menu-item .codicon-check {
    position: absolute;
    top: 50%;
    left: 8px;
    transform: translateY(-50%);
  }

  .menu-item:is(:hover, :focus-visible):not([aria-disabled]) {
    background: var(
      --vscode-menu-selectionBackground,
      var(--vscode-list-activeSelectionBackground, transparent)
    );
    color: var(
      --vscode-menu-selectionForeground,
      var(--vscode-list-activeSelectionForeground, inherit)
    );
  }

  .menu-item[aria-disabled] {
    color: var(--vscode-disabledForeground);
    cursor: default;
  }

  .menu-item:is(:hover, :focus-visible) .menu-key {
    color: inherit;
  }

  .menu-line {
    margin: 4px 0;
    border-top: 1px solid var(--border);
  }

  :is(.menu-item, .menu-line).when-narrow {
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

  .fitted-line,
  .fitted-line .toolbar {
    flex-wrap: nowrap;
  }

  .fitted-line h1 {
    flex: 1 0 0;
    min-width: 160px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  /* The last icon stands under what else ends there, without counting as too wide. */
  .fitted-line {
    margin-right: -5px;
  }

  .fitted-line .toolbar {
    flex: none;
    margin-right: 0;
  }

  /* As wide as the widest of the labels that may stand here. */
  .action-label[data-alternatives]::after {
    content: attr(data-alternatives);
    display: block;
    height: 0;
    overflow: hidden;
    visibility: hidden;
    text-align: left;
    white-space: pre;
  }

  /* What a line that is too narrow gives up, step by step: see fitting.ts. */
  .tight-1 .structure-action .action-label,
  .tight-2 .export-action .action-label,
  .tight-3 .reading-action .action-label,
  .tight-4 .filter-toggle .action-label,
  .tight-5 .columns-toggle .action-label,
  .tight-6 .find-toggle .action-label {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .tight-7 :is(.structure-action, .export-action, .segmented) {
    display: none;
  }

  .tight-7 .menu-item.when-narrow {
    display: flex;
  }

  .tight-7 .menu-line.when-narrow {
    display: block;
  }

  .tight-8 h1 {
    min-width: 64px;
  }

  .fitted-line.tight-9 {
    flex-wrap: wrap;
  }

  .tight-9 .toolbar {
    flex-wrap: wrap;
    flex-shrink: 1;
  }

  @media (height < 480px) {
    /* One line: facts that have no room beside the tabs go out of sight. */
    .foot {
      gap: 8px 16px;
      height: 33px;
      overflow: hidden;
    }

    .foot > .facts {
      flex: 1 1 96px;
      text-align: right;
    }

    .status-line:not(:has(.chip-line)) {
      display: none;
    }

    .status-line :is(.chip-line, .chips) {
      flex-wrap: nowrap;
    }

    .status-line .chips {
      overflow-x: auto;
      scrollbar-width: none;
    }

    .status-line :is(.chip, .chip-line > .action, .counts) {
      flex: none;
    }
  }

  @media (height < 480px) and (width < 400px) {
    .chip-line > .action {
      display: none;
    }
  }
`;

export const responsesStyles = css`
  ${toolbarStyles}
  ${filterStyles}
  ${responsesGridStyles}
  ${columnsDialogStyles}
  ${detailFrame}
  ${detailStyles}
  ${fieldworkStyles}
  ${pictureStyles}
  ${figureStyles}
  ${tabsStyles}
  ${summaryStyles}
`;
