import type { RawItem } from "../client/queries.ts";
import { batchOf } from "../copy/blocks.ts";
import type { CopyMoment } from "../copy/readableCopy.ts";
import type { SurveyCopy } from "../copy/surveyCopy.ts";
import { itemsOf, newestOf } from "../copy/copyState.ts";
import { versionSupports } from "../model/versionSupport.ts";
import { withoutAnswers } from "../model/response.ts";
import { isOfMetadata, responseTest } from "../model/responseFilter.ts";
import { isDateTime } from "../model/time.ts";
import { LastSecond, itemKey, type KnownItems } from "../reader/lastSecond.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { ItemKind } from "../reader/responseSource.ts";
import type { ItemMark, SecondItems } from "./schemas.ts";

/** Which items of a copy an export has. */
export interface WantedItems {
  readonly kind: ItemKind;
  /** Its range, (start, end], group and filter count: by the rest, the service was asked. */
  readonly query: ReadQuery;
  /** What an earlier export has of the second that this one begins with. */
  readonly known?: SecondItems | undefined;
  /** Only what the copy had then; absent: all that it has. */
  readonly moment?: CopyMoment | undefined;
}

/** Where in a batch an item stands. */
export type ItemPlace = Pick<RawItem, "start" | "end">;

/** Items that stand one after the other in the file. */
export interface ItemBatch {
  /** A JSON array, byte for byte what the service sent but for what divides its items. */
  readonly body: Uint8Array;
  readonly items: readonly ItemPlace[];
}

/** What there is to say of an export's items. */
export interface ItemFacts {
  readonly responses: number;
  /** The newest and the oldest. */
  readonly first?: ItemMark | undefined;
  readonly last?: ItemMark | undefined;
  /** The end of the range: the newest time in it; absent where none can be told. */
  readonly endDateTime?: string | undefined;
  /** Those of the range's last second that are in the export. */
  readonly newest: readonly string[];
}

/** The items of an export, newest first, as a copy has them. */
export class CopyItems {
  readonly #copy: SurveyCopy;
  readonly #wanted: WantedItems;
  readonly #isWanted: (body: Uint8Array, items: readonly RawItem[], item: RawItem) => boolean;
  /** The copy's items are the export's. */
  readonly #isAll: boolean;
  /** No more than so many can come. */
  readonly most: number;
  /** The latest time of an item, wanted or not. */
  readonly #newest: string | undefined;
  #responses = 0;
  #first: RawItem | undefined;
  #last: RawItem | undefined;
  /** A JSON array of the last item, where nothing has to be known of those before. */
  #lastArray: Uint8Array | undefined;
  #endDateTime: string | undefined;
  #lastSecond: string[] = [];

  /** @throws SurveyError "file-fault" where the copy is not the one of the moment */
  constructor(copy: SurveyCopy, wanted: WantedItems) {
    const { startDateTime, endDateTime, collectGroupId, filter } = wanted.query;
    const narrowing = [startDateTime, endDateTime, collectGroupId, filter, wanted.known];
    this.#copy = copy;
    this.#wanted = wanted;
    this.#isWanted = this.#test();
    const pages = copy.pagesOf(wanted.moment);
    this.most = itemsOf(pages);
    this.#newest = newestOf(pages);
    this.#isAll = narrowing.every((it) => it === undefined) && !copy.facts.singleLane;
  }

  /** The end of the range, before anything is written. */
  endDateTime(): string | undefined {
    const { startDateTime = "", endDateTime } = this.#wanted.query;
    const newest = this.#newest;
    const isNewestIn = newest === undefined || newest <= (endDateTime ?? newest);
    const latest = isNewestIn && !this.#copy.facts.singleLane ? newest : this.#latestInRange();
    return latest !== undefined && latest > startDateTime ? latest : this.#wanted.known?.finishedAt;
  }

  /**
   * Each call begins anew. Nobody else needs the bodies: their memory may be freed.
   * @throws SurveyError "malformed-answer" where the filter cannot look into an item
   */
  *batches(): Generator<ItemBatch, void, undefined> {
    const { startDateTime: after, endDateTime: until } = this.#wanted.query;
    this.#responses = 0;
    this.#first = this.#last = this.#lastArray = undefined;
    this.#lastSecond = [];
    this.#endDateTime = this.endDateTime();
    const known =
      this.#wanted.known &&
      new LastSecond(this.#wanted.known.finishedAt, this.#wanted.known.items).known();
    let isBehindNewest = false;
    for (const { body, places } of this.#copy.items({ after, until }, this.#wanted.moment)) {
      if (this.#isAll && isBehindNewest) {
        // Nothing has to be known of them.
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

  /** Of the last pass over the batches. */
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
    for (const { body } of this.#copy.items({ until }, this.#wanted.moment)) {
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
    // What has no time that could be compared is where the service says that it is.
    const isOutside =
      finishedAt !== undefined &&
      isDateTime(finishedAt) &&
      ((startDateTime !== undefined && finishedAt <= startDateTime) ||
        (endDateTime !== undefined && finishedAt > endDateTime));
    return !isOutside && known?.take(body, item) !== true && this.#isWanted(body, all, item);
  }

  /** Items are decoded only where the filter looks into them. */
  #test(): (body: Uint8Array, items: readonly RawItem[], item: RawItem) => boolean {
    const { kind, query } = this.#wanted;
    const { collectGroupId, filter } = query;
    const isOfGroup = (it: RawItem) =>
      collectGroupId === undefined || it.collectGroupId === collectGroupId;
    if (!filter) {
      return (_body, _items, it) => isOfGroup(it);
    }
    const passes = responseTest(filter);
    const operation = kind === "metadata" ? "getResponseMetadata" : "getResponses";
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
