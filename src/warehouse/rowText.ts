import { hash } from "node:crypto";
import type { HalfCharacters } from "../formats/writers/halfCharacters.ts";
import type { TableValue } from "../model/tabular/tableColumn.ts";
import type { TableTarget } from "./tableColumns.ts";

/** What COPY reads as no value. */
const none = "\\N";
/** Characters that mean something to COPY, and the one that no text of a database can have. */
const special = /[\\\t\n\r\0]/;
const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\0": "\ufffd",
};

/** The cells of a row but for its key. */
export interface Line {
  /** Up to the last that has a value: it stays the same when columns come to be behind it. */
  readonly text: string;
  /** Those behind it. */
  readonly rest: string;
}

/** Makes the rows of a table, as COPY reads them. */
export class RowText {
  readonly #places: readonly number[];
  /** Texts that had a NUL in them. */
  withNull = 0;

  constructor({ places }: Pick<TableTarget, "places">) {
    this.#places = places;
  }

  line(row: readonly TableValue[]): Line {
    let text = "";
    let rest = "";
    for (const place of this.#places) {
      const value = place < 0 ? null : (row[place] ?? null);
      if (value === null) {
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
    this.withNull += Number(text.includes("\0"));
    return text.replace(/[\\\t\n\r\0]/g, (it) => escapes[it] ?? it);
  }
}

/** Characters of rows that become bytes together. */
const chunkLength = 64 * 1024;

/** Rows as COPY reads them, until they are sent. */
export class RowBuffer {
  readonly #halves: HalfCharacters;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #text = "";

  /** @param halves notices those of the rows */
  constructor(halves: HalfCharacters) {
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

  /** All of them; nothing is left. */
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
    // Of ASCII there are as many bytes as characters, and no halves.
    if (bytes.length !== this.#text.length) {
      this.#halves.lookIn(this.#text);
    }
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
    this.#text = "";
  }
}

/** The cells of each of the rows that COPY would read. */
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

/** What is the same for the same rows. Half a surrogate pair counts as what UTF-8 makes of it. */
export function digestOf(lines: readonly string[]): string {
  return hash("sha256", lines.join("\n"), "base64url").slice(0, digestLength);
}

const digestLength = 24;
