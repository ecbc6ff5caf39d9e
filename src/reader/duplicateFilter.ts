import type { RawItem } from "../client/queries.ts";
import { secondsOf } from "../model/time.ts";

/** IDs remembered beyond those of the last second, in batches: enough to recognise a page that comes again. */
const batchOfIds = 1000;
const recentBatches = 10;

/**
 * Recognises items that were read before without remembering all IDs: a Set of 1,000,000 IDs takes about 100 MB.
 *
 * Items come newest first. After the first item of an earlier second, no item of a later second can come, so only the IDs of
 * the last second must be remembered; and they need no Set as long as they fall from item to item, as they mostly do. The
 * recent IDs recognise a page that is sent again. An item that has a later time, or none, and whose ID is not remembered
 * breaks this order. The item is kept, because losing one is worse than duplicating one, and from then on every ID is
 * remembered.
 */
export class DuplicateFilter {
  #time: string | undefined;
  /** IDs of the last second; also as a Set once they do not fall. */
  #lastSecond: string[] = [];
  #lastSecondSet: Set<string> | undefined;
  #recent: string[] = [];
  /**
   * Batches of recent IDs, as JSON. Strings would live until V8 has moved them to its old generation, and that would grow as
   * long as the survey is read.
   */
  #lessRecent: Buffer[] = [];
  #recentSet: Set<string> | undefined;
  #all: Set<string> | undefined;
  #disorder = 0;
  #withoutId = 0;

  /** Largest number of seconds by which an item was newer than one before it. */
  get disorder(): number {
    return this.#disorder;
  }

  get outOfOrder(): boolean {
    return this.#disorder > 0;
  }

  /** Number of items without an ID, which cannot be recognised as duplicates. */
  get withoutId(): number {
    return this.#withoutId;
  }

  /** Returns true if the item was read before, and remembers it. */
  isDuplicate({ id, finishedAt }: Pick<RawItem, "id" | "finishedAt">): boolean {
    if (id === undefined) {
      this.#withoutId++;
      this.recordTime(finishedAt);
      return false;
    }
    if (this.#all) {
      const isDuplicate = this.#all.has(id);
      if (!isDuplicate) {
        this.#all.add(id);
        this.recordTime(finishedAt);
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

  /** Records an item's time alone, to notice if items come out of order. */
  recordTime(finishedAt: string | undefined): void {
    if (finishedAt === undefined) {
      return;
    }
    if (this.#time === undefined || finishedAt < this.#time) {
      this.#reach(finishedAt);
    } else if (finishedAt > this.#time) {
      // Times in another form cannot be compared.
      const seconds = (secondsOf(finishedAt) ?? NaN) - (secondsOf(this.#time) ?? NaN);
      this.#disorder = Math.max(this.#disorder, seconds || 0);
    }
  }

  #isOutOfOrder(id: string, finishedAt: string | undefined): boolean {
    this.#recentSet ??= this.#rememberedIds();
    if (this.#recentSet.has(id)) {
      return true;
    }
    this.recordTime(finishedAt);
    this.#all = this.#recentSet.add(id);
    return false;
  }

  #rememberedIds(): Set<string> {
    const lessRecent = this.#lessRecent.flatMap((it) => JSON.parse(it.toString()) as string[]);
    return new Set([...lessRecent, ...this.#recent, ...this.#lastSecond]);
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
    if (this.#recent.length >= batchOfIds) {
      this.#lessRecent.push(Buffer.from(JSON.stringify(this.#recent)));
      if (this.#lessRecent.length > recentBatches) {
        this.#lessRecent.shift();
      }
      this.#recent = [];
    }
  }
}
