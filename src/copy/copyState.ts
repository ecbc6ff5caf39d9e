import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { RawItem } from "../client/queries.ts";
import type { SqliteDatabase, SqlRow } from "../store/sqliteDriver.ts";
import { doubts } from "../reader/readWindows.ts";
import { DamagedError, integer, parsed, text } from "../store/rows.ts";
import { keySumOf, type KeySum } from "./keySum.ts";
import { verifyChecksum, checksumOf, textPart } from "./rows.ts";

const count = z.int().nonnegative();

const stateShape = z.object({
  /** Changes with each reset: what was read from the copy before is then invalid. */
  epoch: z.string(),
  /** Increases with each change. */
  revision: count,
  /** Number of changes of the survey's structure; 0: there is no structure yet. */
  structure: count,
  /** Number of the reading that the next pages belong to. */
  reading: count,
  pages: count,
  windows: count,
  trails: count,
  /** Number of duplicates that were left out. */
  doubled: count,
  /** Items without an ID, which cannot be recognised as duplicates. */
  withoutId: count,
  /** True if an item was newer than one before it. */
  isDisordered: z.boolean(),
  /** Why something cannot be requested again by time. */
  doubt: z.enum(doubts).optional(),
  /** True if, because of the doubt, it could not be proved that the last page was the last. */
  isUnproved: z.boolean(),
  /** Time of the last page, epoch milliseconds; 0: never. */
  readAt: z.number(),
  /**
   * Start of the last finished reading, epoch milliseconds; what was submitted later may be missing. 0: none has finished.
   */
  asOf: z.number(),
  isWhole: z.boolean(),
  /** True if the service cannot be read in several windows. */
  singleLane: z.boolean(),
});

export type CopyState = z.output<typeof stateShape>;

/** Items that were stored in one transaction, with the numbers `first` to `first + rows - 1`. */
export interface PageFacts {
  readonly page: number;
  readonly first: number;
  readonly rows: number;
  /** Number of the reading, higher for later ones; a refresh is a reading of its own. */
  readonly reading: number;
  readonly window: number;
  /** Latest and earliest time of the items; `undefined` if none has a time. */
  readonly newest: string | undefined;
  readonly oldest: string | undefined;
  /** True if each item has a time and they come newest first. */
  readonly inOrder: boolean;
  /** See keySum.ts; `undefined` if an item has no ID. */
  readonly keys: KeySum | undefined;
}

/** Content of a copy's file at the last look, except the items themselves. */
export interface CopySnapshot {
  readonly state: CopyState;
  /** The state as it is in the file. */
  readonly json: string;
  readonly pages: readonly PageFacts[];
}

/** Memory before the first look; its epoch is "". */
export const emptySnapshot: CopySnapshot = { state: freshState("", false), json: "", pages: [] };

export function freshState(epoch: string, singleLane: boolean): CopyState {
  return {
    epoch,
    singleLane,
    revision: 0,
    structure: 0,
    reading: 0,
    pages: 0,
    windows: 0,
    trails: 0,
    doubled: 0,
    withoutId: 0,
    isDisordered: false,
    isUnproved: false,
    readAt: 0,
    asOf: 0,
    isWhole: false,
  };
}

export function initialState(): string {
  return JSON.stringify(freshState(randomUUID(), false));
}

/** Reads what has changed in the file. @returns `snapshot` itself if nothing has */
export function reloaded(snapshot: CopySnapshot, database: SqliteDatabase): CopySnapshot {
  const json = textPart(database, "state");
  if (json === undefined) {
    throw new DamagedError("The state is missing.");
  }
  if (json === snapshot.json) {
    return snapshot;
  }
  const state = parsed(stateShape, json);
  const before = state.epoch === snapshot.state.epoch ? snapshot.pages : [];
  const pages = [...before, ...pagesBehind(database, before)];
  if (pages.length !== state.pages) {
    throw new DamagedError("Pages are missing.");
  }
  return { state, json, pages };
}

/** Returns the number of stored items. */
export function itemCount(pages: readonly Pick<PageFacts, "first" | "rows">[]): number {
  const last = pages.at(-1);
  return last ? last.first + last.rows : 0;
}

/** Returns the latest time of an item. */
export function newestOf(pages: readonly PageFacts[]): string | undefined {
  return pages.reduce<string | undefined>(
    (most, { newest }) => (newest !== undefined && newest > (most ?? "") ? newest : most),
    undefined,
  );
}

/** Returns the facts of a page that has these items. */
export function factsOfItems(
  items: readonly RawItem[],
): Pick<PageFacts, "newest" | "oldest" | "inOrder" | "keys"> {
  let [newest, oldest]: (string | undefined)[] = [];
  let inOrder = true;
  for (const { finishedAt: time } of items) {
    inOrder &&= time !== undefined && time <= (oldest ?? time);
    newest = time !== undefined && time > (newest ?? "") ? time : newest;
    oldest = time !== undefined && time < (oldest ?? "~") ? time : oldest;
  }
  return { newest, oldest, inOrder, keys: keySumOf(items) };
}

export function putPage(database: SqliteDatabase, facts: PageFacts): void {
  const { page, first, rows, reading, window, newest, oldest, inOrder, keys } = facts;
  database.run(
    "INSERT INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    page,
    first,
    rows,
    reading,
    window,
    newest ?? null,
    oldest ?? null,
    inOrder ? 1 : 0,
    ...(keys ?? [null, null]),
    checksumOf(JSON.stringify(facts), page),
  );
}

function pagesBehind(database: SqliteDatabase, known: readonly PageFacts[]): PageFacts[] {
  const pages = database
    .all("SELECT * FROM page WHERE page >= ? ORDER BY page", known.length)
    .map(factsOf);
  let first = itemCount(known);
  for (const it of pages) {
    if (it.first !== first) {
      throw new DamagedError("A page is missing.");
    }
    first += it.rows;
  }
  return pages;
}

function factsOf(row: SqlRow): PageFacts {
  const facts: PageFacts = {
    page: integer(row, "page"),
    first: integer(row, "first"),
    rows: integer(row, "rows"),
    reading: integer(row, "reading"),
    window: integer(row, "window"),
    newest: row["newest"] === null ? undefined : text(row, "newest"),
    oldest: row["oldest"] === null ? undefined : text(row, "oldest"),
    inOrder: row["in_order"] === 1,
    keys:
      row["keys_a"] === null && row["keys_b"] === null
        ? undefined
        : [integer(row, "keys_a"), integer(row, "keys_b")],
  };
  verifyChecksum(row, JSON.stringify(facts), facts.page);
  return facts;
}
