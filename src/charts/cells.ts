import type { Words } from "../model/words.ts";
import { countText, numberText, percentText, pointsText } from "../model/numberText.ts";
import type { FigureCell, FigureRow, HeadCell } from "./table.ts";

/*
 * Cells of figure tables. An unknown figure is an empty cell, never 0.
 */

export const nothing: FigureCell = { text: "" };

export function textCell(text: string): FigureCell {
  return { text };
}

export function countCell(count: number | undefined, words: Words, decimals?: number): FigureCell {
  return cell(count, (it) => countText(it, words, decimals));
}

export function percentCell(percent: number | undefined, words: Words): FigureCell {
  return cell(percent, (it) => percentText(it, words));
}

export function pointsCell(points: number | undefined, words: Words): FigureCell {
  return cell(points, (it) => pointsText(it, words));
}

export function numberCell(value: number | undefined, words: Words, decimals?: number): FigureCell {
  return cell(value, (it) => numberText(it, words, decimals));
}

export function cell(value: number | undefined, text: (value: number) => string): FigureCell {
  return value === undefined ? nothing : { text: text(value), value };
}

export function textHead(text: string): HeadCell {
  return { text, isNumber: false };
}

export function numberHead(text: string): HeadCell {
  return { text, isNumber: true };
}

/**
 * Returns a foot row with the unweighted numbers of responses; no row if nothing is weighted.
 * @param cellsOf returns the row's cells, given its name and the cells of the numbers
 */
export function unweightedRows(
  counts: readonly (number | undefined)[],
  words: Words,
  cellsOf = (name: string, cells: FigureCell[]): FigureCell[] => [textCell(name), ...cells],
): FigureRow[] {
  const cells = counts.map((it) => countCell(it, words));
  return counts.some((it) => it !== undefined)
    ? [{ cells: cellsOf(words.t("Unweighted n"), cells), isFoot: true }]
    : [];
}
