import { randomUUID } from "node:crypto";
import { PageReader } from "../client/pageReader.ts";
import type { RawItem, RawItems } from "../client/queries.ts";
import type { RawStructure } from "../client/surveyStructure.ts";
import { SurveyError } from "../model/errors.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { PageTrail, WindowState } from "../reader/windowState.ts";
import type { SqliteDatabase, SqliteDriver } from "../store/sqliteDriver.ts";
import {
  batches,
  batchOf,
  blocksFrom,
  blockWith,
  putBlocks,
  type Block,
  type ItemBatch,
} from "./blocks.ts";
import { CopyFile } from "./copyFile.ts";
import {
  freshState,
  itemsOf,
  reloaded,
  nothingSeen,
  putPage,
  type CopyState,
  type PageFacts,
} from "./copyState.ts";
import { overlapOf, type Overlap } from "./overlap.ts";
import { mergedItems, pageGroups, pagesAsTheyCame } from "./pageOrder.ts";
import { ReadLease } from "./readLease.ts";
import { bytesPart, putPart, text } from "./rows.ts";
import { derivedPrefix } from "./schema.ts";
import { addTrail, forgetWindows, putWindow, trailsIn, windowsIn } from "./windows.ts";

/** Of what a copy is, and where it is kept. */
export interface CopyPlace {
  readonly file: string;
  readonly version: ApiVersion;
  /** Its name, for messages. */
  readonly dataSpace: string;
  /** See ReadLease; absent: a reader of its own. */
  readonly holder?: string | undefined;
  /** See CopyFile. */
  readonly isPassing?: boolean | undefined;
}

/** What who shows a copy has to say of it. */
export type CopyFacts = Omit<CopyState, "revision" | "structure" | "reading" | "windows"> & {
  /** Items. */
  readonly loaded: number;
  /** The latest time of an item. */
  readonly newest?: string | undefined;
  /** What the readings that have finished have kept: all that the service had `asOf`. Absent: none has. */
  readonly whole?: CopyMoment | undefined;
};

/** What a copy had once: others may have added pages since. */
export interface CopyMoment {
  readonly epoch: string;
  /** The first ones. */
  readonly pages: number;
}

/** A page to be kept. */
export interface CopiedPage extends RawItems {
  /** How the window stands behind the page. */
  readonly window: WindowState;
  readonly trail: PageTrail;
  /** Items of it that were left out because they came twice. */
  readonly doubled?: number | undefined;
  /** Whether items came later than ones that are older. */
  readonly isDisordered?: boolean | undefined;
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

/** Times as text of the API. */
export interface TimeRange {
  /** Exclusive. */
  readonly after?: string | undefined;
  /** Inclusive. */
  readonly until?: string | undefined;
}

/** As many as a window remembers while it is read, and a page more. */
const recentItems = 10_000;

/**
 * The responses of a survey, or their metadata, as the service sent them, in a file. Other processes may use the same file:
 * each call looks first at what they have changed. What is known of the file stands in memory, and is only ever taken from
 * there: after a commit it is read like what others have written.
 */
export class SurveyCopy {
  readonly version: ApiVersion;
  readonly dataSpace: string;
  readonly #reader: PageReader;
  readonly #file: CopyFile;
  readonly #lease: ReadLease;
  #memory = nothingSeen;
  #changedElsewhere = false;

  constructor(driver: SqliteDriver, { file, version, dataSpace, holder, isPassing }: CopyPlace) {
    this.version = version;
    this.dataSpace = dataSpace;
    this.#reader = new PageReader(version, dataSpace);
    this.#file = new CopyFile(driver, file, isPassing);
    this.#lease = new ReadLease(holder ?? randomUUID());
  }

  get path(): string {
    return this.#file.path;
  }

  /** What was kept was found damaged here, and the copy was begun anew. */
  get wasDamaged(): boolean {
    return this.#file.wasDamaged;
  }

  get pages(): readonly PageFacts[] {
    return this.#memory.pages;
  }

  /** It grows with each reset: then nothing that was read from the copy is of use any more. */
  get generation(): number {
    return this.#memory.generation;
  }

  /** Another one whenever the structure has changed; 0: it is not there. */
  get structureNumber(): number {
    return this.#memory.state.structure;
  }

  /** As of the last look. */
  get facts(): CopyFacts {
    const {
      revision: _,
      structure: __,
      reading: ___,
      windows: ____,
      ...state
    } = this.#memory.state;
    return { ...state, loaded: this.loaded, newest: this.newest, whole: this.#whole };
  }

  get #whole(): CopyMoment | undefined {
    const { reading, epoch } = this.#memory.state;
    const unfinished = this.pages.findIndex((it) => it.reading >= reading);
    const pages = unfinished < 0 ? this.pages.length : unfinished;
    return reading > 0 ? { epoch, pages } : undefined;
  }

