import { operationOfKind } from "../client/pageReader.ts";
import type { ItemKind, RawItem } from "../client/queries.ts";
import { batchOf } from "../copy/blocks.ts";
import type { CopyVersion } from "../copy/readableCopy.ts";
import type { SurveyCopy } from "../copy/surveyCopy.ts";
import { itemCount, newestOf } from "../copy/copyState.ts";
import { versionSupports } from "../model/versionSupport.ts";
import { withoutAnswers } from "../model/response.ts";
import { isOfMetadata, responseTest } from "../model/responseFilter.ts";
import { isDateTime } from "../model/time.ts";
import { LastSecond, itemKey, type KnownItems } from "../reader/lastSecond.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { ItemMark, ItemsOfSecond } from "./schemas.ts";

/** The items of a copy that belong to an export. */
export interface WantedItems {
  readonly kind: ItemKind;
  /**
   * Only its range, (start, end], group and filter are applied here. The service applied the rest when the copy was read.
   */
  readonly query: ReadQuery;
  /** Items that an earlier export has of this export's first second; they are left out. */
  readonly known?: ItemsOfSecond | undefined;
  /** Only items of this version of the copy; undefined: all items. */
  readonly copyVersion?: CopyVersion | undefined;
}

/** Position of an item in a batch. */
export type ItemPlace = Pick<RawItem, "start" | "end">;

/** Consecutive items. */
export interface WantedBatch {
  /** JSON array. The items are byte for byte as the service sent them; what separates them may differ. */
  readonly body: Uint8Array;
  readonly items: readonly ItemPlace[];
}

export interface ItemFacts {
  readonly responses: number;
  /** `first`: the newest item; `last`: the oldest. */
  readonly first?: ItemMark | undefined;
  readonly last?: ItemMark | undefined;
  /** End of the range: the newest time in it; undefined if there is none. */
  readonly endDateTime?: string | undefined;
  /** Keys of the export's items in the last second of the range. */
  readonly newest: readonly string[];
}

/** The items of an export, read from a copy, newest first. */
export class CopyItems {
  readonly #copy: SurveyCopy;
  readonly #wanted: WantedItems;
  readonly #isWanted: (body: Uint8Array, items: readonly RawItem[], item: RawItem) => boolean;
  /** True if all items of the copy are wanted, and no single lane has read it, so that they are in order. */
  readonly #isAll: boolean;
  /** Upper limit for the number of items. */
  readonly maxItems: number;
  /** Latest time of any item of the copy, wanted or not. */
  readonly #newest: string | undefined;
  #responses = 0;
  #first: RawItem | undefined;
  #last: RawItem | undefined;
  /** JSON array of the last item, if it is in a batch whose items were not looked at. */
  #lastArray: Uint8Array | undefined;
  #endDateTime: string | undefined;
  #lastSecond: string[] = [];

  /** @throws SurveyError "file-fault" if the copy was replaced since that version */
  constructor(copy: SurveyCopy, wanted: WantedItems) {
    const { startDateTime, endDateTime, collectGroupId, filter } = wanted.query;
    const narrowing = [startDateTime, endDateTime, collectGroupId, filter, wanted.known];
    this.#copy = copy;
    this.#wanted = wanted;
    this.#isWanted = this.#test();
    const pages = copy.pagesOf(wanted.copyVersion);
    this.maxItems = itemCount(pages);
    this.#newest = newestOf(pages);
    this.#isAll = narrowing.every((it) => it === undefined) && !copy.facts.singleLane;
  }

  /** Returns the end of the range; can be called before anything is written. */
  endDateTime(): string | undefined {
    const { startDateTime = "", endDateTime } = this.#wanted.query;
    const newest = this.#newest;
    const isNewestIn = newest === undefined || newest <= (endDateTime ?? newest);
    const latest = isNewestIn && !this.#copy.facts.singleLane ? newest : this.#latestInRange();
    return latest !== undefined && latest > startDateTime ? latest : this.#wanted.known?.finishedAt;
  }

