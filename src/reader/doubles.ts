import type { RawItem } from "../client/queries.ts";

/** Ids remembered beyond the border second: enough to know a page that comes again, at about 100 bytes each. */
const recentIds = 10_000;

/**
 * Knows an item that was read before, without remembering all of them: a Set of 1,000,000 ids takes about 100 MB.
 *
 * Items come newest first. Once an item of an earlier second has come, those of later seconds are past, so only the ids
 * of the second reached last have to be remembered to tell a new item from a doubled one; the recent ids beside them
 * recognise a page that is sent again. A later time from an id that is not remembered breaks that order (or has no time
 * to go by): then the item is kept, because losing one is worse than doubling one, and every id is remembered from there
 * on.
 */
export class Doubles {
  #time: string | undefined;
  #border = new Set<string>();
  /** The recent ids, in two halves: when the newer is full, the older is dropped whole. */
  #recent = new Set<string>();
  #lessRecent = new Set<string>();
  #all: Set<string> | undefined;
  #outOfOrder = false;
  #withoutId = 0;

  /** Whether an item came later than one that is older. */
  get outOfOrder(): boolean {
    return this.#outOfOrder;
  }

  /** Items that have no id, so that nobody can tell whether they came twice. */
  get withoutId(): number {
    return this.#withoutId;
  }

  /** Whether the item was there before; it counts as read from now on. */
  isDouble({ id, finishedAt }: Pick<RawItem, "id" | "finishedAt">): boolean {
    if (id === undefined) {
      this.#withoutId++;
      this.#pass(finishedAt);
      return false;
    }
    if (this.#all) {
      const before = this.#all.size;
      return this.#all.add(id).size === before;
    }
    if (this.#border.has(id) || this.#recent.has(id) || this.#lessRecent.has(id)) {
      return true;
    }
    if (finishedAt === undefined || (this.#time !== undefined && finishedAt > this.#time)) {
      this.#outOfOrder ||= finishedAt !== undefined;
      this.#all = new Set([...this.#lessRecent, ...this.#recent, ...this.#border, id]);
      return false;
    }
    this.#remember(id, finishedAt);
    return false;
  }

  /** What has no id can at least be seen to come in order. */
  #pass(finishedAt: string | undefined): void {
    if (finishedAt !== undefined && this.#time !== undefined && finishedAt > this.#time) {
      this.#outOfOrder = true;
    } else if (finishedAt !== undefined) {
      this.#reach(finishedAt);
    }
  }

  #reach(finishedAt: string): void {
    if (finishedAt !== this.#time) {
      this.#time = finishedAt;
      this.#border = new Set();
    }
  }

  #remember(id: string, finishedAt: string): void {
    this.#reach(finishedAt);
    this.#border.add(id);
    this.#recent.add(id);
    if (this.#recent.size >= recentIds) {
      this.#lessRecent = this.#recent;
      this.#recent = new Set();
    }
  }
}
