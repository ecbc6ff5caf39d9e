import { isUtf8 } from "node:buffer";
import { JsonError, maximumDepth } from "../protocol/json.ts";
import { jsonScannerCode } from "./jsonScannerCode.ts";

interface Global {
  value: number;
}

/** What assembly/jsonScanner.ts exports. Its positions are addresses in its memory, where a text stands at `textAt`. */
interface Code {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly namesAt: Global;
  readonly nameSlot: Global;
  readonly mostNames: Global;
  readonly recordsAt: Global;
  readonly recordSize: Global;
  readonly objectWithEscapedNames: Global;
  readonly textAt: Global;
  readonly padding: Global;
  readonly wrongAt: Global;
  readonly isTooDeep: Global;
  readonly itemsEnd: Global;
  readonly hasMore: Global;
  space(at: number): number;
  string(at: number): number;
  value(at: number, depth: number): number;
  items(at: number, names: number): number;
}

/** As much of it as is used here; Node's types leave it to those of browsers. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (code: Uint8Array) => object;
    readonly Instance: new (module: object) => { readonly exports: unknown };
    readonly RuntimeError: new () => Error;
  };
};

const pageBytes = 64 * 1024;
/** WebAssembly's memory only grows; one that had to hold a longer text than this is given up after use. */
const longestKept = 32 * 1024 * 1024;

let kept: Code | undefined;

function newCode(): Code {
  const module = new WebAssembly.Module(Buffer.from(jsonScannerCode, "base64"));
  return new WebAssembly.Instance(module).exports as Code;
}

/**
 * An item of a list: where it stands, and where the values of the fields asked for do. One object is told for all items of
 * a list, because an export has millions: none of it may be kept.
 */
export class FoundItem {
  #records = new Uint32Array();
  #first = 0;
  readonly #textAt: number;
  readonly #withEscapedNames: number;

  constructor({ textAt, objectWithEscapedNames }: Code) {
    this.#textAt = textAt.value;
    this.#withEscapedNames = objectWithEscapedNames.value;
  }

  /** @param first where the item's record begins, in words */
  moveTo(records: Uint32Array<ArrayBuffer>, first: number): void {
    this.#records = records;
    this.#first = first;
  }

  get start(): number {
    return this.#word(0) - this.#textAt;
  }

  get end(): number {
    return this.#word(1) - this.#textAt;
  }

  get isObject(): boolean {
    return this.#word(2) !== 0;
  }

  /** A name that is written with escapes may be that of a field: then the values cannot be relied on. */
  get hasEscapedNames(): boolean {
    return this.#word(2) === this.#withEscapedNames;
  }

  /** Whether it has the field. `field`: the field's place in the names. */
  has(field: number): boolean {
    return this.#word(3 + field * 2) !== 0;
  }

  /** Of several values under one name, the last. */
  valueStart(field: number): number {
    return this.#word(3 + field * 2) - this.#textAt;
  }

  valueEnd(field: number): number {
    return this.#word(4 + field * 2) - this.#textAt;
  }

  #word(index: number): number {
    return this.#records[this.#first + index] ?? 0;
  }
}

/**
 * Walks over the bytes of a JSON text without parsing it, and takes what JSON.parse takes (RFC 8259), up to `maximumDepth`.
 * Every method is given where something starts and returns where it ends; all throw a JsonError where the text is not JSON.
 * All texts share one memory, so a scanner is of use only until the next one is made.
 */
export class JsonScanner {
  readonly #code: Code;
  readonly #length: number;
  readonly #textAt: number;
  readonly #names: number;

  /** @param names of the fields that `items` finds */
  constructor(bytes: Uint8Array, names: readonly string[]) {
    if (!isUtf8(bytes)) {
      throw new JsonError("is not UTF-8 text");
    }
    const code = (kept ??= newCode());
    this.#code = code;
    this.#length = bytes.length;
    this.#textAt = code.textAt.value;
    this.#names = names.length;
    this.#putText(bytes);
    this.#putNames(names);
    if (bytes.length > longestKept) {
      kept = undefined;
    }
  }

  #putText(bytes: Uint8Array): void {
    const { memory, padding, wrongAt, isTooDeep } = this.#code;
    const end = this.#textAt + bytes.length;
    const lacking = end + padding.value - memory.buffer.byteLength;
    if (lacking > 0) {
      memory.grow(Math.ceil(lacking / pageBytes));
    }
    const all = new Uint8Array(memory.buffer);
    all.set(bytes, this.#textAt);
    all.fill(0, end, end + padding.value);
    wrongAt.value = 0;
    isTooDeep.value = 0;
  }

  #putNames(names: readonly string[]): void {
    const { memory, namesAt, nameSlot, mostNames } = this.#code;
    if (names.length > mostNames.value) {
      throw new TypeError(`${mostNames.value} fields can be found at most.`);
    }
    for (const [index, name] of names.entries()) {
      const bytes = Buffer.from(name);
      const slot = namesAt.value + index * nameSlot.value;
      new DataView(memory.buffer).setUint32(slot, bytes.length, true);
      new Uint8Array(memory.buffer, slot + 4, nameSlot.value - 4).set(bytes);
    }
  }

  /** White space, if there is any. */
  space(at: number): number {
    return this.#walk((code) => code.space(at + this.#textAt)) - this.#textAt;
  }

  string(at: number): number {
    return this.#walk((code) => code.string(at + this.#textAt + 1)) - this.#textAt;
  }

  /** Any value. `depth`: how many arrays and objects it stands in. */
  value(at: number, depth: number): number {
    return this.#walk((code) => code.value(at + this.#textAt, depth)) - this.#textAt;
  }

  /** The items of a list, from the first, which starts at `start`, each told to `take`. @returns where the list ends */
  items(start: number, take: (item: FoundItem) => void): number {
    const { memory, recordsAt, recordSize, hasMore, itemsEnd } = this.#code;
    const words = recordSize.value / 4;
    const item = new FoundItem(this.#code);
    let at = start + this.#textAt;
    do {
      const from = at;
      const count = this.#walk((code) => code.items(from, this.#names));
      const records = new Uint32Array(memory.buffer, recordsAt.value, count * words);
      for (let first = 0; first < records.length; first += words) {
        item.moveTo(records, first);
        take(item);
      }
      at = itemsEnd.value;
    } while (hasMore.value === 1);
    return at - this.#textAt;
  }

  /** Nothing but white space may follow. */
  finish(at: number): void {
    const end = this.space(at);
    if (end < this.#length) {
      throw new JsonError(`goes on after its end, at byte ${end}`);
    }
  }

  #walk(walk: (code: Code) => number): number {
    try {
      return walk(this.#code);
    } catch (error) {
      const { wrongAt, isTooDeep } = this.#code;
      if (!(error instanceof WebAssembly.RuntimeError) || wrongAt.value === 0) {
        throw error;
      }
      throw isTooDeep.value === 1
        ? new JsonError(`is nested deeper than ${maximumDepth} levels`)
        : this.wrong(wrongAt.value - this.#textAt);
    }
  }

  wrong(at: number): JsonError {
    return new JsonError(
      at >= this.#length ? "is not JSON, or is cut off" : `is not JSON at byte ${at}`,
    );
  }
}

/**
 * That the bytes are one JSON text, nested no deeper than `maximumDepth`. To be asked before JSON.parse, which takes any depth
 * and would fill all memory with what only opens.
 * @throws JsonError
 */
export function checkJson(bytes: Uint8Array): void {
  const scanner = new JsonScanner(bytes, []);
  scanner.finish(scanner.value(scanner.space(0), 0));
}
