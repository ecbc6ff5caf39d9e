import { randomUUID } from "node:crypto";
import type { RawItems } from "../client/queries.ts";
import type { PageTrail, StoredWindow, WindowState } from "../reader/windowState.ts";
import type { SqliteDatabase, SqliteDriver } from "../store/sqliteDriver.ts";
import { putBlocks } from "./blocks.ts";
import {
  freshState,
  putPage,
  reloaded,
  factsOfItems,
  type CopyState,
  type PageFacts,
} from "./copyState.ts";
import { ReadableCopy, type CopyPlace } from "./readableCopy.ts";
import { ReadLease } from "./readLease.ts";
import { text } from "../store/rows.ts";
import { putPart } from "./rows.ts";
import { derivedPrefix } from "./schema.ts";
import { addTrail, forgetWindows, putWindow, trailsIn, windowsIn } from "./windows.ts";

/** A page to store. */
export interface CopiedPage extends RawItems {
  /** State of the window after the page. */
  readonly window: WindowState;
  readonly trail: PageTrail;
  /** Duplicates that were left out of it. Default: 0. */
  readonly doubled?: number | undefined;
  /** True if an item was newer than one before it. Default: false. */
  readonly isDisordered?: boolean | undefined;
  /** Default: true. */
  readonly isCompressed?: boolean | undefined;
}

/** A page of another copy, or a part of it. */
export interface TakenPage extends Omit<PageFacts, "page" | "first"> {
  readonly put: (database: SqliteDatabase, first: number) => void;
}

/** Observations about how the items arrived. */
export type ReadingMarks = Pick<
  CopyState,
  "doubled" | "withoutId" | "isDisordered" | "doubt" | "isUnproved"
>;

/** Runs inside the transaction that stores a page. If it throws, the page is rolled back. */
export type PageHook = (database: SqliteDatabase, page: PageFacts, kept: RawItems) => void;

/** Items to restore for a window, plus what completes a page: as many as it remembers while it is read. */
const recentItems = 10_000;

/** Writes a copy: the responses of a survey, or their metadata, as the service sent them, in a file. */
export class SurveyCopy extends ReadableCopy {
  readonly #lease: ReadLease;

  constructor(driver: SqliteDriver, place: CopyPlace) {
    super(driver, place);
    this.#lease = new ReadLease(place.holder ?? randomUUID());
  }

  /** Runs the work in a write transaction. Data derived from the items is written with it, too, into tables of its own. */
  write<T>(work: (database: SqliteDatabase) => T): T {
    let before = this.snapshot;
    try {
      return this.file.write((database) => {
        this.reloadChanges(database);
        before = this.snapshot;
        return work(database);
      });
    } catch (error) {
      // The transaction was rolled back, so restore the state in memory, too.
      this.snapshot = before;
      throw error;
    }
  }

  putStructure(survey: Uint8Array, collectGroups: Uint8Array): void {
    const known = this.structure;
    if (known && isSame(known.survey, survey) && isSame(known.collectGroups, collectGroups)) {
      return;
    }
    this.write((database) => {
      putPart(database, "survey", survey);
      putPart(database, "collectGroups", collectGroups);
      this.#change(database, { structure: this.snapshot.state.structure + 1 });
    });
  }

