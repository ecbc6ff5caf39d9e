import { createHash } from "node:crypto";
import type { RawItem } from "../client/queries.ts";

/**
 * The items of the last second that was read, each by its id or, where the version has none, by a hash of its bytes. With
 * it a range can be read again from that second on without losing or doubling anything: the service cuts by whole seconds.
 */
export class LastSecond {
  #time: string | undefined;
  /** How often each is there: without ids, identical responses are each a response. */
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

  /** Each as often as it is there. */
  get items(): string[] {
    return [...this.#items].flatMap(([key, count]) => Array.from({ length: count }, () => key));
  }

  /** Goes on behind these items, which come newest first. */
  pass(body: Uint8Array, items: readonly RawItem[]): void {
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

  /** What will come once more when the second is read again. */
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

/** Items that were read before, and will come once more. */
export class KnownItems {
  /** What comes later than this was read, too. */
  readonly time: string | undefined;
  /** How often each is still to come, by second. */
  readonly #left = new Map<string, Map<string, number>>();
  #missing = 0;

  /** @param items each as often as it is there */
  constructor(items: readonly KnownItem[], time?: string) {
    this.time = time;
    this.#missing = items.length;
    for (const it of items) {
      const second = this.#left.get(it.time) ?? new Map<string, number>();
      this.#left.set(it.time, second);
      second.set(it.key, (second.get(it.key) ?? 0) + 1);
    }
  }

  /** How many have not come yet. */
  get missing(): number {
    return this.#missing;
  }

  /** Whether the item is one of them; it then counts as come. An id stays known: a doubled item is no new one. */
  take(body: Uint8Array, item: RawItem): boolean {
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

/** By what an item is known again: its id or, without one, its bytes. */
export function itemKey(body: Uint8Array, { id, start, end }: RawItem): string {
  return id ?? createHash("sha256").update(body.subarray(start, end)).digest("base64url");
}
