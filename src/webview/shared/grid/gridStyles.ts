import { css, type CSSResult } from "lit";

/** How grids look; `sizes` are the heights of a row and of the header, in CSS pixels. */
export function gridStyles(sizes: { readonly row: number; readonly header: number }): CSSResult {
  return css`
    .grid {
      --line: var(--vscode-tree-tableColumnsBorder, transparent);
      height: 100%;
      overflow: auto;
      overscroll-behavior: none;
    }

    .grid-canvas {
      min-width: 100%;
    }

    .grid-view {
      position: sticky;
      top: 0;
      left: 0;
      overflow: clip;
      contain: strict;
    }

    .grid-rows {
      position: absolute;
      inset: 0 0 auto;
      height: 0;
    }

    .grid-moving {
      position: absolute;
      inset: 0;
      transform: translateX(var(--left));
    }

    .grid-head {
      position: absolute;
      inset: 0 0 auto;
      z-index: 2;
      height: ${sizes.header}px;
      background: var(--vscode-editor-background);
    }

    .grid-head .grid-row {
      height: ${sizes.header}px;
      border-bottom: 1px solid var(--border);
    }

    .grid-row {
      position: absolute;
      width: 100%;
      height: ${sizes.row}px;
      contain: strict;
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
      line-height: ${sizes.row - 1}px;
      text-overflow: ellipsis;
      white-space: nowrap;
      user-select: none;
      cursor: default;
      unicode-bidi: isolate;
    }

    .grid-cell.frozen {
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
  `;
}