  /**
   * Tries to take the lease: one reader in all processes may read into the copy. It expires some seconds after the last call
   * that uses it, so that the lease of a process that has ended becomes free.
   * @returns false if another reader has it
   */
  takeLease(): boolean {
    return this.write((database) => this.#lease.take(database));
  }

  /** Renews the lease while a page takes long to come. Throws "cancelled" if it was lost. */
  renewLease(): void {
    this.#writeInLease(() => undefined);
  }

  releaseLease(): void {
    // Not retried if it fails: the lease expires by itself.
    this.#lease.mayBeOurs = false;
    this.write((database) => this.#lease.release(database));
  }

  /** Returns true if a reader with another `holder` has the lease. */
  isLeaseElsewhere(): boolean {
    return this.read((database) => this.#lease.isElsewhere(database));
  }

  /** Returns the windows of an unfinished reading, newest first. */
  storedWindows(): StoredWindow[] {
    return this.read((database) => {
      const { windows, trails } = this.snapshot.state;
      const trailOf = trailsIn(database, trails);
      return windowsIn(database, windows).map((state) => ({
        state,
        recent: state.isRead ? [] : this.#recentOf(state.id),
        trail: trailOf.get(state.id) ?? [],
      }));
    });
  }

  /** Stores a page in one transaction. Throws "cancelled" if the lease was lost. */
  addPage(
    { body, items, window, trail, doubled = 0, isDisordered = false, isCompressed }: CopiedPage,
    beforeCommit?: PageHook,
  ): void {
    this.#writeInLease((database) => {
      const { state } = this.snapshot;
      const windows = putWindow(database, window);
      const { doubt = state.doubt, cursor } = window.position;
      const changes = {
        windows,
        doubled: state.doubled + doubled,
        withoutId: state.withoutId + items.filter((it) => it.id === undefined).length,
        isDisordered: state.isDisordered || isDisordered,
        doubt,
        isUnproved:
          state.isUnproved || (window.isRead && cursor !== undefined && doubt !== undefined),
        readAt: Date.now(),
      };
      if (items.length === 0) {
        this.#change(database, changes);
        return;
      }
      const page = {
        page: state.pages,
        first: this.loaded,
        rows: items.length,
        reading: state.reading,
        window: window.id,
        ...factsOfItems(items),
      };
      putPage(database, page);
      putBlocks(
        database,
        page.first,
        items.map(({ start, end }) => ({ body, start, end })),
        isCompressed,
      );
      addTrail(database, window.id, trail);
      const counts = { pages: state.pages + 1, trails: state.trails + 1 };
      this.#change(database, { ...changes, ...counts, isWhole: false });
      beforeCommit?.(database, page, { body, items });
    });
  }

  /**
   * Stores that the older part of a window has become a window of its own. The divided window keeps the state after its last
   * stored page: another page may have come that is not stored yet.
   */
  divide(divided: number, older: WindowState): void {
    this.#writeInLease((database) => {
      const window = windowsIn(database, this.snapshot.state.windows).find(
        ({ id }) => id === divided,
      );
      if (window) {
        putWindow(database, { ...window, from: older.to });
      }
      this.#change(database, { windows: putWindow(database, older) });
    });
  }

  /**
   * Stores the state of windows that are not being read.
   * @param marks observations to store with them, also about items that were taken over
   */
  putWindows(states: readonly WindowState[], marks: Partial<ReadingMarks> = {}): void {
    this.#writeInLease((database) => {
      const [windows = this.snapshot.state.windows] = states
        .map((it) => putWindow(database, it))
        .slice(-1);
      this.#change(database, { ...marks, windows });
    });
  }

  /**
   * Stores a page of another copy, in one transaction. If its reading is below 0, the page comes before all that is read
   * here.
   */
  takeOver(page: TakenPage): void {
    this.#writeInLease((database) => {
      const { pages } = this.snapshot.state;
      const first = this.loaded;
      const { put, rows, reading, window, newest, oldest, inOrder, keys } = page;
      const facts = { rows, reading, window, newest, oldest, inOrder, keys };
      putPage(database, { page: pages, first, ...facts });
      put(database, first);
      this.#change(database, { pages: pages + 1 });
    });
  }

  /** Marks the copy as whole, and removes its windows. @param asOf start of the reading, epoch milliseconds */
  finish(asOf: number): void {
    this.#writeInLease((database) => {
      forgetWindows(database);
      const reading = this.snapshot.state.reading + 1;
      const nothing = { windows: 0, trails: 0 };
      this.#change(database, { ...nothing, reading, asOf, isWhole: true, readAt: Date.now() });
    });
  }

  /** Marks a whole copy as up to date. @param asOf time at which it has all that the service has, epoch milliseconds */
  confirm(asOf: number): void {
    // This takes no lease: no item changes, so another reader may be reading into the copy, or may have reset it.
    this.write((database) => {
      const { isWhole, asOf: before } = this.snapshot.state;
      if (isWhole) {
        // A time in the future is from before the clock was set back.
        const latest = before > Date.now() ? asOf : Math.max(asOf, before);
        this.#change(database, { asOf: latest, readAt: Date.now() });
      }
    });
  }

  /** Resets the copy and stores a note. */
  begin(note: string): void {
    this.reset(false);
    this.write((database) => putPart(database, "note", Buffer.from(note)));
  }

  /**
   * Removes all items and windows, and what was derived from them. Takes the lease, or throws "cancelled" if another reader
   * has it.
   */
  reset(singleLane: boolean): void {
    this.write((database) => {
      this.#lease.insist(database);
      forgetWindows(database);
      database.exec("DELETE FROM page; DELETE FROM block");
      for (const row of database.all("SELECT name FROM sqlite_master WHERE type = 'table'")) {
        const name = text(row, "name");
        if (name.startsWith(derivedPrefix)) {
          database.exec(`DELETE FROM "${name}"`);
        }
      }
      const { structure, revision } = this.snapshot.state;
      this.#change(database, { ...freshState(randomUUID(), singleLane), structure, revision });
    });
  }

  /** Closes the file and releases the lease. The next use opens the file again. */
  close(): void {
    try {
      if (this.#lease.mayBeOurs) {
        this.releaseLease();
      }
    } catch {
      // The lease expires by itself.
    }
    this.file.close();
  }

  #writeInLease<T>(work: (database: SqliteDatabase) => T): T {
    return this.write((database) => {
      this.#lease.renew(database);
      return work(database);
    });
  }

  #change(database: SqliteDatabase, changes: Partial<CopyState>): void {
    const { state } = this.snapshot;
    const revision = (changes.revision ?? state.revision) + 1;
    putPart(database, "state", JSON.stringify({ ...state, ...changes, revision }));
    this.snapshot = reloaded(this.snapshot, database);
  }

  /** Returns the items of the window's last pages, in the order in which they came. */
  #recentOf(window: number): StoredWindow["recent"] {
    const { reading, isDisordered } = this.snapshot.state;
    const pages = this.pages.filter((it) => it.window === window && it.reading === reading);
    let items = 0;
    const first = pages.findLastIndex(({ rows }) => (items += rows) >= recentItems);
    return pages
      .slice(isDisordered ? 0 : Math.max(0, first))
      .flatMap((it) => [...this.rawBlocks(it)])
      .flatMap(({ items }) => items.map(({ id, finishedAt }) => ({ id, finishedAt })));
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
