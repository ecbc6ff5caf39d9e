import { PageReader } from "../client/pageReader.ts";
import type { RawItems } from "../client/queries.ts";
import type { RawStructure } from "../client/surveyStructure.ts";
import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import type { ApiVersion } from "../model/survey.ts";
import { DatabaseFile } from "../store/databaseFile.ts";
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
import { copyDatabase } from "./copyDatabase.ts";
import {
  itemsOf,
  newestOf,
  nothingSeen,
  reloaded,
  type CopyState,
  type PageFacts,
} from "./copyState.ts";
import { overlapOf, type Overlap } from "./overlap.ts";
import { mergedItems, pageGroups, pagesAsTheyCame } from "./pageOrder.ts";
import { bytesPart } from "./rows.ts";

/** What a copy is of, and where it is kept. */
export interface CopyPlace {
  readonly file: string;
  readonly version: ApiVersion;
  /** Its name, for messages. */
  readonly dataSpace: string;
  /** See ReadLease; absent: a reader of its own. */
  readonly holder?: string | undefined;
  /** See DatabaseFile. */
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

/** Times as text of the API. */
export interface TimeRange {
  /** Exclusive. */
  readonly after?: string | undefined;
  /** Inclusive. */
  readonly until?: string | undefined;
}

/**
 * What can be read of a copy. Other processes may use the same file: each call looks first at what they have changed. What is
 * known of the file stands in memory, and is only ever taken from there: after a commit it is read like what others have
 * written.
 */
export class ReadableCopy {
  readonly version: ApiVersion;
  readonly dataSpace: string;
  /** Of its items. */
  readonly reader: PageReader;
  protected readonly file: DatabaseFile;
  protected memory = nothingSeen;
  #changedElsewhere = false;

  constructor(driver: SqliteDriver, { file, version, dataSpace, isPassing }: CopyPlace) {
    this.version = version;
    this.dataSpace = dataSpace;
    this.reader = new PageReader(version, dataSpace);
    this.file = new DatabaseFile(driver, file, copyDatabase, isPassing);
  }

  get path(): string {
    return this.file.path;
  }

  /** What was kept was found damaged here, and the copy was begun anew. */
  get wasDamaged(): boolean {
    return this.file.wasDamaged;
  }

  get pages(): readonly PageFacts[] {
    return this.memory.pages;
  }

  /** Another one whenever the structure has changed; 0: it is not there. */
  get structureNumber(): number {
    return this.memory.state.structure;
  }

  /** As of the last look. */
  get facts(): CopyFacts {
    const { revision: _, structure: __, reading: ___, windows: ____, ...state } = this.memory.state;
    return { ...state, loaded: this.loaded, newest: this.newest, whole: this.#whole };
  }

  get #whole(): CopyMoment | undefined {
    const { reading, epoch } = this.memory.state;
    const unfinished = this.pages.findIndex((it) => it.reading >= reading);
    const pages = unfinished < 0 ? this.pages.length : unfinished;
    return reading > 0 ? { epoch, pages } : undefined;
  }

  /** The pages of then; absent: all. @throws SurveyError "file-fault" where the copy was begun anew since */
  pagesOf(moment: CopyMoment | undefined): readonly PageFacts[] {
    return this.read(() => {
      if (moment && moment.epoch !== this.memory.state.epoch) {
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
    return this.file.read((database) => {
      this.reloadChanges(database);
      return work(database);
    });
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

  /** What an export says of a copy that is its own. */
  get note(): string | undefined {
    return this.read((database) => {
      const note = bytesPart(database, "note");
      return note && Buffer.from(note).toString();
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
    const { epoch, singleLane } = this.memory.state;
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
    epoch = this.memory.state.epoch,
  ): Generator<Block, void, undefined> {
    for (let at = first; at < first + rows;) {
      const blocks = this.read((database) => {
        if (epoch !== this.memory.state.epoch) {
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
      yield { body, items: this.reader.rawItems(body) };
    }
  }

  /** Notices what others have changed since the last look; before the first, there is nothing to compare with. */
  protected reloadChanges(database: SqliteDatabase): void {
    const before = this.memory;
    this.memory = reloaded(before, database);
    this.#changedElsewhere ||= this.memory !== before && before !== nothingSeen;
  }

  #isAnother(): SurveyError {
    return new SurveyError(
      "file-fault",
      localizable(
        "The copy in {0} was changed by another window, or is damaged. Try again: missing responses are loaded from the service.",
        this.path,
      ),
    );
  }
}
