import type { FigureTable } from "../../../charts/table.ts";
import { tableCsv, tableMarkdown } from "../../../charts/tableText.ts";
import { guarded } from "../../../model/csv.ts";
import { delimited } from "../../../model/tabular/delimited.ts";
import { words } from "../../shared/l10n.ts";
import { columnName } from "./cells.ts";
import { codebookColumns, type CodebookColumn, type CodebookLine } from "./codebook.ts";
import type { FoundEntry } from "./shownLines.ts";

/** `excel`: CSV without texts that a spreadsheet would take for formulas. */
export const codebookCopies = ["markdown", "csv", "excel"] as const;
export type CodebookCopy = (typeof codebookCopies)[number];

type Copied = Pick<FoundEntry, "entry" | "options">;

/** Returns entries and their options as a table, without the columns that are not shown. */
export function copied(
  entries: readonly Copied[],
  format: CodebookCopy,
  title: string,
  hasBlocks: boolean,
): string {
  const columns = codebookColumns.filter((it) => hasBlocks || it !== "block");
  if (format === "markdown") {
    // A question's name is only in its own row.
    const textOf = (line: CodebookLine, it: CodebookColumn, isOption: boolean): string =>
      isOption && it === "name" ? "" : line[it];
    return tableMarkdown([tableOf(entries, columns, title, textOf)]);
  }
  const textOf = (line: CodebookLine, it: CodebookColumn): string =>
    it === "columns" ? delimited(line.made) : line[it];
  const guard = (text: string): string => (format === "excel" ? guarded(text) : text);
  const table = tableOf(entries, columns, title, (line, it) => guard(textOf(line, it)));
  return tableCsv([table], words);
}

function tableOf(
  entries: readonly Copied[],
  columns: readonly CodebookColumn[],
  caption: string,
  textOf: (line: CodebookLine, column: CodebookColumn, isOption: boolean) => string,
): FigureTable {
  const row = (line: CodebookLine, isOption: boolean) => ({
    cells: columns.map((it) => ({ text: textOf(line, it, isOption) })),
  });
  return {
    caption,
    head: columns.map((it) => ({ text: columnName(it), isNumber: false })),
    rows: entries.flatMap(({ entry, options }) => [
      row(entry, false),
      ...options.map((it) => row(it, true)),
    ]),
    notes: [],
  };
}
