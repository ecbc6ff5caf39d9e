import { open, type FileHandle } from "node:fs/promises";
import { cancelled } from "../client/waiting.ts";
import { SurveyError } from "../model/errors.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import type { RawItem } from "../client/queries.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import { fileFault } from "./fileFaults.ts";

/** Formats whose items can be read back. */
export const readableFormats = ["json", "ndjson"] as const;
export type ReadableFormat = (typeof readableFormats)[number];

/** Consecutive items of the file. */
export interface ExportedBatch {
  /** JSON array of the items; valid until the next batch is asked for. */
  readonly body: Uint8Array;
  /** Position of each item in `body`. */
  readonly items: readonly RawItem[];
  /** Added to a position in `body`, gives the position in the file. */
  readonly offset: number;
}

export interface ExportedItemsOptions {
  readonly file: string;
  readonly format: ReadableFormat;
  readonly source: Pick<ResponseSource, "rawItems">;
  readonly signal?: AbortSignal | undefined;
  /** Called with every byte of the file, in order, in pieces that are valid only during the call. */
  readonly onBytes?: ((bytes: Uint8Array) => void) | undefined;
  /** Called for each part that cannot be read; reading continues behind it. Undefined: the error is thrown. */
  readonly onDamage?: ((damage: SurveyError) => void) | undefined;
}

/**
 * Yields the items of a finished export (`json`, `ndjson`), in the file's order. Memory depends on the largest
 * item, not on the file. Also reads a file that another program has rewritten, if its content is the same.
 * @throws SurveyError "file-fault" that says where the file is damaged, or why it cannot be read; "cancelled"
 */
export async function* exportedItems(
  options: ExportedItemsOptions,
): AsyncGenerator<ExportedBatch, void, undefined> {
  const handle = await open(options.file, "r").catch((error: unknown) => {
    throw fileFault(error, options.file, "read");
  });
  try {
    yield* itemsIn(handle, options);
  } finally {
    await handle.close();
  }
}

async function* itemsIn(
  handle: FileHandle,
  options: ExportedItemsOptions,
): AsyncGenerator<ExportedBatch, void, undefined> {
  const { format, signal, onBytes } = options;
  const cutter = format === "json" ? new JsonCutter() : new LineCutter();
  // A batch reaches from one cut to another. The bytes at both cuts are replaced with brackets, which makes it an array.
  let buffer: Buffer = Buffer.allocUnsafe(chunkBytes * 2);
  // Nothing separates the first line from what precedes it, so byte 0 of the buffer is reserved as its cut.
  let cuts = format === "json" ? [] : [0];
  let filled = cuts.length;
  let position = 0;
  for (;;) {
    if (signal?.aborted === true) {
      throw cancelled();
    }
    const { bytesRead } = await readSome(handle, options, buffer, filled, position);
    if (bytesRead === 0) {
      break;
    }
    onBytes?.(buffer.subarray(filled, filled + bytesRead));
    cutter.cut(buffer, filled, filled + bytesRead, cuts);
    filled += bytesRead;
    position += bytesRead;
    yield* batch(options, buffer, cuts, position - filled);
    // The bytes behind the last cut begin the next batch. Those of head and tail are not needed.
    const rest = cuts.at(-1) ?? filled;
    buffer.copyWithin(0, rest, filled);
    filled -= rest;
    cuts = cutter.place === "items" ? [0] : [];
    if (filled + 2 > buffer.length) {
      if (filled > longestItem) {
        notify(options, position - filled + 1, localizable("something begins that does not end"));
        return;
      }
      buffer = Buffer.concat([buffer], buffer.length * 2);
    }
  }
  if (format === "ndjson" && filled > 1) {
    // The last line has no line break.
    yield* batch(options, buffer, [0, filled], position - filled);
  } else if (cutter.place === "head") {
    notify(options, position, localizable("it ends without a list of responses"));
  } else if (cutter.place === "tail" || (format === "json" && cutter.place === "items")) {
    notify(options, position, localizable("it is cut off"));
  }
}

const chunkBytes = 512 * 1024;
/**
 * Longer than any response, in bytes. A lost quote makes the rest of the file one item, which must not be kept in memory.
 */
const longestItem = 64 * 1024 * 1024;

async function readSome(
  handle: FileHandle,
  { file }: ExportedItemsOptions,
  buffer: Uint8Array,
  offset: number,
  position: number,
) {
  try {
    // Leave one byte for a bracket.
    const length = Math.min(chunkBytes, buffer.length - 1 - offset);
    return await handle.read(buffer, offset, length, position);
  } catch (error) {
    throw fileFault(error, file, "read");
  }
}

/** Yields the items between the cuts. `offset`: position of the buffer's first byte in the file. */
function* batch(
  options: ExportedItemsOptions,
  buffer: Buffer,
  cuts: readonly number[],
  offset: number,
): Generator<ExportedBatch, void, undefined> {
  const [start, end] = [cuts[0], cuts.at(-1)];
  if (start === undefined || end === undefined || start === end) {
    return;
  }
  for (const cut of cuts) {
    buffer[cut] = comma;
  }
  const body = enclose(buffer, start, end);
  const items = itemsOf(options, body);
  if (items) {
    yield { body, items, offset: offset + start };
    return;
  }
  // Read the items one by one, so that only damaged ones are lost.
  for (let index = 1; index < cuts.length; index++) {
    const [from = 0, to = 0] = cuts.slice(index - 1, index + 1);
    if (options.format === "ndjson" && isBlank(buffer, from + 1, to)) {
      continue;
    }
    const one = enclose(buffer, from, to);
    const found = itemsOf(options, one);
    if (found) {
      yield { body: one, items: found, offset: offset + from };
    } else {
      notify(options, offset + from + 1, localizable("there is no response in JSON"));
    }
  }
}

