import { PageReader } from "../client/pageReader.ts";
import type { RawItems } from "../client/queries.ts";
import type { RawStructure } from "../client/surveyStructure.ts";
import { SurveyError } from "../model/errors.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import type { ApiVersion } from "../model/survey.ts";
import { DatabaseFile, type DatabaseKind } from "../store/databaseFile.ts";
import type { SqliteDatabase, SqliteDriver } from "../store/sqliteDriver.ts";
import {
  batches,
  batchOf,
  blocksFrom,
  blockWith,
  itemBytes,
  type Block,
  type ItemBatch,
} from "./blocks.ts";
import {
  itemCount,
  newestOf,
  emptySnapshot,
  initialState,
  reloaded,
  type CopyState,
  type PageFacts,
} from "./copyState.ts";
import { overlapOf, type Overlap } from "./overlap.ts";
import { mergedItems, pageGroups, pagesAsTheyCame } from "./pageOrder.ts";
import { bytesPart, putPart } from "./rows.ts";
import { schema, schemaVersion } from "./schema.ts";

/** What a copy contains, and where it is stored. */
export interface CopyPlace {
  readonly file: string;
  readonly version: ApiVersion;
  /** Name of the data space, for messages. */
  readonly dataSpace: string;
  /** See ReadLease. Default: a reader of its own. */
  readonly holder?: string | undefined;
  /** See DatabaseFile. */
  readonly isTemporary?: boolean | undefined;
}

/** Facts about a copy, to be shown. */
export type CopyFacts = Omit<CopyState, "revision" | "structure" | "reading" | "windows"> & {
  /** Number of items. */
  readonly loaded: number;
  /** Latest time of an item. */
  readonly newest?: string | undefined;
  /** What the finished readings have stored: all that the service had at `asOf`. `undefined`: none has finished. */
  readonly wholeVersion?: CopyVersion | undefined;
};

/** A state of a copy; pages may have been added since. */
export interface CopyVersion {
  readonly epoch: string;
  /** Number of its pages; they are the first ones. */
  readonly pages: number;
}

/** Range of times, as text of the API. */
export interface TimeRange {
  /** Exclusive. */
  readonly after?: string | undefined;
  /** Inclusive. */
  readonly until?: string | undefined;
}

const databaseKind: DatabaseKind = {
  version: schemaVersion,
  create(database) {
    database.exec(schema);
    putPart(database, "state", initialState());
  },
  fault: copyFault,
};

/** Returns the message for a copy, or the folder of all copies, that cannot be written. */
export function copyFault(path: string, reason: LocalizableText): LocalizableText {
  return localizable("Responses cannot be kept in {0}: {1}.", path, reason);
}

/**
 * Reads a copy. Other processes may use the same file, so each call first loads what they have changed. `snapshot` has what is
 * known of the file, and is only ever loaded from the file: after a commit, the changes are loaded like those of others.
 */
export class ReadableCopy {
  readonly version: ApiVersion;
  readonly dataSpace: string;
  readonly reader: PageReader;
  protected readonly file: DatabaseFile;
  protected snapshot = emptySnapshot;
  #changedElsewhere = false;

  constructor(driver: SqliteDriver, { file, version, dataSpace, isTemporary }: CopyPlace) {
    this.version = version;
    this.dataSpace = dataSpace;
    this.reader = new PageReader(version, dataSpace);
    this.file = new DatabaseFile(driver, file, databaseKind, isTemporary);
  }

  get path(): string {
    return this.file.path;
  }

  /** True if this instance found the file damaged and the copy was started again. */
  get wasDamaged(): boolean {
    return this.file.rebuilds > 0;
  }

  get pages(): readonly PageFacts[] {
    return this.snapshot.pages;
  }

  /** Changes whenever the structure changes; 0: there is none. */
  get structureNumber(): number {
    return this.snapshot.state.structure;
  }

