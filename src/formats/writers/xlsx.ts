import { invalidInput } from "../../model/errors.ts";
import { type LocalizableText, plural } from "../../model/localizable.ts";
import type { CodebookRow } from "../../model/tabular/codebook.ts";
import { textStart } from "../../model/textStart.ts";
import type { ByteSink, TableWriter, WriterContext } from "../writer.ts";
import { codebookColumns } from "./codebookColumns.ts";
import { LoneSurrogates } from "./loneSurrogates.ts";
import { fixedParts, sheetParts, sheetPath } from "./xlsxParts.ts";
import { maxCellLength, XlsxSheet, type Row } from "./xlsxSheet.ts";
import { ZipStream } from "./xlsxZip.ts";

/* Limits of a sheet: "Excel specifications and limits". */
const maxRows = 1_048_576;
const maxColumns = 16_384;

/** Columns of the sheet `Codebook`. */
const sheetColumns = codebookColumns.flatMap(({ width, ...column }) =>
  width === undefined ? [] : [{ ...column, width }],
);

/**
 * Writes XLSX: numbers as numbers, all texts as inline strings, which no program takes for formulas, dates or numbers. A
 * missing value has no cell; an empty text has one. The rows are on sheets `Responses`, `Responses 2` …, each with the
 * header rows, which are frozen. The last sheet, `Codebook`, says what the values mean.
 * @param rowsOfSheet most rows of a sheet, including header rows
 * @throws SurveyError "invalid-input" if there are more columns than a sheet holds, or a text is longer than a cell holds
 */
export function xlsxWriter(
  sink: ByteSink,
  context: WriterContext,
  rowsOfSheet: number = maxRows,
): TableWriter {
  const { columns } = context.table;
  const beyond = columns[maxColumns];
  if (beyond !== undefined) {
    throw invalidInput(
      'The table has {0} columns, and a sheet of an XLSX file can have {1}: there is no room from "{2}" on. Choose CSV or Parquet, one delimited column for a question with several answers, the long layout, or fewer variables.',
      columns.length,
      maxColumns,
      beyond.name,
    );
  }
  return new XlsxWriter(sink, context, rowsOfSheet);
}

class XlsxWriter implements TableWriter {
  readonly #zip: ZipStream;
  readonly #head: readonly Row[];
  readonly #widths: readonly number[];
  readonly #codebook: readonly CodebookRow[];
  readonly #rowsOfSheet: number;
  readonly #halves = new LoneSurrogates();
  readonly #sheets: string[] = [];
  #sheet: XlsxSheet;
  #rows = 0;
  #cutLabels = 0;

  constructor(sink: ByteSink, context: WriterContext, rowsOfSheet: number) {
    const { columns } = context.table;
    const names = columns.map((it) => it.name);
    const labels = columns.map((it) => this.#fitting(it.label));
    this.#head = context.form.labelRow ? [names, labels] : [names];
    this.#widths = columns.map(({ name, width }) => Math.max(name.length, width));
    this.#codebook = context.codebook;
    this.#rowsOfSheet = rowsOfSheet;
    this.#zip = new ZipStream(sink, context.createdAt);
    for (const [path, text] of fixedParts(context)) {
      this.#zip.add(path, text);
    }
    this.#sheet = this.#begin("Responses", this.#head, this.#widths);
  }

  get warnings(): readonly LocalizableText[] {
    const sheets = this.#sheets.filter((it) => it.startsWith("Responses")).length;
    return [
      ...(sheets > 1
        ? [
            plural(
              this.#rows,
              {
                one: "{0} row is on {1} sheets, because a sheet has at most {2} rows. Each begins with the header.",
                other:
                  "{0} rows are on {1} sheets, because a sheet has at most {2} rows. Each begins with the header.",
              },
              sheets,
              this.#rowsOfSheet,
            ),
          ]
        : []),
      ...(this.#cutLabels > 0
        ? [
            plural(
              this.#cutLabels,
              {
                one: "{0} label was cut to the {1} characters that a cell of an XLSX file can have.",
                other:
                  "{0} labels were cut to the {1} characters that a cell of an XLSX file can have.",
              },
              maxCellLength,
            ),
          ]
        : []),
      ...this.#halves.warnings,
    ];
  }

  async write(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      if (this.#sheet.rows === this.#rowsOfSheet) {
        await this.#sheet.end();
        const name = `Responses ${this.#sheets.length + 1}`;
        this.#sheet = this.#begin(name, this.#head, this.#widths);
      }
      await this.#sheet.add(row);
      this.#rows++;
    }
  }

  async finish(): Promise<void> {
    await this.#sheet.end();
    if (this.#codebook.length > 0) {
      await this.#writeCodebook();
    }
    for (const [path, text] of sheetParts(this.#sheets)) {
      this.#zip.add(path, text);
    }
    await this.#zip.finish();
  }

  async #writeCodebook(): Promise<void> {
    const sheet = this.#begin(
      "Codebook",
      [sheetColumns.map((it) => it.name)],
      sheetColumns.map((it) => it.width),
    );
    for (const row of this.#codebook) {
      const values = sheetColumns.map((it) => it.valueIn(row));
      await sheet.add(values.map((it) => (typeof it === "number" ? it : this.#fitting(it))));
    }
    await sheet.end();
  }

  #begin(name: string, head: readonly Row[], widths: readonly number[]): XlsxSheet {
    this.#sheets.push(name);
    const number = this.#sheets.length;
    const entry = this.#zip.begin(sheetPath(number));
    return new XlsxSheet(entry, this.#halves, head, widths, number === 1);
  }

  /** Returns a label, cut if it is too long; null, for no cell, if it is empty. */
  #fitting(label: string | undefined): string | null {
    if (label === undefined || label.length <= maxCellLength) {
      return label === "" ? null : (label ?? null);
    }
    this.#cutLabels++;
    return textStart(label, maxCellLength);
  }
}
