import papa from "papaparse";
import { cellText } from "../model/cellText.ts";
import { SurveyError } from "../model/errors.ts";
import type { Cell } from "../model/grid.ts";
import { localizable } from "../model/localizable.ts";
import { markdownLiteral } from "../model/markdown.ts";
import type { CellMode, CopyFormat } from "../model/responseView.ts";
import { tableNames } from "../model/tabular/columnNames.ts";
import { toTsv } from "../model/tsv.ts";
import type { ChosenColumn } from "./findCells.ts";
import type { PageStore } from "./pageStore.ts";
import type { CopyQuery } from "./tables.ts";

/** In characters; a clipboard is no place for more. */
const maxLength = 10_000_000;
const rowsAtOnce = 500;

export interface CopiedColumn extends ChosenColumn {
  /** Whether any of its cells has several answers. */
  readonly isMultiple: boolean;
}

interface NamedColumn extends CopiedColumn {
  /** As in an export: no two columns have the same. */
  readonly name: string;
}

/** Writes some rows at a time. */
interface Writer {
  readonly start: string;
  readonly write: (rows: readonly (readonly Cell[])[]) => string;
  readonly between: string;
  readonly end: string;
}

/**
 * Cells of a view as text: what they show in TSV, CSV (RFC 4180) and Markdown, with nothing changed for spreadsheets; in
 * JSON an object a row, with null for what was not shown, and lists in columns where any cell has several answers.
 * @param rows of the view
 */
export function copiedCells(
  store: Pick<PageStore, "cells" | "columns">,
  columns: readonly CopiedColumn[],
  rows: Uint32Array,
  { top, bottom, format, cells: mode, names: hasNames }: CopyQuery,
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
      throw new SurveyError(
        "too-large",
        localizable(
          "The selection is longer than the {0} characters that can be copied. Select fewer rows or columns, or export the responses.",
          maxLength,
        ),
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
      // A table has no way to be without a header.
      return {
        start: `${markdownRow(hasNames ? names : names.map(() => ""))}${markdownLine(names.map(() => "---"))}`,
        write: (rows) => rows.map((row) => markdownRow(texts(row))).join(""),
        between: "",
        end: "",
      };
  }
}

/** Written by hand: objects would put names that are numbers first. */
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
