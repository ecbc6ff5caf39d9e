import type { RawItem } from "../client/queries.ts";
import type { ReadWindow } from "./readWindows.ts";

/**
 * Tells if the pages of a restarted chain lead on although they bring only items that were read before: down to the second
 * at which the chain was restarted.
 */
export interface PassedItems {
  /** Passes the items of the chain's next page. @returns true if they lead further down */
  pass(items: readonly RawItem[]): boolean;
}

/** Returns what comes again in a chain that is restarted by time; `undefined` if there is no time. */
export function itemsToPass({ duplicates, lastSecond }: ReadWindow): PassedItems | undefined {
  if (duplicates.outOfOrder) {
    return new PassedIds();
  }
  return lastSecond.time === undefined ? undefined : new ItemsAbove(lastSecond.time);
}

/** Items out of order, in a chain that was restarted above the second reached: each page must have other IDs. */
class PassedIds implements PassedItems {
  readonly #ids = new Set<string>();

  pass(items: readonly RawItem[]): boolean {
    const before = this.#ids.size;
    items.forEach(({ id }) => id !== undefined && this.#ids.add(id));
    return this.#ids.size !== before;
  }
}

/** Items that the service sends from above the end of the range, which it ignores: each page must reach an earlier time. */
class ItemsAbove implements PassedItems {
  readonly #end: string;
  #reached: string | undefined;

  constructor(end: string) {
    this.#end = end;
  }

  pass(items: readonly RawItem[]): boolean {
    const [newest = "", oldest = ""] = [items[0], items.at(-1)].map((it) => it?.finishedAt);
    if (newest <= this.#end || oldest >= (this.#reached ?? "~")) {
      return false;
    }
    this.#reached = oldest;
    return true;
  }
}
