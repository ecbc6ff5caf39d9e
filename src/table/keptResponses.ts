import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { RawItems } from "../client/queries.ts";
import {
  columnKey,
  cellReader,
  structureColumns,
  withResponseColumns,
  type Cell,
  type Column,
} from "../model/grid.ts";
import type { Response } from "../model/response.ts";
import type { ApiVersion, CollectGroup, Survey } from "../model/survey.ts";
import type { WindowState } from "../reader/windowState.ts";
import type { SqliteDatabase, SqliteDriver } from "../store/sqliteDriver.ts";
import { ItemReader } from "./itemReader.ts";
import { KeptBlocks } from "./keptBlocks.ts";
import { withGrown, withStructure } from "./keptColumns.ts";
import { lookedAgain, nothing, plainColumns, type Described } from "./keptMemory.ts";
import { overlapOf } from "./keptOverlap.ts";
import { putColumns, putPart } from "./keptParts.ts";
import { putVectors, vectorsOf } from "./keptVectors.ts";
import { addTrail, forgetWindows, putWindow, windowsOf } from "./keptWindows.ts";
import type { PageFacts, PageStore, VectorPart } from "./pageStore.ts";
import { ReadingTurn } from "./readingTurn.ts";
import { TableFile } from "./tableFile.ts";
import type { KeptPage, Overlap, ReadingState } from "./tables.ts";

/** Of what a table is, and where it is kept. */
export interface KeptPlace {
  readonly file: string;
  readonly version: ApiVersion;
  /** Its name, for messages. */
  readonly dataSpace: string;
}

/** Vectors that are read in one step. */
const vectorsAStep = 64;

/**
 * The responses of a survey that were read, on disk. Other processes may use the same file: each call reads what they have
 * changed first. What is known of the file stands in memory, and is only ever taken from there: after a commit it is read
 * like what others have written.
 */
export class KeptResponses implements PageStore {
  readonly #file: TableFile;
  readonly #version: ApiVersion;
  readonly #reader: ItemReader;
  readonly #turn = new ReadingTurn();
  /** As of the file in memory. */
  readonly #blocks = new KeptBlocks();
  #memory = nothing;
  #changedElsewhere = false;

  constructor(driver: SqliteDriver, { file, version, dataSpace }: KeptPlace) {
    this.#file = new TableFile(driver, file);
    this.#version = version;
    this.#reader = new ItemReader(version, dataSpace);
  }

  get pages(): readonly PageFacts[] {
    return this.#memory.pages;
  }

  get generation(): number {
    return this.#memory.generation;
  }

  get columns(): readonly Column[] {
    return this.#memory.columns;
  }

  /** Responses that are kept. */
  get loaded(): number {
    const last = this.#memory.pages.at(-1);
    return last ? last.first + last.rows : 0;
  }

  /** Absent until `putSurvey`. */
  get described(): Described | undefined {
    return this.#memory.described;
  }

  /** Epoch milliseconds; 0: never. */
  get readAt(): number {
    return this.#memory.readAt;
  }

  get isComplete(): boolean {
    return this.#memory.isComplete;
  }

  /** What the work asks this store for belongs together, whatever other processes do meanwhile. */
  reading<T>(work: () => T): T {
    return this.#read(work);
  }

  *vectors(key: string, part: VectorPart, from: number): Generator<Uint8Array | undefined> {
    const { numbered, pages } = this.#memory;
    const number = numbered.find((it) => columnKey(it.column) === key)?.number;
    for (let page = from; page < pages.length; page += vectorsAStep) {
      const step = { from: page, to: Math.min(page + vectorsAStep, pages.length) };
      const found =
        number === undefined
          ? undefined
          : this.#file.read((database) => vectorsOf(database, number, part, step));
      for (let at = step.from; at < step.to; at++) {
        yield found?.get(at);
      }
    }
  }

  cells(ids: readonly number[]): Cell[][] {
    return this.#file
      .read((database) => this.#blocks.items(database, ids))
      .map((it) => this.#reader.keptResponse(it))
      .map(cellReader(this.columns));
  }

  raw(id: number): Uint8Array<ArrayBuffer> | undefined {
    return this.#read((database) => {
      const [item] = this.#blocks.items(database, id < this.loaded ? [id] : []);
      // A copy of its own: the item is a part of its block's memory.
      return item && new Uint8Array(item);
    });
  }

  hasChanged(): boolean {
    this.#read(() => undefined);
    const has = this.#changedElsewhere;
    this.#changedElsewhere = false;
    return has;
  }

  putSurvey(survey: Survey, collectGroups: readonly CollectGroup[]): void {
    const described = { survey, collectGroups };
    if (
      isDeepStrictEqual(
        plain(described),
        this.#read(() => this.described),
      )
    ) {
      return;
    }
    this.#write((database) => {
      putPart(database, "survey", JSON.stringify(survey));
      putPart(database, "collectGroups", JSON.stringify(collectGroups));
      putColumns(database, withStructure(this.#memory.numbered, structureColumns(survey)));
      database.run("UPDATE state SET revision = revision + 1");
    });
  }

