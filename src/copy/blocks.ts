import * as zlib from "node:zlib";
import { closeArray, comma, openArray } from "../protocol/jsonBytes.ts";
import type { SqliteDatabase, SqlRow } from "../store/sqliteDriver.ts";
import { freeMemory } from "../store/freeMemory.ts";
import { bytes, DamagedError, integer } from "../store/rows.ts";
import { verifyChecksum, checksumOf } from "./rows.ts";

/*
 * Items are stored byte for byte in blocks. A block compresses consecutive items as one piece, so that what they have in
 * common is stored once, and is small enough to read one item quickly. Before compression, a block is the number of items,
 * the length of each (u32, little-endian), and the items as a JSON array.
 */

/** Items as a JSON array. `places` has the start and the end of each in `body`, alternating. */
export interface ItemBatch {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly places: Uint32Array<ArrayBuffer>;
}

/**
 * Limits of a block. Each block has a cost in compression, SQLite and the disk: with a quarter of this size, an export takes
 * twice as long. Unpacking a block takes 0.3 ms.
 */
const maxItems = 256;
const maxBytes = 256 * 1024;

const methods = { none: 0, zstd: 1, deflate: 2 } as const;

/** Sizes of zlib's output chunks: most blocks fit into one, so chunks need not be joined. */
const packedBytes = 64 * 1024;
const unpackedBytes = maxBytes + 16 * 1024;

/** VS Code's Node has zstd; the oldest versions of Node on which the command line runs have not. */
const zstd: Partial<Pick<typeof zlib, "zstdCompressSync" | "zstdDecompressSync">> = zlib;