  /**
   * Yields the items. Each call starts from the beginning. The caller may free the memory of the bodies.
   * @throws SurveyError "malformed-answer" if the filter cannot decode an item
   */
  *batches(): Generator<WantedBatch, void, undefined> {
    const { startDateTime: after, endDateTime: until } = this.#wanted.query;
    this.#responses = 0;
    this.#first = this.#last = this.#lastArray = undefined;
    this.#lastSecond = [];
    this.#endDateTime = this.endDateTime();
    const known =
      this.#wanted.known &&
      new LastSecond(this.#wanted.known.finishedAt, this.#wanted.known.items).known();
    let isBehindNewest = false;
    for (const { body, places } of this.#copy.items({ after, until }, this.#wanted.copyVersion)) {
      if (this.#isAll && isBehindNewest) {
        // All items are wanted, and none is in the last second, so they need not be looked at.
        const items = Array.from({ length: places.length / 2 }, (_, at) => ({
          start: places[2 * at] ?? 0,
          end: places[2 * at + 1] ?? 0,
        }));
        this.#lastArray = batchOf(items.slice(-1).map((it) => ({ body, ...it }))).body;
        this.#responses += items.length;
        yield { body, items };
        continue;
      }
      const all = this.#copy.reader.rawItems(body);
      const items = this.#isAll ? all : all.filter((it) => this.#isIn(body, all, it, known));
      this.#take(body, items);
      isBehindNewest = all.at(-1)?.finishedAt !== this.#endDateTime;
      if (items.length > 0) {
        yield { body, items };
      }
    }
  }

  /** Returns the facts about the last pass over the batches. */
  facts(): ItemFacts {
    const last = this.#lastArray ? this.#copy.reader.rawItems(this.#lastArray).at(-1) : this.#last;
    return {
      responses: this.#responses,
      first: this.#markOf(this.#first),
      last: this.#markOf(last),
      endDateTime: this.#endDateTime,
      newest: this.#lastSecond,
    };
  }

  #latestInRange(): string | undefined {
    const { endDateTime: until } = this.#wanted.query;
    const { singleLane } = this.#copy.facts;
    let latest: string | undefined;
    for (const { body } of this.#copy.items({ until }, this.#wanted.copyVersion)) {
      for (const { finishedAt = "" } of this.#copy.reader.rawItems(body)) {
        const isIn = isDateTime(finishedAt) && finishedAt <= (until ?? finishedAt);
        latest = isIn && finishedAt > (latest ?? "") ? finishedAt : latest;
      }
      if (latest !== undefined && !singleLane) {
        break;
      }
    }
    return latest;
  }

  #take(body: Uint8Array, items: readonly RawItem[]): void {
    this.#responses += items.length;
    this.#first ??= items[0];
    this.#last = items.at(-1) ?? this.#last;
    for (const item of items) {
      if (item.finishedAt !== undefined && item.finishedAt === this.#endDateTime) {
        this.#lastSecond.push(itemKey(body, item));
      }
    }
  }

  #isIn(
    body: Uint8Array,
    all: readonly RawItem[],
    item: RawItem,
    known: KnownItems | undefined,
  ): boolean {
    const { startDateTime, endDateTime } = this.#wanted.query;
    const { finishedAt } = item;
    // An item without a comparable time counts as inside the range: the service sent it for that range.
    const isOutside =
      finishedAt !== undefined &&
      isDateTime(finishedAt) &&
      ((startDateTime !== undefined && finishedAt <= startDateTime) ||
        (endDateTime !== undefined && finishedAt > endDateTime));
    return !isOutside && known?.consume(body, item) !== true && this.#isWanted(body, all, item);
  }

  /** Returns the test for group and filter. It decodes items only if there is a filter. */
  #test(): (body: Uint8Array, items: readonly RawItem[], item: RawItem) => boolean {
    const { kind, query } = this.#wanted;
    const { collectGroupId, filter } = query;
    const isOfGroup = (it: RawItem) =>
      collectGroupId === undefined || it.collectGroupId === collectGroupId;
    if (!filter) {
      return (_body, _items, it) => isOfGroup(it);
    }
    const passes = responseTest(filter);
    const operation = operationOfKind[kind];
    return (body, items, it) =>
      isOfGroup(it) &&
      passes(
        isOfMetadata(filter)
          ? withoutAnswers(this.#copy.reader.metadataOf({ body, items }, it, operation))
          : this.#copy.reader.responseOf({ body, items }, it),
      );
  }

  #markOf(item: RawItem | undefined): ItemMark | undefined {
    const id = versionSupports(this.#copy.version, "responseId") ? "responseId" : "answerUid";
    return item && { [id]: item.id, finishedAt: item.finishedAt };
  }
}
