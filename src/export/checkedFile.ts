import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { provides } from "../model/provided.ts";
import type { ItemKind, RawItem, ResponseSource } from "../reader/responseSource.ts";
import { compareItems, type ItemComparison, type KeyedItem, type LeftOut } from "./compareItems.ts";
import { exportedItems, type ExportedBatch, type ReadableFormat } from "./exportedItems.ts";
import { fileFault } from "./fileFaults.ts";
import type { SecondItems } from "./schemas.ts";

export interface CheckOptions {
  readonly client: ResponseSource;
  /** What is in the file. */
  readonly kind: ItemKind;
  readonly format: ReadableFormat;
  /** What the service has: metadata, or responses, as ndjson. */
  readonly service: { readonly file: string; readonly items: number };
  /** What an earlier export has of the second that this one begins with: ids, or hashes of responses. */
  readonly known?: SecondItems | undefined;
  readonly signal: AbortSignal;
  /** Told how many items of the file were read. */
  readonly onItems?: ((items: number) => void) | undefined;
}

export interface CheckedFile extends ItemComparison, FileFacts {}

interface FileFacts {
  readonly items: number;
  /** At which byte the first item begins. */
  readonly itemsStart: number;
  readonly first?: RawItem | undefined;
  readonly last?: RawItem | undefined;
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
  /** Says where the file cannot be read, at the first of these places. What stands there counts as missing. */
  readonly damage?: string | undefined;
  /** Of the file that was read. */
  readonly stamp: string;
}

/**
 * Reads a file and compares it with what the service has.
 * @throws SurveyError "file-fault" if the file cannot be read, "cancelled"
 */
export async function checkFile(file: string, options: CheckOptions): Promise<CheckedFile> {
  const { client, format, service, signal, onItems } = options;
  const keyOf = keysOf(options);
  const inFile = new FileReading({ file, format, client, signal, keyOf, onItems });
  const inService = new FileReading({
    file: service.file,
    format: "ndjson",
    client,
    signal,
    keyOf,
  });
  const comparison = await compareItems(
    () => inFile.batches(),
    () => inService.batches(),
    service.items,
    leftOutOf(options),
  );
  return { ...comparison, ...inFile.facts() };
}

/** Tells whether another file has come to stand in its place, or it was written to. */
export async function stampOf(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(file, { bigint: true });
    return [dev, ino, size, mtimeNs].join(" ");
  } catch (error) {
    throw fileFault(error, file, "read");
  }
}

type KeyOf = (item: RawItem, body: Uint8Array) => string;

/**
 * By what an item in the file is known to be the same as one that the service has: its id. Responses of v1 and v2 have none;
 * there it is all that metadata says of a response, which several may have in common.
 */
function keysOf({ client, kind }: CheckOptions): KeyOf {
  const hasId = kind === "metadata" || provides(client.version, "responseId");
  return (item, body) => (hasId ? item.id : undefined) ?? facts(item, body);
}

/** What metadata says of responses without ids cannot be compared with hashes of them. */
function leftOutOf({ client, kind, known }: CheckOptions): LeftOut | undefined {
  const hasId = kind === "metadata" || provides(client.version, "responseId");
  return (
    known && {
      finishedAt: known.finishedAt,
      items: known.items.length,
      keys: hasId ? new Set(known.items) : undefined,
    }
  );
}

const factNames = ["serial", "collectGroupId", "startedAt", "finishedAt"];

function facts({ start, end }: RawItem, body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset + start, end - start);
  const item: unknown = JSON.parse(bytes.toString("utf8"));
  const values = new Map<string, unknown>(Object.entries(item ?? {}));
  return JSON.stringify(factNames.map((name) => values.get(name) ?? null));
}

interface FileReadingOptions {
  readonly file: string;
  readonly format: ReadableFormat;
  readonly client: ResponseSource;
  readonly signal: AbortSignal;
  readonly keyOf: KeyOf;
  readonly onItems?: ((items: number) => void) | undefined;
}

/** Reads a file's items, as often as is asked for, and gathers what there is to say of the file. */
class FileReading {
  readonly #options: FileReadingOptions;
  #facts: FileFacts | undefined;

  constructor(options: FileReadingOptions) {
    this.#options = options;
  }

  /** Of the last time that the file was read to its end. */
  facts(): FileFacts {
    if (!this.#facts) {
      throw new TypeError("The file was not read to its end.");
    }
    return this.#facts;
  }

  async *batches(): AsyncGenerator<KeyedItem[], void, undefined> {
    const { file, format, client, signal, onItems } = this.#options;
    const stamp = await stampOf(file);
    const hash = createHash("sha256");
    let [items, bytes, itemsStart] = [0, 0, 0];
    let first: RawItem | undefined;
    let last: RawItem | undefined;
    let damage: string | undefined;
    const batches = exportedItems({
      file,
      format,
      source: client,
      signal,
      onBytes: (it) => {
        hash.update(it);
        bytes += it.length;
      },
      onDamage: (it) => (damage ??= it.message),
    });
    for await (const batch of batches) {
      yield this.#keyed(batch);
      if (!first && batch.items[0]) {
        first = batch.items[0];
        itemsStart = batch.offset + first.start;
      }
      last = batch.items.at(-1) ?? last;
      items += batch.items.length;
      onItems?.(items);
    }
    const sha256 = hash.digest("hex");
    this.#facts = { items, itemsStart, first, last, bytes, sha256, damage, stamp };
  }

  #keyed({ body, items, offset }: ExportedBatch): KeyedItem[] {
    const { keyOf } = this.#options;
    return items.map((item) => ({
      key: keyOf(item, body),
      finishedAt: item.finishedAt,
      start: offset + item.start,
      end: offset + item.end,
    }));
  }
}