function enclose(buffer: Buffer, start: number, end: number): Uint8Array {
  buffer[start] = openArray;
  buffer[end] = closeArray;
  return buffer.subarray(start, end + 1);
}

/** Returns undefined if the bytes are not an array of items. */
function itemsOf({ source }: ExportedItemsOptions, array: Uint8Array): RawItem[] | undefined {
  try {
    return source.rawItems(array);
  } catch {
    // The error has the position in the array; the caller reports the position in the file.
    return undefined;
  }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (bytes[at] !== 0x20 && bytes[at] !== 0x0d && bytes[at] !== 0x09) {
      return false;
    }
  }
  return true;
}

/** Reports damage to `onDamage`; throws it if there is no such callback. */
function notify(
  { file, onDamage }: ExportedItemsOptions,
  position: number,
  problem: LocalizableText,
): void {
  const damage = SurveyError.of(
    "file-fault",
    "{0} is damaged: at byte {1}, {2}. Verify and repair it, or export again.",
    file,
    position,
    problem,
  );
  if (!onDamage) {
    throw damage;
  }
  onDamage(damage);
}

const quote = 0x22;
const comma = 0x2c;
const openArray = 0x5b;
const backslash = 0x5c;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
const newline = 0x0a;

/** Finds the bytes that separate items from each other. */
interface Cutter {
  /** Part of the file that was reached; "end": nothing has to follow. */
  readonly place: "head" | "items" | "tail" | "end";
  /**
   * Continues, and adds to `cuts` the positions where the list begins, where an item is separated from the next, and where
   * the list ends.
   */
  cut(bytes: Uint8Array, start: number, end: number, cuts: number[]): void;
}

class LineCutter implements Cutter {
  readonly place = "items";

  cut(bytes: Uint8Array, start: number, end: number, cuts: number[]): void {
    const fresh = bytes.subarray(start, end);
    for (let at = fresh.indexOf(newline); at >= 0; at = fresh.indexOf(newline, at + 1)) {
      cuts.push(start + at);
    }
  }
}

/** Follows strings and nesting only. Whether the items are valid JSON is checked when they are read. */
class JsonCutter implements Cutter {
  place: Cutter["place"] = "head";
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Last string among the file's top-level property names, with its escapes. */
  #name = "";

  // Byte by byte: strings in survey data are short, so a call of indexOf costs more than it saves.
  cut(bytes: Uint8Array, start: number, end: number, cuts: number[]): void {
    let at = start;
    while (at < end) {
      if (this.#isInString) {
        at = this.#string(bytes, at, end);
      } else if (this.place === "items" && this.#depth > 2) {
        at = this.#item(bytes, at, end);
      } else {
        this.#mark(bytes[at] ?? 0, at, cuts);
        at++;
      }
    }
  }

  /** Scans inside an item, which is most of the file. Only quotes and brackets matter there. */
  #item(bytes: Uint8Array, start: number, end: number): number {
    let depth = this.#depth;
    let at = start;
    while (at < end && depth > 2) {
      const effect = effects[bytes[at++] ?? 0] ?? 0;
      if (effect === 0) {
        continue;
      }
      if (effect !== inString) {
        depth += effect;
        continue;
      }
      let byte = 0;
      while (at < end && (byte = bytes[at++] ?? 0) !== quote) {
        if (byte === backslash) {
          at++;
        }
      }
      if (byte !== quote) {
        this.#isInString = true;
        this.#isEscaped = at > end;
        at = end;
      }
    }
    this.#depth = depth;
    return at;
  }

  #mark(byte: number, at: number, cuts: number[]): void {
    if (byte === quote) {
      this.#isInString = true;
      this.#name = "";
    } else if (byte === comma) {
      if (this.#depth === 2 && this.place === "items") {
        cuts.push(at);
      }
    } else if (byte === openArray || byte === openObject) {
      this.#depth++;
      const isList = this.#depth === 2 && byte === openArray && this.#name === "responses";
      if (isList && this.place === "head") {
        this.place = "items";
        cuts.push(at);
      }
    } else if (byte === closeArray || byte === closeObject) {
      this.#depth--;
      if (this.#depth === 1 && this.place === "items") {
        this.place = "tail";
        cuts.push(at);
      } else if (this.#depth === 0 && this.place === "tail") {
        this.place = "end";
      }
    }
  }

  /** @returns the position behind the string, or `end` */
  #string(bytes: Uint8Array, start: number, end: number): number {
    const isName = this.#depth === 1 && this.place === "head";
    let at = start;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at++;
    }
    while (at < end) {
      const byte = bytes[at++] ?? 0;
      if (byte === quote) {
        this.#isInString = false;
        return at;
      }
      if (byte === backslash) {
        this.#isEscaped = at === end;
        at++;
      }
      if (isName && this.#name.length < longestName) {
        this.#name += String.fromCharCode(byte);
      }
    }
    return end;
  }
}

/** Longer than every property name that an export writes. */
const longestName = 20;

/** Change of depth by a byte outside of strings; `inString` for the quote that begins a string. */
const effects = new Int8Array(256);
const inString = 2;
effects[quote] = inString;
effects[openArray] = effects[openObject] = 1;
effects[closeArray] = effects[closeObject] = -1;