  /** The pages of then; absent: all. @throws SurveyError "file-fault" where the copy was begun anew since */
  pagesOf(moment: CopyMoment | undefined): readonly PageFacts[] {
    return this.read(() => {
      if (moment && moment.epoch !== this.#memory.state.epoch) {
        throw this.#isAnother();
      }
      return this.pages.slice(0, moment?.pages);
    });
  }

  get loaded(): number {
    return itemsOf(this.pages);
  }

  get newest(): string | undefined {
    return newestOf(this.pages);
  }

  /** What the work reads belongs together, whatever other processes do meanwhile. Inside of `write` it is part of that. */
  read<T>(work: (database: SqliteDatabase) => T): T {
    return this.#file.read((database) => {
      this.#reloadChanges(database);
      return work(database);
    });
  }

  /** All that the work writes, or nothing of it: for what is derived from the items, in tables of its own. */
  write<T>(work: (database: SqliteDatabase) => T): T {
    let before = this.#memory;
    try {
      return this.#file.write((database) => {
        this.#reloadChanges(database);
        before = this.#memory;
        return work(database);
      });
    } catch (error) {
      // What was not committed did not happen.
      this.#memory = before;
      throw error;
    }
  }

  /** Whether another process has changed the copy since it was asked last. */
  hasChanged(): boolean {
    this.read(() => undefined);
    const has = this.#changedElsewhere;
    this.#changedElsewhere = false;
    return has;
  }

  get structure(): RawStructure | undefined {
    return this.read((database) => {
      const survey = bytesPart(database, "survey");
      const collectGroups = bytesPart(database, "collectGroups");
      return survey && collectGroups && { survey, collectGroups };
    });
  }

  putStructure(survey: Uint8Array, collectGroups: Uint8Array): void {
    const known = this.structure;
    if (known && isSame(known.survey, survey) && isSame(known.collectGroups, collectGroups)) {
      return;
    }
    this.write((database) => {
      putPart(database, "survey", survey);
      putPart(database, "collectGroups", collectGroups);
      this.#change(database, { structure: this.#memory.state.structure + 1 });
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
      const { windows, trails, singleLane } = this.#memory.state;
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
    { body, items, window, trail, doubled = 0, isDisordered = false }: CopiedPage,
    beforeCommit?: PageHook,
  ): void {
    this.#writeInLease((database) => {
      const { state } = this.#memory;
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
        ...timesOf(items),
      };
      putPage(database, page);
      putBlocks(
        database,
        page.first,
        items.map(({ start, end }) => ({ body, start, end })),
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
      const window = windowsIn(database, this.#memory.state.windows).find(
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
      const [windows = this.#memory.state.windows] = states
        .map((it) => putWindow(database, it))
        .slice(-1);
      this.#change(database, { ...marks, windows });
    });
  }

  /** A page that another copy had, in one transaction. Where its reading is below 0, it comes before all that is read here. */
  takeOver(page: TakenPage): void {
    this.#writeInLease((database) => {
      const { pages } = this.#memory.state;
      const first = this.loaded;
      const { rows, reading, window, newest, oldest, inOrder } = page;
      putPage(database, { page: pages, first, rows, reading, window, newest, oldest, inOrder });
      page.put(database, first);
      this.#change(database, { pages: pages + 1 });
    });
  }

  /** Everything was read that was there when reading began: windows are done with. @param asOf when that was */
  finish(asOf: number): void {
    this.#writeInLease((database) => {
      forgetWindows(database);
      const reading = this.#memory.state.reading + 1;
      const nothing = { windows: 0, trails: 0 };
      this.#change(database, { ...nothing, reading, asOf, isWhole: true, readAt: Date.now() });
    });
  }

  /** Everything that is here is all that the service has. @param asOf when that was */
  confirm(asOf: number): void {
    // Nothing of what is here is changed, so that others may read into it meanwhile; or they have begun it anew.
    this.write((database) => {
      const { isWhole, asOf: before } = this.#memory.state;
      if (isWhole) {
        this.#change(database, { asOf: Math.max(asOf, before), readAt: Date.now() });
      }
    });
  }

  /** What an export says of a copy that is its own. */
  get note(): string | undefined {
    return this.read((database) => {
      const note = bytesPart(database, "note");
      return note && Buffer.from(note).toString();
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
      const { structure, revision } = this.#memory.state;
      this.#change(database, { ...freshState(randomUUID(), singleLane), structure, revision });
    });
  }

  /** What of the newest items a refresh reads again, so that what was submitted late is found. With `after`, all after it. */
  overlap(after?: string): Overlap | undefined {
    return this.read(() => overlapOf(this.pages, (page) => this.rawBlocks(page), after));
  }

  /** The items with these numbers, in that order. */
  itemsAt(numbers: readonly number[]): Uint8Array[] {
    return this.read((database) => {
      const found = new Map<number, Uint8Array>();
      return numbers.map((number) => {
        if (!found.has(number)) {
          const { first, items } = blockWith(database, number);
          itemBytes(items).forEach((it, index) => found.set(first + index, it));
        }
        return found.get(number) ?? new Uint8Array(0);
      });
    });
  }

  /**
   * All items, newest first, a block at a time, and memory does not depend on how many there are. What is read belongs
   * together, though other processes may write between two blocks: where the copy is begun anew, "file-fault" is thrown.
   * @param range leaves out pages that have nothing of it; others may have something beside it
   */
  *items(
    { after, until }: TimeRange = {},
    moment?: CopyMoment,
  ): Generator<ItemBatch, void, undefined> {
    const all = this.pagesOf(moment);
    const { epoch, singleLane } = this.#memory.state;
    const pages = all.filter(
      ({ newest, oldest }) =>
        newest === undefined ||
        oldest === undefined ||
        ((after === undefined || newest > after) && (until === undefined || oldest <= until)),
    );
    for (const group of singleLane ? pagesAsTheyCame(pages) : pageGroups(pages)) {
      const [page, ...others] = group;
      if (page && others.length === 0) {
        yield* this.blocks(page, epoch);
      } else {
        for (const batch of batches(mergedItems(group, (it) => this.rawBlocks(it, epoch)))) {
          yield batchOf(batch);
        }
      }
    }
  }

  /** The items of a page. @param epoch of the page; absent: the copy's by now */
  *blocks(page: PageFacts, epoch?: string): Generator<ItemBatch, void, undefined> {
    for (const { items } of this.packedBlocks(page, epoch)) {
      yield items;
    }
  }

  /** The same, as they lie in the file. */
  *packedBlocks(
    { first, rows }: PageFacts,
    epoch = this.#memory.state.epoch,
  ): Generator<Block, void, undefined> {
    for (let at = first; at < first + rows;) {
      const blocks = this.read((database) => {
        if (epoch !== this.#memory.state.epoch) {
          throw this.#isAnother();
        }
        return blocksFrom(database, at, first + rows);
      });
      yield* blocks;
      at = blocks.reduce((number, { items }) => number + items.places.length / 2, at);
    }
  }

  /** The same, and what the items say of themselves. */
  *rawBlocks(page: PageFacts, epoch?: string): Generator<RawItems, void, undefined> {
    for (const { body } of this.blocks(page, epoch)) {
      yield { body, items: this.#reader.rawItems(body) };
    }
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
    this.#file.close();
  }

  #writeInLease<T>(work: (database: SqliteDatabase) => T): T {
    return this.write((database) => {
      this.#lease.renew(database);
      return work(database);
    });
  }

  #change(database: SqliteDatabase, changes: Partial<CopyState>): void {
    const { state } = this.#memory;
    const revision = (changes.revision ?? state.revision) + 1;
    putPart(database, "state", JSON.stringify({ ...state, ...changes, revision }));
    this.#memory = reloaded(this.#memory, database);
  }

  /** Notices what others have changed since the last look; before the first, there is nothing to compare with. */
  #reloadChanges(database: SqliteDatabase): void {
    const before = this.#memory;
    this.#memory = reloaded(before, database);
    this.#changedElsewhere ||= this.#memory !== before && before !== nothingSeen;
  }

  /** Of the window's last pages, in the order in which they came. */
  #recentOf(window: number): StoredWindow["recent"] {
    const { reading, isDisordered } = this.#memory.state;
    const pages = this.pages.filter((it) => it.window === window && it.reading === reading);
    let items = 0;
    const first = pages.findLastIndex(({ rows }) => (items += rows) >= recentItems);
    return pages
      .slice(isDisordered ? 0 : Math.max(0, first))
      .flatMap((it) => [...this.rawBlocks(it)])
      .flatMap(({ items }) => items.map(({ id, finishedAt }) => ({ id, finishedAt })));
  }

  #isAnother(): SurveyError {
    return new SurveyError(
      "file-fault",
      `The copy in ${this.path} was changed by another window, or found damaged, while it was read. Try again: what is missing is read from the service.`,
    );
  }
}

/** The items of a batch, each as a part of its memory. */
export function itemBytes({ body, places }: ItemBatch): Uint8Array[] {
  return Array.from({ length: places.length / 2 }, (_, index) =>
    body.subarray(places[2 * index], places[2 * index + 1]),
  );
}

/** The latest time of an item. */
export function newestOf(pages: readonly PageFacts[]): string | undefined {
  return pages.reduce<string | undefined>(
    (most, { newest }) => (newest !== undefined && newest > (most ?? "") ? newest : most),
    undefined,
  );
}

export function timesOf(
  items: readonly RawItem[],
): Pick<PageFacts, "newest" | "oldest" | "inOrder"> {
  let [newest, oldest]: (string | undefined)[] = [];
  let inOrder = true;
  for (const { finishedAt: time } of items) {
    inOrder &&= time !== undefined && time <= (oldest ?? time);
    newest = time !== undefined && time > (newest ?? "") ? time : newest;
    oldest = time !== undefined && time < (oldest ?? "~") ? time : oldest;
  }
  return { newest, oldest, inOrder };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
