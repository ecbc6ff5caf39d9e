import type { RowText } from "../../messages/responseUrls.ts";
import { SurveyError } from "../../model/errors.ts";
import { plural } from "../../model/localizable.ts";
import { withBlock, withTable } from "../../model/urlEdits.ts";
import type { UrlTable } from "../../model/urlTable.ts";
import { readCsv, readJson, readPasted } from "../../model/urlText.ts";

/** A cell with a value; both indexes from 0. */
interface ValueCell {
  readonly row: number;
  readonly column: number;
}

/**
 * Adds rows from text to the table.
 * @throws SurveyError if the text has no such rows, with a message for people
 */
export function withRowText(table: UrlTable, { format, text }: RowText, at: ValueCell): UrlTable {
  switch (format) {
    case "csv":
      return withTable(table, readCsv(text));
    case "json":
      return withTable(table, readJson(text));
    case "pasted":
      return withPasted(table, text, at);
  }
}

/** Pastes a block of cells at the active cell, or adds rows that come with a header. */
function withPasted(table: UrlTable, text: string, { row, column }: ValueCell): UrlTable {
  const pasted = readPasted(text, table.columns);
  if (pasted.kind === "table") {
    return withTable(table, pasted.table);
  }
  const width = Math.max(0, ...pasted.block.map((it) => it.length));
  const room = Math.max(0, table.columns.length - column);
  if (width > room) {
    throw new SurveyError(
      "invalid-input",
      plural(
        width,
        {
          one: "It has {0} column; only {1} fit here.",
          other: "It has {0} columns; only {1} fit here.",
        },
        room,
      ),
    );
  }
  return withBlock(table, row, column, pasted.block);
}
