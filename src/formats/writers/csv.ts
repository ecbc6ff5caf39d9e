import { csvField, guarded } from "../../model/csv.ts";
import { plural, type LocalizableText } from "../../model/localizable.ts";
import type { TableValue } from "../../model/tabular/tableColumn.ts";
import type { ByteSink, CreateWriter, TableWriter, WriterContext } from "../writer.ts";
import { LoneSurrogates } from "./loneSurrogates.ts";

/** Characters that are written at once; rows are not split. */
const chunkLength = 24_000;
/** Excel recognises UTF-8 by it. */
export const byteOrderMark = "\ufeff";

/**
 * Writes CSV: RFC 4180 with CRLF, UTF-8, a header row, and quotes only where they are needed. A missing value is empty. An
 * empty text is `""`: readers that distinguish the two (PostgreSQL) read an empty text, others a missing value. In a table
 * of one column, a missing value is `""` as well, because readers skip empty lines.
 *
 * The preset `excel` begins with a byte order mark and puts `'` before a text that begins like a formula. A text
 * that is a canonical number (-5) does not count as a formula, and stays.
 */
export const csvWriter: CreateWriter = (sink, context) => new CsvWriter(sink, context);

class CsvWriter implements TableWriter {
  readonly #sink: ByteSink;
  readonly #guards: boolean;
  /** Text that is not written yet. */
  #text: string;
  readonly #halves = new LoneSurrogates();
  #guarded = 0;

  constructor(sink: ByteSink, { table, form }: WriterContext) {
    this.#sink = sink;
    this.#guards = form.preset === "excel";
    this.#text =
      (this.#guards ? byteOrderMark : "") + this.#line(table.columns.map((it) => it.name));
    if (form.labelRow) {
      this.#text += this.#line(table.columns.map((it) => it.label || null));
    }
  }

  get warnings(): readonly LocalizableText[] {
    return [
      ...(this.#guarded > 0
        ? [
            plural(this.#guarded, {
              one: "{0} text begins like a formula and got an apostrophe in front, as the Excel preset asks. The plain preset leaves it as it is.",
              other:
                "{0} texts begin like a formula and got an apostrophe in front, as the Excel preset asks. The plain preset leaves them as they are.",
            }),
          ]
        : []),
      ...this.#halves.warnings,
    ];
  }

  async write(rows: readonly (readonly TableValue[])[]): Promise<void> {
    for (const row of rows) {
      this.#text += this.#line(row);
      if (this.#text.length >= chunkLength) {
        await this.#send();
      }
    }
  }

  async finish(): Promise<void> {
    await this.#send();
  }

  async #send(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    const bytes = Buffer.from(text);
    // ASCII has as many bytes as characters, and no lone surrogates.
    if (bytes.length !== text.length) {
      this.#halves.check(text);
    }
    await this.#sink.write(bytes);
  }

  #line(row: readonly TableValue[]): string {
    if (row.length === 1 && row[0] === null) {
      return '""\r\n';
    }
    let line = "";
    let between = "";
    for (const value of row) {
      line += value === null ? between : between + this.#field(value);
      between = ",";
    }
    return `${line}\r\n`;
  }

  #field(value: string | number): string {
    if (typeof value === "number") {
      return String(value);
    }
    const text = this.#guards ? guarded(value) : value;
    this.#guarded += Number(text !== value);
    return text === "" ? '""' : csvField(text);
  }
}
