import { invalidInput } from "../../model/errors.ts";
import type { TableValue } from "../../model/tabular/tableColumn.ts";
import type { LoneSurrogates } from "./loneSurrogates.ts";
import { headStyle, sheetEnd, sheetStart, textStyle } from "./xlsxParts.ts";
import { columnLetters, inlineText } from "./xlsxText.ts";
import type { ZipEntry } from "./xlsxZip.ts";

export type Row = readonly TableValue[];

/** Longest text of a cell, in UTF-16 units. */
export const maxCellLength = 32_767;

/** Most characters of a column's name in a message: the name itself may be what is too long. */
const maxNameLength = 80;

/** Characters that are compressed at once. */
const chunkLength = 64_000;

/** Writes one sheet. */
export class XlsxSheet {
  readonly #entry: ZipEntry;
  readonly #halves: LoneSurrogates;
  readonly #names: Row;
  /** How the cells of each column begin, up to the row's number. */
  readonly #cells: readonly string[];
  #text: string;
  #rows = 0;

  /**
   * @param halves detects lone surrogates in the sheet
   * @param head header rows, which are frozen; the names of the columns come first
   * @param widths in characters; very small and very large ones are limited
   */
  constructor(
    entry: ZipEntry,
    halves: LoneSurrogates,
    head: readonly Row[],
    widths: readonly number[],
    isSelected: boolean,
  ) {
    this.#entry = entry;
    this.#halves = halves;
    this.#names = head[0] ?? [];
    this.#cells = widths.map((_, index) => `<c r="${columnLetters(index)}`);
    this.#text = sheetStart(head.length, widths, isSelected);
    for (const row of head) {
      this.#text += this.#row(row, headStyle);
    }
  }

  get rows(): number {
    return this.#rows;
  }

  async add(row: Row): Promise<void> {
    this.#text += this.#row(row, textStyle);
    if (this.#text.length >= chunkLength) {
      const text = this.#text;
      this.#text = "";
      await this.#entry.write(text);
    }
  }

  async end(): Promise<void> {
    await this.#entry.write(this.#text + sheetEnd);
    this.#entry.end();
  }

  #row(values: Row, style: number): string {
    const number = String(++this.#rows);
    const text = `${number}" s="${style}" t="inlineStr">`;
    let row = `<row r="${number}">`;
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      const cell = this.#cells[index] ?? "";
      if (typeof value === "string") {
        this.#check(value, index);
        row += `${cell}${text}${inlineText(value, this.#halves)}</c>`;
      } else if (typeof value === "number") {
        row += `${cell}${number}"><v>${value}</v></c>`;
      }
    }
    return `${row}</row>`;
  }

  #check(value: string, index: number): void {
    if (value.length > maxCellLength) {
      const name = String(this.#names[index] ?? "").slice(0, maxNameLength);
      throw invalidInput(
        'A text in the column "{0}" (row {1}) has {2} characters, and a cell of an XLSX file can have {3}. Nothing was cut: choose CSV or Parquet, or leave this variable out.',
        name,
        String(this.#rows),
        value.length,
        maxCellLength,
      );
    }
  }
}
