import papa from "papaparse";
import { cellText } from "../model/cellText.ts";
import { SurveyError } from "../model/errors.ts";
import type { Cell } from "../model/grid.ts";
import { markdownLiteral } from "../model/markdown.ts";
import type { CellMode, CopyFormat } from "../model/responseView.ts";
import { tableNames } from "../model/tabular/columnNames.ts";
import { toTsv } from "../model/tsv.ts";
import type { ChosenColumn } from "./findCells.ts";
import type { PageStore } from "./pageStore.ts";
import type { ClipboardQuery } from "./tables.ts";

/** Maximum length of the copied text, in characters; more is too much for a clipboard. */
const maxLength = 10_000_000;
const rowsAtOnce = 500;

export interface ClipboardColumn extends ChosenColumn {
  /** True if any cell of the column has several answers. */
  readonly isMultiple: boolean;
}

interface NamedColumn extends ClipboardColumn {
  /** The column's name in an export: unique among the columns. */
  readonly name: string;
}

/** Writes rows in batches. */
interface Writer {
  readonly start: string;
  readonly write: (rows: readonly (readonly Cell[])[]) => string;
  readonly between: string;
  readonly end: string;
}

/**
 * Returns cells of a view as text. TSV, CSV (RFC 4180) and Markdown have the text that the cells show, without escaping
 * formulas for spreadsheets. JSON has an object per row, null for questions that were not shown, and lists in columns in
 * which any cell has several answers.
 * @param rows the rows of the view
 * @throws "too-large" if the text is longer than `maxLength`
 */
export function clipboardText(
  store: Pick<PageStore, "cells" | "columns">,
  columns: readonly ClipboardColumn[],
  rows: Uint32Array,
  { top, bottom, format, cells: mode, names: hasNames }: ClipboardQuery,
): string {
  const names = tableNames(store.columns);
  const named = columns.map((it) => ({ ...it, name: names[it.place] ?? it.column.name }));
  const writer = writerOf(format, named, mode, hasNames);
  const chosen = rows.subarray(top, bottom + 1);
  const parts: string[] = [];
  let length = 0;
  for (let first = 0; first < chosen.length; first += rowsAtOnce) {
    const part = writer.write(store.cells([...chosen.subarray(first, first + rowsAtOnce)]));
    length += part.length;
    if (length > maxLength) {
      throw SurveyError.of(
        "too-large",
        "The selection is longer than the {0} characters that can be copied. Select fewer rows or columns, or export the responses.",
        maxLength,
      );
    }
    parts.push(part);
  }
  return writer.start + parts.join(writer.between) + writer.end;
}

function writerOf(
  format: CopyFormat,
  columns: readonly NamedColumn[],
  mode: CellMode,
  hasNames: boolean,
): Writer {
  const texts = (row: readonly Cell[]): string[] =>
    columns.map(({ column, place }) => cellText(column, row[place] ?? null, mode));
  const names = columns.map((it) => it.name);
  const plain = (between: string, write: (rows: readonly string[][]) => string): Writer => ({
    start: hasNames ? write([names]) + between : "",
    write: (rows) => write(rows.map(texts)),
    between,
    end: "",
  });
  switch (format) {
    case "tsv":
      return plain("\n", toTsv);
    case "csv":
      return plain("\r\n", (rows) =>
        papa.unparse(rows, { newline: "\r\n", escapeFormulae: false }),
      );
    case "json":
      return {
        start: "[\n",
        write: (rows) => rows.map((row) => jsonObject(columns, row, mode)).join(",\n"),
        between: ",\n",
        end: "\n]\n",
      };
    case "markdown":
      // A Markdown table must have a header.
      return {
        start: `${markdownRow(hasNames ? names : names.map(() => ""))}${markdownLine(names.map(() => "---"))}`,
        write: (rows) => rows.map((row) => markdownRow(texts(row))).join(""),
        between: "",
        end: "",
      };
  }
}

/** Not written by `JSON.stringify` as a whole, because objects put keys that are integers first. */
function jsonObject(columns: readonly NamedColumn[], row: readonly Cell[], mode: CellMode): string {
  const fields = columns.map(({ column, place, isMultiple, name }) => {
    const cell = row[place] ?? null;
    const texts = cell?.map((it) => cellText(column, [it], mode));
    const value = texts === undefined || isMultiple ? (texts ?? null) : (texts[0] ?? "");
    return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  });
  return `{${fields.join(",")}}`;
}

function markdownRow(texts: readonly string[]): string {
  return markdownLine(texts.map((it) => markdownLiteral(it).replace(/\r\n|[\r\n]/g, "<br>")));
}

function markdownLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}