/** An item as a range of bytes among others. To create a view of each takes as long as to compress it. */
export interface ItemSlice {
  readonly body: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** A block of a file. */
export interface Block {
  /** Number of the first item. */
  readonly first: number;
  /** Compression of `bytes`, one of `methods`. */
  readonly method: number;
  readonly bytes: Uint8Array;
  readonly items: ItemBatch;
}

/** Yields items in groups of as many as a block holds. */
export function* batches(items: Iterable<ItemSlice>): Generator<ItemSlice[]> {
  let batch: ItemSlice[] = [];
  let size = 0;
  for (const item of items) {
    batch.push(item);
    size += item.end - item.start;
    if (batch.length === maxItems || size >= maxBytes) {
      yield batch;
      batch = [];
      size = 0;
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}

/**
 * @param first number of the first item
 * @param isCompressed false for data that is removed soon: compression does not pay
 */
export function putBlocks(
  database: SqliteDatabase,
  first: number,
  items: Iterable<ItemSlice>,
  isCompressed = true,
): void {
  for (const batch of batches(items)) {
    const size = sizeOf(batch);
    scratch = size > scratch.length ? Buffer.alloc(Math.max(size, 2 * maxBytes)) : scratch;
    const plain = packed(batch, scratch.subarray(0, size));
    const block = isCompressed ? compressed(plain) : { method: methods.none, bytes: plain };
    putBlock(database, first, block);
    if (isCompressed) {
      freeMemory(block.bytes);
    }
    first += batch.length;
  }
}

/** @param first number of the first item; in the copy that the block comes from, it may have another number */
export function putBlock(
  database: SqliteDatabase,
  first: number,
  { method, bytes }: Pick<Block, "method" | "bytes">,
): void {
  const sum = checksumOf(bytes, placeOf(first, method));
  database.run("INSERT INTO block VALUES (?, ?, ?, ?)", first, method, bytes, sum);
}

/** Buffer in which blocks are assembled, one at a time. A buffer for each would keep the garbage collector busy. */
let scratch = Buffer.alloc(0);

/** Returns the block that has the item. @throws DamagedError if it is missing or damaged */
export function blockWith(database: SqliteDatabase, item: number): Block {
  const row = database.get(
    "SELECT * FROM block WHERE first <= ? ORDER BY first DESC LIMIT 1",
    item,
  );
  const block = row && blockOf(row);
  if (!block || item >= block.first + block.items.places.length / 2) {
    throw new DamagedError("An item is missing.");
  }
  return block;
}

/** Number of blocks read at once. */
const maxBlocks = 4;

/**
 * Returns some blocks, starting with the one whose first item is `item`.
 * @param end number after the last item wanted
 * @throws DamagedError if a block is missing or damaged
 */
export function blocksFrom(database: SqliteDatabase, item: number, end: number): Block[] {
  const rows = database.all(
    "SELECT * FROM block WHERE first >= ? AND first < ? ORDER BY first LIMIT ?",
    item,
    end,
    maxBlocks,
  );
  let at = item;
  const blocks = rows.map((row) => {
    const block = blockOf(row);
    if (block.first !== at) {
      throw new DamagedError("A block of items is missing.");
    }
    at += block.items.places.length / 2;
    return block;
  });
  if (blocks.length === 0 || at > end) {
    throw new DamagedError("An item is missing.");
  }
  return blocks;
}

function blockOf(row: SqlRow): Block {
  const [first, method] = [integer(row, "first"), integer(row, "method")];
  const block = bytes(row, "bytes");
  verifyChecksum(row, block, placeOf(first, method));
  return { first, method, bytes: block, items: unpacked(decompressed(method, block)) };
}

/** Returns the place for the checksum. It includes the method, so that a changed method is detected, too. */
function placeOf(first: number, method: number): number {
  return 2 * first + method;
}

/** Returns the items as one JSON array. */
export function batchOf(items: readonly ItemSlice[]): ItemBatch {
  return unpacked(packed(items, Buffer.from(new ArrayBuffer(sizeOf(items)))));
}

function sizeOf(items: readonly ItemSlice[]): number {
  return items.reduce((sum, { start, end }) => sum + end - start + 1, headerOf(items.length) + 1);
}

/** @param block memory for the block, exactly of its size */
function packed<T extends Buffer>(items: readonly ItemSlice[], block: T): T {
  block.writeUInt32LE(items.length);
  let at = headerOf(items.length);
  block[at++] = openArray;
  /** Start of a run of adjacent items that are copied together; 0: none. */
  let from = 0;
  for (const [index, { body, start, end }] of items.entries()) {
    block.writeUInt32LE(end - start, 4 + 4 * index);
    const next = items[index + 1];
    if (next?.body === body && next.start === end + 1 && body[end] === comma) {
      from ||= start;
      continue;
    }
    block.set(body.subarray(from || start, end), at);
    at += end - (from || start);
    block[at++] = next ? comma : closeArray;
    from = 0;
  }
  return block;
}

function unpacked(block: Buffer<ArrayBuffer>): ItemBatch {
  const items = block.readUInt32LE();
  const places = new Uint32Array(2 * items);
  let at = 0;
  for (let index = 0; index < items; index++) {
    at++;
    places[2 * index] = at;
    at += block.readUInt32LE(4 + 4 * index);
    places[2 * index + 1] = at;
  }
  return { body: block.subarray(headerOf(items)), places };
}

function headerOf(items: number): number {
  return 4 + 4 * items;
}

function compressed(block: Uint8Array): Pick<Block, "method" | "bytes"> {
  const params = { [zlib.constants.ZSTD_c_compressionLevel]: 1 };
  return zstd.zstdCompressSync
    ? {
        method: methods.zstd,
        bytes: zstd.zstdCompressSync(block, { params, chunkSize: packedBytes }),
      }
    : { method: methods.deflate, bytes: zlib.deflateRawSync(block, { level: 1 }) };
}

function decompressed(method: number, block: Uint8Array): Buffer<ArrayBuffer> {
  if (method === methods.zstd && !zstd.zstdDecompressSync) {
    throw new DamagedError("A block of items was compressed by a newer Node.");
  }
  if (method === methods.none) {
    return Buffer.from(block);
  }
  try {
    return method === methods.zstd && zstd.zstdDecompressSync
      ? zstd.zstdDecompressSync(block, { chunkSize: unpackedBytes })
      : zlib.inflateRawSync(block);
  } catch (cause) {
    throw new DamagedError("A block of items cannot be read.", { cause });
  }
}

/** Returns the items of a batch as views of its memory. */
export function itemBytes({ body, places }: ItemBatch): Uint8Array[] {
  return Array.from({ length: places.length / 2 }, (_, index) =>
    body.subarray(places[2 * index], places[2 * index + 1]),
  );
}