  /** Facts as of the last look at the file. */
  get facts(): CopyFacts {
    const {
      revision: _,
      structure: __,
      reading: ___,
      windows: ____,
      ...state
    } = this.snapshot.state;
    return { ...state, loaded: this.loaded, newest: this.newest, wholeVersion: this.#wholeVersion };
  }

  get #wholeVersion(): CopyVersion | undefined {
    const { reading, epoch } = this.snapshot.state;
    const unfinished = this.pages.findIndex((it) => it.reading >= reading);
    const pages = unfinished < 0 ? this.pages.length : unfinished;
    return reading > 0 ? { epoch, pages } : undefined;
  }

  /** Returns the pages of the version; default: all. @throws SurveyError "file-fault" if the copy was reset since */
  pagesOf(copyVersion: CopyVersion | undefined): readonly PageFacts[] {
    return this.read(() => {
      if (copyVersion && copyVersion.epoch !== this.snapshot.state.epoch) {
        throw this.#isAnother();
      }
      return this.pages.slice(0, copyVersion?.pages);
    });
  }

  get loaded(): number {
    return itemCount(this.pages);
  }

  get newest(): string | undefined {
    return newestOf(this.pages);
  }

  /**
   * Runs the work in a read transaction: it sees one state, whatever other processes write. Inside `write` it is part of
   * that transaction.
   */
  read<T>(work: (database: SqliteDatabase) => T): T {
    return this.file.read((database) => {
      this.reloadChanges(database);
      return work(database);
    });
  }

  /** Returns true if another process has changed the copy since the last call. */
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

  /** Note that an export has stored in a copy of its own. */
  get note(): string | undefined {
    return this.read((database) => {
      const note = bytesPart(database, "note");
      return note && Buffer.from(note).toString();
    });
  }

  /** Returns which of the newest items a refresh reads again to find late submissions. With `after`, all items after it. */
  overlap(after?: string): Overlap | undefined {
    return this.read(() => overlapOf(this.pages, (page) => this.rawBlocks(page), after));
  }

  /** Returns the items with these numbers, in that order. */
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
   * Yields all items, newest first, a block at a time, so that memory does not depend on their number. All of them are from
   * one state, although other processes may write between two blocks; if the copy is reset, "file-fault" is thrown.
   * @param range leaves out pages that are outside it; others may have items outside it
   */
  *items(
    { after, until }: TimeRange = {},
    copyVersion?: CopyVersion,
  ): Generator<ItemBatch, void, undefined> {
    const all = this.pagesOf(copyVersion);
    const { epoch, singleLane } = this.snapshot.state;
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

  /** Yields the items of a page. @param epoch of the page; default: the copy's current one */
  *blocks(page: PageFacts, epoch?: string): Generator<ItemBatch, void, undefined> {
    for (const { items } of this.packedBlocks(page, epoch)) {
      yield items;
    }
  }

  /** Yields the blocks of a page, as they are in the file. */
  *packedBlocks(
    { first, rows }: PageFacts,
    epoch = this.snapshot.state.epoch,
  ): Generator<Block, void, undefined> {
    for (let at = first; at < first + rows;) {
      const blocks = this.read((database) => {
        if (epoch !== this.snapshot.state.epoch) {
          throw this.#isAnother();
        }
        return blocksFrom(database, at, first + rows);
      });
      yield* blocks;
      at = blocks.reduce((number, { items }) => number + items.places.length / 2, at);
    }
  }

  /** Yields the items of a page with what is known of each, such as its ID and time. */
  *rawBlocks(page: PageFacts, epoch?: string): Generator<RawItems, void, undefined> {
    for (const { body } of this.blocks(page, epoch)) {
      yield { body, items: this.reader.rawItems(body) };
    }
  }

  /** Loads what other processes have changed since the last look; before the first look, nothing counts as changed. */
  protected reloadChanges(database: SqliteDatabase): void {
    const before = this.snapshot;
    this.snapshot = reloaded(before, database);
    this.#changedElsewhere ||= this.snapshot !== before && before !== emptySnapshot;
  }

  #isAnother(): SurveyError {
    return SurveyError.of(
      "file-fault",
      "The copy in {0} {1}. Try again: missing responses are loaded from the service.",
      this.path,
      wording("copyChanged"),
    );
  }
}
