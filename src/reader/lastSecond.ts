import { createHash } from "node:crypto";
import type { RawItem } from "../client/queries.ts";

/**
 * The items of the last second that was read, each as its ID or, if the version has none, as a hash of its bytes. With them
 * a range can be requested again from that second on without losing or duplicating anything: the service cuts ranges at
 * whole seconds.
 */
export class LastSecond {
  #time: string | undefined;
  /** Number of occurrences by key: without IDs, identical responses are separate responses. */
  #items = new Map<string, number>();

  constructor(time?: string, items: readonly string[] = []) {
    this.#time = time;
    items.forEach((it) => this.#add(it));
  }

  get time(): string | undefined {
    return this.#time;
  }

  get size(): number {
    return this.#items.size;
  }

  /** The keys, each repeated as often as it occurs. */
  get items(): string[] {
    return [...this.#items].flatMap(([key, count]) => Array.from({ length: count }, () => key));
  }

  /** Moves on past these items, which come newest first. */
  advancePast(body: Uint8Array, items: readonly RawItem[]): void {
    const time = items.at(-1)?.finishedAt;
    if (time === undefined) {
      return;
    }
    if (time !== this.#time) {
      this.#time = time;
      this.#items = new Map();
    }
    for (let index = items.length - 1; index >= 0; index--) {
      const item = items[index];
      if (item?.finishedAt !== time) {
        break;
      }
      this.#add(itemKey(body, item));
    }
  }

  /** Returns the items that come again when the second is requested again. */
  known(): KnownItems {
    const time = this.#time;
    return new KnownItems(time === undefined ? [] : this.items.map((key) => ({ time, key })), time);
  }

  #add(key: string): void {
    this.#items.set(key, (this.#items.get(key) ?? 0) + 1);
  }
}

export interface KnownItem {
  readonly time: string;
  /** See itemKey. */
  readonly key: string;
}

/** Items that were read before and will come again. */
export class KnownItems {
  /** Items with a later time than this were read before, too. */
  readonly time: string | undefined;
  /** Number of occurrences still to come, by time and key. */
  readonly #left = new Map<string, Map<string, number>>();
  #missing = 0;

  /** @param items each repeated as often as it occurs */
  constructor(items: readonly KnownItem[], time?: string) {
    this.time = time;
    this.#missing = items.length;
    for (const it of items) {
      const second = this.#left.get(it.time) ?? new Map<string, number>();
      this.#left.set(it.time, second);
      second.set(it.key, (second.get(it.key) ?? 0) + 1);
    }
  }

  /** Number of items that have not come yet. */
  get missing(): number {
    return this.#missing;
  }

  /** Returns true if the item is known, and counts it as come. An ID stays known, so a duplicate is not new. */
  consume(body: Uint8Array, item: RawItem): boolean {
    const second = item.finishedAt === undefined ? undefined : this.#left.get(item.finishedAt);
    if (!second) {
      return false;
    }
    const key = itemKey(body, item);
    const left = second.get(key);
    if (left === undefined) {
      return false;
    }
    if (left > 0) {
      second.set(key, left - 1);
      this.#missing--;
    }
    return left > 0 || item.id !== undefined;
  }
}

/** Returns the key that identifies an item: its ID or, without one, a hash of its bytes. */
export function itemKey(body: Uint8Array, { id, start, end }: RawItem): string {
  return id ?? createHash("sha256").update(body.subarray(start, end)).digest("base64url");
}
