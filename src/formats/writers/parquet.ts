import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import { invalidInput } from "../../model/errors.ts";
import { type LocalizableText } from "../../model/localizable.ts";
import type { TableColumn, TableValue } from "../../model/tabular/tableColumn.ts";
import type { ByteSink, CreateWriter, TableWriter, WriterContext } from "../writer.ts";
import { LoneSurrogates } from "./loneSurrogates.ts";
import { keyValues } from "./parquetLabels.ts";

/**
 * Values and characters at which a row group ends. One group is in memory. `minRows` and `maxChunks` may make groups
 * larger.
 */
const groupValues = 400_000;
const groupCharacters = 8 * 1024 * 1024;

/**
 * Least rows of a group, and most column chunks of a file. With smaller groups, what a file says about each chunk would
 * outweigh the values, and it stays in memory until the end.
 */
const minRows = 1000;
const maxChunks = 40_000;

/**
 * Writes Apache Parquet: optional columns of numbers (INT_8 if they say whether an option was chosen, else INT32, INT64 or
 * DOUBLE) and texts (UTF-8; times are texts, because their time zone is unknown), dictionaries if values repeat, Snappy. A
 * missing value is null, an empty text an empty text. Labels are in the file's key-value metadata (`parquetLabels.ts`). The
 * file contains no creation time.
 */
export const parquetWriter: CreateWriter = (sink, context) => new RowGroups(sink, context);

class RowGroups implements TableWriter {
  readonly #bytes: SinkWriter;
  readonly #writer: ParquetWriter;
  readonly #columns: readonly Column[];
  readonly #halves = new LoneSurrogates();
  readonly #rowsOfGroup: number;
  #rows = 0;
  #characters = 0;

  constructor(sink: ByteSink, context: WriterContext) {
    const { columns, rows } = context.table;
    this.#rowsOfGroup = Math.max(
      minRows,
      Math.floor(groupValues / columns.length),
      Math.ceil((rows * columns.length) / maxChunks),
    );
    this.#columns = columns.map((it) => new Column(it, this.#rowsOfGroup, this.#halves));
    this.#bytes = new SinkWriter(sink);
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: "schema", num_children: this.#columns.length },
        ...this.#columns.map((it) => it.element),
      ],
      kvMetadata: keyValues(context),
      createdBy: `survey-explorer version ${context.toolVersion}`,
    });
  }

  get warnings(): readonly LocalizableText[] {
    return this.#halves.warnings;
  }

  async write(rows: readonly (readonly TableValue[])[]): Promise<void> {
    for (const row of rows) {
      this.#columns.forEach((column, index) => {
        this.#characters += column.add(row[index] ?? null);
      });
      this.#rows += 1;
      if (this.#rows >= this.#rowsOfGroup || this.#characters >= groupCharacters) {
        await this.#endGroup();
      }
    }
  }

  async finish(): Promise<void> {
    await this.#endGroup();
    await this.#writer.finish();
    await this.#bytes.flush();
  }

  async #endGroup(): Promise<void> {
    if (this.#rows === 0) {
      return;
    }
    await this.#writer.write({
      columnData: this.#columns.map((it) => ({
        name: it.element.name,
        statistics: it.isSearched,
        // A getter, so that only one column at a time is expanded into an array.
        get data() {
          return it.values();
        },
      })),
      rowGroupSize: this.#rows,
    });
    this.#columns.forEach((it) => {
      it.clear();
    });
    this.#rows = 0;
    this.#characters = 0;
  }
}

/** One column: its name and type in the file, and its values of the current group. */
class Column {
  readonly element: SchemaElement;
  /**
   * True if a group's statistics (its least and greatest value) are worth writing. Those of answers are alike in all groups.
   */
  readonly isSearched: boolean;
  readonly #numbers: Numbers | undefined;
  readonly #texts: (string | null)[] = [];
  readonly #halves: LoneSurrogates;

