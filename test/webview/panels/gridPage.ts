import type { Locator, Page } from "playwright-core";
import type { PanelPage } from "../support/panelPage.ts";
import type { GridCall, GridState } from "./gridHarness.ts";

/** Helpers that tell where things are in the grid of responses. */

/** The grid without the rest of the panel. */
export type GridAlone = PanelPage<GridState, GridCall>;

export function cell(page: Page, row: number, column: number): Locator {
  return page.locator(`[data-row="${row}"][data-column="${column}"]`);
}

/** Returns row and column of the cell that has the focus. */
export async function focusedCell({ page }: { readonly page: Page }): Promise<string> {
  return page.evaluate(() => {
    const { row, column } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    return `${row ?? "none"},${column ?? "none"}`;
  });
}

/** Returns the rows in sight, from the top: position, and distance from the header's lower edge in CSS pixels. */
export async function rowsInSight({
  page,
}: {
  readonly page: Page;
}): Promise<readonly { readonly row: number; readonly at: number }[]> {
  return page.evaluate(() => {
    const edge = document.querySelector(".grid-head")?.getBoundingClientRect().bottom ?? 0;
    const end = document.querySelector(".grid")?.getBoundingClientRect().bottom ?? 0;
    return [...document.querySelectorAll<HTMLElement>(".grid-rows .grid-row")]
      .map((it) => {
        const { top, bottom } = it.getBoundingClientRect();
        const row = Number(it.querySelector<HTMLElement>("[data-row]")?.dataset["row"]);
        return { row, at: top - edge, isInSight: bottom > edge && top < end };
      })
      .filter((it) => it.isInSight)
      .sort((a, b) => a.at - b.at)
      .map(({ row, at }) => ({ row, at }));
  });
}
