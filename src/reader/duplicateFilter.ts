import type { RawItem } from "../client/queries.ts";
import { secondsOf } from "../model/time.ts";

/** Ids remembered beyond the border second: enough to know a page that comes again, at about 100 bytes each. */
const recentIds = 10_000;

/**
 * Knows an item that was read before, without remembering all of them: a Set of 1,000,000 ids takes about 100 MB.
 *
 * Items come newest first. Once an item of an earlier second has come, those of later seconds are past, so only the ids
 * of the second reached last have to be remembered to tell a new item from a doubled one; and not even these as long as
 * they fall from item to item, as they mostly do. The recent ids beside them recognise a page that is sent again. A later
 * time from an id that is not remembered breaks that order (or has no time to go by): then the item is kept, because losing
 * one is worse than doubling one, and every id is remembered from there on.
 */
export class DuplicateFilter {
  #time: string | undefined;
  /** Ids of the second reached last; a Set of them once they do not fall. */
  #lastSecond: string[] = [];
  #lastSecondSet: Set<string> | undefined;
  /** The recent ids, in two halves: when the newer is full, the older is dropped whole. A Set of them while it is needed. */
  #recent: string[] = [];
  #lessRecent: string[] = [];
  #recentSet: Set<string> | undefined;
  #all: Set<string> | undefined;
  #disorder = 0;
  #withoutId = 0;

  /** Seconds by which an item that came later was newer than one before it, at most. */
  get disorder(): number {
    return this.#disorder;
  }

  get outOfOrder(): boolean {
    return this.#disorder > 0;
  }

  /** Items that have no id, so that nobody can tell whether they came twice. */
  get withoutId(): number {
    return this.#withoutId;
  }

  /** Whether the item was there before; it counts as read from now on. */
  isDuplicate({ id, finishedAt }: Pick<RawItem, "id" | "finishedAt">): boolean {
    if (id === undefined) {
      this.#withoutId++;
      this.pass(finishedAt);
      return false;
    }
    if (this.#all) {
      const isDuplicate = this.#all.has(id);
      if (!isDuplicate) {
        this.#all.add(id);
        this.pass(finishedAt);
      }
      return isDuplicate;
    }
    if (finishedAt === undefined || (this.#time !== undefined && finishedAt > this.#time)) {
      return this.#isOutOfOrder(id, finishedAt);
    }
    if (finishedAt !== this.#time) {
      this.#reach(finishedAt);
    } else if (this.#isInLastSecond(id)) {
      return true;
    }
    this.#remember(id);
    return false;
  }

  /** Whatever else is known of an item, it can be seen to come in order. */
  pass(finishedAt: string | undefined): void {
    if (finishedAt === undefined) {
      return;
    }
    if (this.#time === undefined || finishedAt < this.#time) {
      this.#reach(finishedAt);
    } else if (finishedAt > this.#time) {
      // Of times in another form, nobody can tell which is the later.
      const seconds = (secondsOf(finishedAt) ?? NaN) - (secondsOf(this.#time) ?? NaN);
      this.#disorder = Math.max(this.#disorder, seconds || 0);
    }
  }

  #isOutOfOrder(id: string, finishedAt: string | undefined): boolean {
    this.#recentSet ??= new Set([...this.#lessRecent, ...this.#recent, ...this.#lastSecond]);
    if (this.#recentSet.has(id)) {
      return true;
    }
    this.pass(finishedAt);
    this.#all = this.#recentSet.add(id);
    return false;
  }

  #reach(finishedAt: string): void {
    this.#time = finishedAt;
    this.#lastSecond = [];
    this.#lastSecondSet = undefined;
  }

  #isInLastSecond(id: string): boolean {
    const last = this.#lastSecond.at(-1);
    if (!this.#lastSecondSet && (last === undefined || id < last)) {
      return false;
    }
    this.#lastSecondSet ??= new Set(this.#lastSecond);
    return this.#lastSecondSet.has(id);
  }

  #remember(id: string): void {
    this.#lastSecond.push(id);
    this.#lastSecondSet?.add(id);
    this.#recentSet = undefined;
    this.#recent.push(id);
    if (this.#recent.length >= recentIds) {
      this.#lessRecent = this.#recent;
      this.#recent = [];
    }
  }
}
