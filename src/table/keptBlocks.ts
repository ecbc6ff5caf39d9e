import type { SqliteDatabase, SqlRow } from "../store/sqliteDriver.ts";
import { dictionaryOf, packItems, unpackItems } from "./itemBlocks.ts";
import { putPart } from "./keptParts.ts";
import { bytes, DamagedError, integer } from "./tableFile.ts";

/** The bytes of responses in a table's file: in blocks, packed with a dictionary that all of them share. */
export class KeptBlocks {
  #dictionary: Uint8Array | undefined;

  /** The dictionary has to be read again: the file has another one, or a transaction has failed. */
  forget(): void {
    this.#dictionary = undefined;
  }

  /**
   * @param first row id of the first item
   * @param places as of `KeptPage`
   */
  put(database: SqliteDatabase, first: number, body: Uint8Array, places: Uint32Array): void {
    let dictionary = this.#dictionaryIn(database);
    if (!dictionary) {
      dictionary = dictionaryOf(body, places);
      putPart(database, "dictionary", dictionary);
    }
    for (const block of packItems(body, places, dictionary)) {
      database.run("INSERT INTO block VALUES (?, ?, ?)", first, block.items, block.bytes);
      first += block.items;
    }
  }

  /** Those with the row ids, in that order. */
  items(database: SqliteDatabase, ids: readonly number[]): Uint8Array[] {
    const found = new Map<number, Uint8Array>();
    return ids.map((id) => {
      if (!found.has(id)) {
        const row = database.get(
          "SELECT first, items, bytes FROM block WHERE first <= ? ORDER BY first DESC LIMIT 1",
          id,
        );
        this.#unpack(database, row).forEach((item, row) => found.set(row, item));
      }
      const item = found.get(id);
      if (!item) {
        throw new DamagedError("A response is missing.");
      }
      return item;
    });
  }

  /** Those of a page, which has blocks of its own. */
  itemsOfPage(database: SqliteDatabase, first: number, rows: number): Uint8Array[] {
    return database
      .all("SELECT * FROM block WHERE first >= ? AND first < ? ORDER BY first", first, first + rows)
      .flatMap((it) => [...this.#unpack(database, it).values()]);
  }

  /** The items of a block, by row id. */
  #unpack(database: SqliteDatabase, row: SqlRow | undefined): Map<number, Uint8Array> {
    const dictionary = this.#dictionaryIn(database);
    if (!row || !dictionary) {
      return new Map();
    }
    const first = integer(row, "first");
    try {
      const block = { items: integer(row, "items"), bytes: bytes(row, "bytes") };
      return new Map(unpackItems(block, dictionary).map((it, index) => [first + index, it]));
    } catch (cause) {
      throw new DamagedError("A block of responses cannot be read.", { cause });
    }
  }

  #dictionaryIn(database: SqliteDatabase): Uint8Array | undefined {
    if (!this.#dictionary) {
      const row = database.get("SELECT value FROM part WHERE name = 'dictionary'");
      this.#dictionary = row && bytes(row, "value");
    }
    return this.#dictionary;
  }
}