  takeTurn(): ReadingState | undefined {
    return this.#write((database) => {
      if (!this.#turn.take(database)) {
        return undefined;
      }
      const { reading, isAlone } = this.#memory;
      const newest = database.get("SELECT max(newest) AS newest FROM page")?.["newest"];
      return {
        windows: windowsOf(database, this.#itemsIn(database), reading),
        loaded: this.loaded,
        newest: typeof newest === "string" ? newest : undefined,
        isAlone,
      };
    });
  }

  isTurnTaken(): boolean {
    return this.#read((database) => this.#turn.isTaken(database));
  }

  hasTurn(): boolean {
    return this.#read((database) => this.#turn.isOurs(database));
  }

  keepTurn(): void {
    this.#writeInTurn(() => undefined);
  }

  leaveTurn(): void {
    // Not tried again where it fails: the turn runs out by itself.
    this.#turn.mayBeOurs = false;
    this.#write((database) => this.#turn.leave(database));
  }

  addPage({ body, places, window, trail }: KeptPage): number {
    const responses = this.#reader.responsesOf(body, places);
    this.#writeInTurn((database) => {
      if (responses.length > 0) {
        this.#putRows(database, window.id, responses);
        this.#blocks.put(database, this.loaded, body, places);
        database.run("UPDATE state SET is_complete = 0");
      }
      putWindow(database, window);
      addTrail(database, window.id, trail);
      database.run("UPDATE state SET revision = revision + 1, read_at = ?", Date.now());
    });
    return this.loaded;
  }

  putWindows(windows: readonly WindowState[]): void {
    this.#writeInTurn((database) => windows.forEach((it) => putWindow(database, it)));
  }

  finish(): void {
    this.#writeInTurn((database) => {
      forgetWindows(database);
      database.run(
        "UPDATE state SET revision = revision + 1, reading = reading + 1, is_complete = 1, read_at = ?",
        Date.now(),
      );
    });
  }

  /** Takes the turn, if nobody else has it. */
  reset(isAlone: boolean): void {
    this.#write((database) => {
      this.#turn.insist(database);
      forgetWindows(database);
      database.exec(
        "DELETE FROM page; DELETE FROM block; DELETE FROM vector; DELETE FROM part WHERE name = 'dictionary'",
      );
      putColumns(database, plainColumns(this.described?.survey, this.#version));
      database.run(
        `UPDATE state SET epoch = ?, revision = revision + 1, reading = 0, read_at = NULL, is_complete = 0,
         is_alone = ?`,
        randomUUID(),
        isAlone ? 1 : 0,
      );
    });
  }

  overlap(after?: string): Overlap | undefined {
    return this.#read((database) => overlapOf(database, this.#itemsIn(database), after));
  }

  /** Leaves the turn, too. Another use opens it again. */
  close(): void {
    try {
      if (this.#turn.mayBeOurs) {
        this.leaveTurn();
      }
    } catch {
      // The turn runs out by itself.
    }
    this.#file.close();
  }

  #read<T>(work: (database: SqliteDatabase) => T): T {
    return this.#file.read((database) => {
      this.#lookAtOthers(database);
      return work(database);
    });
  }

  #write<T>(work: (database: SqliteDatabase) => T): T {
    let before = this.#memory;
    try {
      return this.#file.write((database) => {
        this.#lookAtOthers(database);
        before = this.#memory;
        const result = work(database);
        this.#look(database);
        return result;
      });
    } catch (error) {
      // What was not committed did not happen.
      this.#memory = before;
      this.#blocks.forget();
      throw error;
    }
  }

  #writeInTurn<T>(work: (database: SqliteDatabase) => T): T {
    return this.#write((database) => {
      this.#turn.keep(database);
      return work(database);
    });
  }

  /** Notices what others have changed since the last look; before the first, there is nothing to compare with. */
  #lookAtOthers(database: SqliteDatabase): void {
    const before = this.#memory;
    this.#look(database);
    this.#changedElsewhere ||= this.#memory !== before && before.epoch !== "";
  }

  /** Brings what is known up to date. */
  #look(database: SqliteDatabase): void {
    const { epoch } = this.#memory;
    this.#memory = lookedAgain(this.#memory, database, this.#version);
    if (this.#memory.epoch !== epoch) {
      this.#blocks.forget();
    }
  }

  /** Adds a page's rows to the columns, which may grow by what they have. */
  #putRows(database: SqliteDatabase, window: number, responses: readonly Response[]): void {
    const { numbered: known, columns, pages, reading } = this.#memory;
    const numbered = withGrown(known, withResponseColumns(columns, responses));
    if (numbered !== known) {
      putColumns(database, numbered);
    }
    const page = pages.length;
    putVectors(database, page, numbered, responses);
    database.run(
      "INSERT INTO page VALUES (?, ?, ?, ?, ?, ?)",
      page,
      this.loaded,
      responses.length,
      reading,
      window,
      newestOf(responses) ?? null,
    );
  }

  #itemsIn(database: SqliteDatabase): (first: number, rows: number) => RawItems {
    return (first, rows) => this.#reader.pageOf(this.#blocks.itemsOfPage(database, first, rows));
  }
}

/** Times of the API are text that sorts as text. */
function newestOf(responses: readonly Response[]): string | undefined {
  return responses.reduce<string | undefined>(
    (most, { finishedAt }) => ((finishedAt ?? "") > (most ?? "") ? finishedAt : most),
    undefined,
  );
}

/** As it comes back from JSON, which knows no fields without a value. */
function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
