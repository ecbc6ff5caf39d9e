import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { RawItem } from "../client/queries.ts";
import type { SqliteDatabase, SqlRow } from "../store/sqliteDriver.ts";
import { doubts } from "../reader/readWindows.ts";
import { DamagedError, integer, parsed, text } from "../store/rows.ts";
import { keySumOf, type KeySum } from "./keySum.ts";
import { checkSum, sumOf, textPart } from "./rows.ts";

const count = z.int().nonnegative();

const stateShape = z.object({
  /** Another one with each reset: then nothing that was read from the copy is of use any more. */
  epoch: z.string(),
  /** Grows with each change. */
  revision: count,
  /** How often the survey's structure has changed; 0: it is not there yet. */
  structure: count,
  /** Of the pages that come, the number. */
  reading: count,
  pages: count,
  windows: count,
  trails: count,
  /** Items that were left out because they came twice. */
  doubled: count,
  /** Items that tell no id, so that nobody can know whether they came twice. */
  withoutId: count,
  /** Items came later than ones that are older. */
  isDisordered: z.boolean(),
  /** Why something cannot be asked for again by time. */
  doubt: z.enum(doubts).optional(),
  /** Whether, for that reason, it could not be proved that the last page was the last. */
  isUnproved: z.boolean(),
  /** When the last page came; epoch milliseconds, 0: never. */
  readAt: z.number(),
  /** When the last reading that has finished began; what was submitted later may be missing. 0: none has. */
  asOf: z.number(),
  isWhole: z.boolean(),
  /** The service cannot be read in several windows. */
  singleLane: z.boolean(),
});

/** What a copy says of itself. */
export type CopyState = z.output<typeof stateShape>;

/** Items that were kept in one transaction, with the numbers `first` to `first + rows - 1`. */
export interface PageFacts {
  readonly page: number;
  readonly first: number;
  readonly rows: number;
  /** Of readings that came later the number is higher; a refresh is a reading of its own. */
  readonly reading: number;
  readonly window: number;
  /** The latest and the earliest time of its items; absent where none has any. */
  readonly newest: string | undefined;
  readonly oldest: string | undefined;
  /** Each has a time, and they come newest first. */
  readonly inOrder: boolean;
  /** See keySum.ts; absent where an item has no ID. */
  readonly keys: KeySum | undefined;
}

/** What a copy's file says, as of when it was looked at last: all but the items themselves. */
export interface CopyMemory {
  readonly state: CopyState;
  /** The state as it stands in the file. */
  readonly json: string;
  readonly pages: readonly PageFacts[];
}

/** Before the first look, the epoch is "". */
export const nothingSeen: CopyMemory = { state: freshState("", false), json: "", pages: [] };

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

/** Looks at the file again; what has not changed is not read. @returns `memory` itself where nothing has */
export function reloaded(memory: CopyMemory, database: SqliteDatabase): CopyMemory {
  const json = textPart(database, "state");
  if (json === undefined) {
    throw new DamagedError("The state is missing.");
  }
  if (json === memory.json) {
    return memory;
  }
  const state = parsed(stateShape, json);
  const before = state.epoch === memory.state.epoch ? memory.pages : [];
  const pages = [...before, ...pagesBehind(database, before)];
  if (pages.length !== state.pages) {
    throw new DamagedError("Pages are missing.");
  }
  return { state, json, pages };
}

/** Items that are kept. */
export function itemsOf(pages: readonly Pick<PageFacts, "first" | "rows">[]): number {
  const last = pages.at(-1);
  return last ? last.first + last.rows : 0;
}

/** The latest time of an item. */
export function newestOf(pages: readonly PageFacts[]): string | undefined {
  return pages.reduce<string | undefined>(
    (most, { newest }) => (newest !== undefined && newest > (most ?? "") ? newest : most),
    undefined,
  );
}

/** What a page of these items says of them. */
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
    sumOf(JSON.stringify(facts), page),
  );
}

function pagesBehind(database: SqliteDatabase, known: readonly PageFacts[]): PageFacts[] {
  const pages = database
    .all("SELECT * FROM page WHERE page >= ? ORDER BY page", known.length)
    .map(factsOf);
  let first = itemsOf(known);
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
  checkSum(row, JSON.stringify(facts), facts.page);
  return facts;
}