  /** @param rows number of values to keep; @param halves detects lone surrogates in its texts */
  constructor(column: TableColumn, rows: number, halves: LoneSurrogates) {
    this.#halves = halves;
    const { name, origin } = column;
    this.isSearched = origin === undefined || origin.kind === "metadata";
    const type = column.type === "number" ? numberType(column) : "text";
    this.element = { name, repetition_type: "OPTIONAL", ...elements[type] };
    this.#numbers = type === "text" ? undefined : new Numbers(name, type, rows);
  }

  /** @returns the number of characters of text that were kept */
  add(value: TableValue): number {
    if (this.#numbers) {
      this.#numbers.add(value);
      return 0;
    }
    const text = value === null ? null : String(value);
    this.#texts.push(text);
    if (text === null) {
      return 0;
    }
    this.#halves.check(text);
    return text.length;
  }

  values(): (string | number | bigint | null)[] {
    return this.#numbers?.values() ?? this.#texts;
  }

  clear(): void {
    this.#numbers?.clear();
    this.#texts.length = 0;
  }
}

/** Numbers, some of them missing, in as few bytes as the column's type needs. */
class Numbers {
  readonly #name: string;
  readonly #type: NumberType;
  readonly #kept: Int8Array | Int32Array | Float64Array;
  #count = 0;

  constructor(name: string, type: NumberType, rows: number) {
    this.#name = name;
    this.#type = type;
    this.#kept = new arrays[type](rows);
  }

  /** @throws SurveyError "invalid-input" if the number does not fit the column's type */
  add(value: TableValue): void {
    const none = missing[this.#type];
    const number = value === null ? none : Number(value);
    this.#kept[this.#count] = number;
    const isHeld = this.#kept[this.#count] === number && Math.abs(number) <= most[this.#type];
    if (value !== null && (!isHeld || number === none)) {
      throw invalidInput(
        "The column {0} has {1} beside shorter whole numbers, and Parquet keeps all numbers of a column in one way. Choose CSV.",
        this.#name,
        String(value),
      );
    }
    this.#count += 1;
  }

  values(): (number | bigint | null)[] {
    const none = missing[this.#type];
    const isLong = this.#type === "INT64";
    return Array.from(this.#kept.subarray(0, this.#count), (it) =>
      it === none ? null : isLong ? BigInt(it) : it,
    );
  }

  clear(): void {
    this.#count = 0;
  }
}

type NumberType = "INT8" | "INT32" | "INT64" | "DOUBLE";

const arrays = { INT8: Int8Array, INT32: Int32Array, INT64: Float64Array, DOUBLE: Float64Array };

/** Marks a missing value among the numbers; no number of the type may have this value. */
const missing = { INT8: -(2 ** 7), INT32: -(2 ** 31), INT64: Infinity, DOUBLE: Infinity };

const most = { INT8: 2 ** 7, INT32: 2 ** 31, INT64: 2 ** 62, DOUBLE: Infinity };

const elements = {
  INT8: { type: "INT32", converted_type: "INT_8" },
  INT32: { type: "INT32" },
  INT64: { type: "INT64" },
  DOUBLE: { type: "DOUBLE" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
} as const;

/** Characters of a whole number that always fit: digits, or a sign and one digit less. */
const int32Digits = 9;
const int64Digits = 18;

/** Returns the type of a column: the smallest for 0 and 1; the others leave room for calculations. */
function numberType(column: TableColumn): NumberType {
  if (column.origin?.part === "option") {
    return "INT8";
  }
  if (column.decimals > 0 || column.width > int64Digits) {
    return "DOUBLE";
  }
  return column.width > int32Digits ? "INT64" : "INT32";
}

/** Passes what the library wrote to the sink. The library calls `flush` at the end of each row group. */
class SinkWriter extends ByteWriter {
  readonly #sink: ByteSink;

  constructor(sink: ByteSink) {
    super();
    this.#sink = sink;
  }

  async flush(): Promise<void> {
    const bytes = this.getBytes();
    // The sink may keep these bytes, so continue in a new buffer.
    this.buffer = new ArrayBuffer(bytes.length);
    this.view = new DataView(this.buffer);
    this.index = 0;
    await this.#sink.write(bytes);
  }
}
