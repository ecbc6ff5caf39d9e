import { hash } from "node:crypto";
import type { LoneSurrogates } from "../formats/writers/loneSurrogates.ts";
import type { TableValue } from "../model/tabular/tableColumn.ts";
import type { TableTarget } from "./tableColumns.ts";

/** COPY's text for NULL. */
const none = "\\N";
/** Characters with a meaning in COPY, and NUL, which no text in the database can contain. */
const special = /[\\\t\n\r\0]/;
const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\0": "\ufffd",
};

/** The cells of a row without its key. */
export interface Line {
  /** The cells up to the last one with a value. Does not change if columns are added at the end. */
  readonly text: string;
  /** The cells after it, all NULL. */
  readonly rest: string;
}

/** Encodes the rows of a table in COPY's text format. */
export class RowText {
  readonly #places: readonly number[];
  readonly #isNumeric: readonly boolean[];
  /** Number of texts that contained a NUL. */
  withNul = 0;

  constructor({ places, columns }: Pick<TableTarget, "places" | "columns">) {
    this.#places = places;
    this.#isNumeric = columns.map(({ type }) => type === "numeric");
  }

  line(row: readonly TableValue[]): Line {
    let text = "";
    let rest = "";
    for (let index = 0; index < this.#places.length; index++) {
      const place = this.#places[index] ?? -1;
      const value = place < 0 ? null : (row[place] ?? null);
      // In the survey's table, integers of many digits are texts, which may be empty.
      if (value === null || (value === "" && this.#isNumeric[index] === true)) {
        rest += `\t${none}`;
      } else {
        text += `${rest}\t${typeof value === "number" ? String(value) : this.#escaped(value)}`;
        rest = "";
      }
    }
    return { text, rest };
  }

  #escaped(text: string): string {
    if (!special.test(text)) {
      return text;
    }
    this.withNul += Number(text.includes("\0"));
    return text.replace(/[\\\t\n\r\0]/g, (it) => escapes[it] ?? it);
  }
}

/** Number of characters that are encoded as bytes at once. */
const chunkLength = 64 * 1024;

/** Buffers rows in COPY's text format until they are sent. */
export class RowBuffer {
  readonly #halves: LoneSurrogates;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #text = "";

  /** @param halves notices unpaired surrogates in the rows */
  constructor(halves: LoneSurrogates) {
    this.#halves = halves;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(row: string): void {
    this.#text += `${row}\n`;
    if (this.#text.length >= chunkLength) {
      this.#end();
    }
  }

  /** Returns all rows and empties the buffer. */
  take(): Buffer[] {
    this.#end();
    const chunks = this.#chunks;
    [this.#chunks, this.#bytes] = [[], 0];
    return chunks;
  }

  #end(): void {
    if (this.#text === "") {
      return;
    }
    const bytes = Buffer.from(this.#text);
    // Only ASCII has as many bytes as characters, and it has no surrogates.
    if (bytes.length !== this.#text.length) {
      this.#halves.check(this.#text);
    }
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
    this.#text = "";
  }
}

/** Parses rows in COPY's text format into cells. */
export function rowsIn(chunks: readonly Buffer[]): (string | null)[][] {
  const lines = Buffer.concat(chunks).toString("utf8").split("\n").slice(0, -1);
  return lines.map((line) =>
    line.split("\t").map((cell) => (cell === none ? null : unescaped(cell))),
  );
}

const meanings: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r" };

function unescaped(cell: string): string {
  return cell.includes("\\") ? cell.replace(/\\(.)/g, (_, it: string) => meanings[it] ?? it) : cell;
}

/** Returns a hash of the rows. An unpaired surrogate is hashed as U+FFFD, as UTF-8 encodes it. */
export function digestOf(lines: readonly string[]): string {
  return hash("sha256", lines.join("\n"), "base64url").slice(0, digestLength);
}

const digestLength = 24;
