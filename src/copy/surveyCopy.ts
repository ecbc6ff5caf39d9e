import { randomUUID } from "node:crypto";
import type { RawItem, RawItems } from "../client/queries.ts";
import type { PageTrail, WindowState } from "../reader/windowState.ts";
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

/** A page to be kept. */
export interface CopiedPage extends RawItems {
  /** How the window stands behind the page. */
  readonly window: WindowState;
  readonly trail: PageTrail;
  /** Items of it that were left out because they came twice. */
  readonly doubled?: number | undefined;
  /** Whether items came later than ones that are older. */
  readonly isDisordered?: boolean | undefined;
  /** Absent: it is. */
  readonly isCompressed?: boolean | undefined;
}

/** A page as another copy had it, or some of it. */
export interface TakenPage extends Omit<PageFacts, "page" | "first"> {
  readonly put: (database: SqliteDatabase, first: number) => void;
}

/** What there is to say of how items came. */
export type ReadingMarks = Pick<
  CopyState,
  "doubled" | "withoutId" | "isDisordered" | "doubt" | "isUnproved"
>;

/** Is done in the transaction of a page; where it throws, nothing of the page is kept. */
export type PageHook = (database: SqliteDatabase, page: PageFacts, kept: RawItems) => void;

/** A window of the reader, as it stood when its last page was kept. */
export interface StoredWindow {
  readonly state: WindowState;
  /** The items kept last, newest first, so that doubles are known; all where they came out of order. */
  readonly recent: readonly Pick<RawItem, "id" | "finishedAt">[];
  /** Of all its pages, in the order in which they were read. */
  readonly trail: readonly PageTrail[];
}

/** Where a reading that is not finished stands. */
export interface ReadingState {
  /** Newest first. */
  readonly windows: readonly StoredWindow[];
  readonly loaded: number;
  readonly newest: string | undefined;
  readonly singleLane: boolean;
}

/** As many as a window remembers while it is read, and a page more. */
const recentItems = 10_000;

/** The responses of a survey, or their metadata, as the service sent them, in a file: what a reading writes. */
export class SurveyCopy extends ReadableCopy {
  readonly #lease: ReadLease;

  constructor(driver: SqliteDriver, place: CopyPlace) {
    super(driver, place);
    this.#lease = new ReadLease(place.holder ?? randomUUID());
  }

  /** All that the work writes, or nothing of it: for what is derived from the items, in tables of its own. */
  write<T>(work: (database: SqliteDatabase) => T): T {
    let before = this.memory;
    try {
      return this.file.write((database) => {
        this.reloadChanges(database);
        before = this.memory;
        return work(database);
      });
    } catch (error) {
      // What was not committed did not happen.
      this.memory = before;
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
      this.#change(database, { structure: this.memory.state.structure + 1 });
    });
  }

  /**
   * Asks to be the only one that reads into the copy, among all that have it open in any process. It lasts some seconds after
   * each call that uses it, so that the lease of a process that has ended is free again.
   * @returns whether nobody else has it
   */
  takeLease(): boolean {
    return this.write((database) => this.#lease.take(database));
  }

  /** Keeps the lease while a page takes long to come. Throws "cancelled" where it was lost. */
  renewLease(): void {
    this.#writeInLease(() => undefined);
  }

  releaseLease(): void {
    // Not tried again where it fails: the lease runs out by itself.
    this.#lease.mayBeOurs = false;
    this.write((database) => this.#lease.release(database));
  }

  /** Whether a reader has the lease that was given another holder. */
  isLeaseElsewhere(): boolean {
    return this.read((database) => this.#lease.isElsewhere(database));
  }

  readingState(): ReadingState {
    return this.read((database) => {
      const { windows, trails, singleLane } = this.memory.state;
      const { loaded, newest } = this;
      const trailOf = trailsIn(database, trails);
      return {
        windows: windowsIn(database, windows).map((state) => ({
          state,
          recent: state.isRead ? [] : this.#recentOf(state.id),
          trail: trailOf.get(state.id) ?? [],
        })),
        loaded,
        newest,
        singleLane,
      };
    });
  }

  /** One transaction, which throws "cancelled" where the lease was lost. */
  addPage(
    { body, items, window, trail, doubled = 0, isDisordered = false, isCompressed }: CopiedPage,
    beforeCommit?: PageHook,
  ): void {
    this.#writeInLease((database) => {
      const { state } = this.memory;
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
   * The older part of a window has become one of its own. The window stays where its last page has left it: another one may
   * have come, and not be kept yet.
   */
  divide(divided: number, older: WindowState): void {
    this.#writeInLease((database) => {
      const window = windowsIn(database, this.memory.state.windows).find(
        ({ id }) => id === divided,
      );
      if (window) {
        putWindow(database, { ...window, from: older.to });
      }
      this.#change(database, { windows: putWindow(database, older) });
    });
  }

  /** How windows stand that are not being read. @param marks also of what was taken over */
  putWindows(states: readonly WindowState[], marks: Partial<ReadingMarks> = {}): void {
    this.#writeInLease((database) => {
      const [windows = this.memory.state.windows] = states
        .map((it) => putWindow(database, it))
        .slice(-1);
      this.#change(database, { ...marks, windows });
    });
  }

  /** A page that another copy had, in one transaction. Where its reading is below 0, it comes before all that is read here. */
  takeOver(page: TakenPage): void {
    this.#writeInLease((database) => {
      const { pages } = this.memory.state;
      const first = this.loaded;
      const { put, rows, reading, window, newest, oldest, inOrder, keys } = page;
      const facts = { rows, reading, window, newest, oldest, inOrder, keys };
      putPage(database, { page: pages, first, ...facts });
      put(database, first);
      this.#change(database, { pages: pages + 1 });
    });
  }

  /** Everything was read that was there when reading began: windows are done with. @param asOf when that was */
  finish(asOf: number): void {
    this.#writeInLease((database) => {
      forgetWindows(database);
      const reading = this.memory.state.reading + 1;
      const nothing = { windows: 0, trails: 0 };
      this.#change(database, { ...nothing, reading, asOf, isWhole: true, readAt: Date.now() });
    });
  }

  /** Everything that is here is all that the service has. @param asOf when that was */
  confirm(asOf: number): void {
    // Nothing of what is here is changed, so that others may read into it meanwhile; or they have begun it anew.
    this.write((database) => {
      const { isWhole, asOf: before } = this.memory.state;
      if (isWhole) {
        this.#change(database, { asOf: Math.max(asOf, before), readAt: Date.now() });
      }
    });
  }

  /** Begins anew, with a note. */
  begin(note: string): void {
    this.reset(false);
    this.write((database) => putPart(database, "note", Buffer.from(note)));
  }

  /** Forgets all items and windows, and what was derived from them. Takes the lease, if nobody else has it. */
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
      const { structure, revision } = this.memory.state;
      this.#change(database, { ...freshState(randomUUID(), singleLane), structure, revision });
    });
  }

  /** Leaves the lease, too. Another use opens it again. */
  close(): void {
    try {
      if (this.#lease.mayBeOurs) {
        this.releaseLease();
      }
    } catch {
      // The lease runs out by itself.
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
    const { state } = this.memory;
    const revision = (changes.revision ?? state.revision) + 1;
    putPart(database, "state", JSON.stringify({ ...state, ...changes, revision }));
    this.memory = reloaded(this.memory, database);
  }

  /** Of the window's last pages, in the order in which they came. */
  #recentOf(window: number): StoredWindow["recent"] {
    const { reading, isDisordered } = this.memory.state;
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
