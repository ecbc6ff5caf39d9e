import type { Locator, Page } from "playwright-core";
import type { ResponsesRequest, ResponsesState } from "../../../src/messages/responses.ts";
import type { PanelPage } from "../support/panelPage.ts";

/** Where things are in the grid of the responses panel. */

export type GridPage = PanelPage<ResponsesState, ResponsesRequest>;

export function cell(page: Page, row: number, column: number): Locator {
  return page.locator(`[data-row="${row}"][data-column="${column}"]`);
}

/** Row and column of the cell that has the focus. */
export async function focusedCell(panel: GridPage): Promise<string> {
  return panel.page.evaluate(() => {
    const { row, column } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    return `${row ?? "none"},${column ?? "none"}`;
  });
}
