import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { SurveyError } from "../model/errors.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { Summaries, SummaryQuery } from "../model/summary.ts";
import type { WindowState } from "../reader/windowState.ts";
import type { SqliteDriver } from "../store/sqliteDriver.ts";
import type { Steps } from "./findCells.ts";
import { KeptResponses } from "./keptResponses.ts";
import { TableSummaries } from "./summaries.ts";
import { removeFolder, trashPrefix } from "./tableFile.ts";
import {
  fileIn,
  folderName,
  isTableFolder,
  spacePrefix,
  tableOnDisk,
  touch,
  type TableOnDisk,
} from "./tableFolders.ts";
import type {
  CopyQuery,
  FindQuery,
  Found,
  KeptPage,
  KeptSurvey,
  OpenTable,
  TableCalls,
  TableKey,
  Values,
  View,
  ViewQuery,
  ViewStructure,
} from "./tables.ts";
import { TableView } from "./tableView.ts";

/** A table that is open. One that is opened twice has two views, and two that may want the turn. */
interface Opened {
  readonly folder: string;
  readonly responses: KeptResponses;
  readonly view: TableView;
  readonly summaries: TableSummaries;
  structure: ViewStructure;
  /** The newest one. */
  search?: Steps<Found | undefined>;
}

/**
 * @param folder where the tables are, each in a folder of its own
 * @param firstTable the number of the first table that is opened; they go up from there
 */
export function keptTables(driver: SqliteDriver, folder: string, firstTable = 1): KeptTables {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    if (name.startsWith(trashPrefix)) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
  return new KeptTables(driver, folder, firstTable);
}

/** The tables of a folder. See `TableCalls`. */
export class KeptTables implements TableCalls {
  readonly #driver: SqliteDriver;
  readonly #folder: string;
  readonly #opened = new Map<number, Opened>();
  #next: number;

  constructor(driver: SqliteDriver, folder: string, firstTable: number) {
    this.#driver = driver;
    this.#folder = folder;
    this.#next = firstTable;
  }

  open(key: TableKey, dataSpace: string): OpenTable {
    const folder = folderName(key);
    const file = this.#fileOf(folder);
    const place = { file, version: key.version, dataSpace };
    const responses = new KeptResponses(this.#driver, place);
    const survey = responses.reading(() => keptSurvey(responses));
    const view = new TableView(responses, () => responses.described?.collectGroups ?? []);
    const summaries = new TableSummaries(responses, key.version, view);
    const table = this.#next++;
    const structure = { number: 0, columns: [], collectGroups: [] };
    this.#opened.set(table, { folder, responses, view, summaries, structure });
    touch(file);
    return { table, survey };
  }

  close(table: number): void {
    const it = this.#opened.get(table);
    this.#opened.delete(table);
    if (it) {
      it.responses.close();
      touch(this.#fileOf(it.folder));
    }
  }

  /** All of them. */
  closeAll(): void {
    [...this.#opened.keys()].forEach((it) => this.close(it));
  }

  putSurvey(table: number, ...survey: Parameters<KeptResponses["putSurvey"]>): void {
    this.#of(table).responses.putSurvey(...survey);
  }

  takeTurn(table: number) {
    return this.#of(table).responses.takeTurn();
  }

  isTurnElsewhere(table: number): boolean {
    const { folder, responses } = this.#of(table);
    const same = [...this.#opened.values()].filter((it) => it.folder === folder);
    return responses.isTurnTaken() && !same.some((it) => it.responses.hasTurn());
  }

  keepTurn(table: number): void {
    this.#of(table).responses.keepTurn();
  }

  addPage(table: number, page: KeptPage): number {
    return this.#of(table).responses.addPage(page);
  }

  putWindows(table: number, windows: readonly WindowState[]): void {
    this.#of(table).responses.putWindows(windows);
  }

  finish(table: number): void {
    this.#of(table).responses.finish();
  }

  leaveTurn(table: number): void {
    this.#of(table).responses.leaveTurn();
  }

  reset(table: number, isAlone: boolean): void {
    this.#of(table).responses.reset(isAlone);
  }

  overlap(table: number, since?: string) {
    return this.#of(table).responses.overlap(since);
  }

  hasChanged(table: number): boolean {
    return this.#of(table).responses.hasChanged();
  }

  view(table: number, query: ViewQuery, has?: number): View {
    const opened = this.#of(table);
    const start = performance.now();
    return opened.responses.reading(() => {
      const { loaded, isComplete, readAt } = opened.responses;
      const made = opened.view.view(query);
      const it = structureOf(opened);
      const structure = it.number === has ? undefined : it;
      return { ...made, loaded, isComplete, readAt, structure, took: performance.now() - start };
    });
  }

  rows(table: number, view: number, first: number, count: number) {
    return this.#ask(table, (it) => it.rows(view, first, count));
  }

  locate(table: number, view: number, ids: readonly number[]) {
    return this.#ask(table, (it) => it.locate(view, ids));
  }

  values(table: number, column: string, filter: ResponseFilter): Values {
    return this.#ask(table, (it) => it.values(column, filter));
  }

  async summarise(table: number, query: SummaryQuery): Promise<Summaries> {
    const { responses, summaries } = this.#of(table);
    const steps = summaries.preparing(query);
    let took = 0;
    const timed = <T>(work: () => T): T => {
      const start = performance.now();
      const result = responses.reading(work);
      took += performance.now() - start;
      return result;
    };
    while (timed(() => somewhat(steps)).done !== true) {
      await setImmediate();
      this.#of(table);
    }
    const found = timed(() => summaries.summarise(query));
    const { loaded, isComplete, readAt } = responses;
    return { ...found, loaded, isComplete, readAt, took };
  }

  async find(table: number, view: number, query: FindQuery): Promise<Found | undefined> {
    const opened = this.#of(table);
    const steps = opened.view.find(view, query);
    opened.search = steps;
    while (opened.search === steps && this.#opened.get(table) === opened) {
      const { done, value } = opened.responses.reading(() => somewhat(steps));
      if (done === true) {
        return value;
      }
      await setImmediate();
    }
    return undefined;
  }

  copy(table: number, view: number, query: CopyQuery) {
    return this.#ask(table, (it) => it.copy(view, query));
  }

  raw(table: number, id: number) {
    return this.#of(table).responses.raw(id);
  }

  size(): number {
    return this.#tables().reduce((sum, it) => sum + it.bytes, 0);
  }

  limit(bytes: number): void {
    const tables = this.#tables().sort((a, b) => a.usedAt - b.usedAt);
    let left = this.size();
    for (const it of tables) {
      if (left > bytes && !this.#isOpen(it.folder) && this.#isRemoved(it.folder)) {
        left -= it.bytes;
      }
    }
  }

  clear(space?: string): void {
    const prefix = space === undefined ? "" : spacePrefix(space);
    for (const { folder } of this.#tables().filter((it) => it.folder.startsWith(prefix))) {
      const opened = [...this.#opened.values()].filter((it) => it.folder === folder);
      // Their next use begins a new file.
      opened.forEach((it) => it.responses.close());
      if (!this.#isRemoved(folder)) {
        throw new SurveyError(
          "file-fault",
          `Responses in ${join(this.#folder, folder)} cannot be removed: another program has them open. Close other windows of VS Code, and try again.`,
        );
      }
    }
  }

  #of(table: number): Opened {
    const it = this.#opened.get(table);
    if (!it) {
      // The worker was started anew, or the panel is closed.
      throw new SurveyError("file-fault", "The kept responses were closed. Open them again.");
    }
    return it;
  }

  #ask<T>(table: number, question: (view: TableView) => T): T {
    const { responses, view } = this.#of(table);
    return responses.reading(() => question(view));
  }

  #isOpen(folder: string): boolean {
    return [...this.#opened.values()].some((it) => it.folder === folder);
  }

  /** Those of this folder, whoever has them open. */
  #tables(): TableOnDisk[] {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    return names
      .filter((it) => isTableFolder(it))
      .flatMap((it) => tableOnDisk(join(this.#folder, it), it) ?? []);
  }

  /** Windows keeps files that are open. */
  #isRemoved(folder: string): boolean {
    try {
      removeFolder(join(this.#folder, folder));
      return true;
    } catch {
      return false;
    }
  }

  #fileOf(folder: string): string {
    return fileIn(join(this.#folder, folder));
  }
}

/** Milliseconds for which other calls have to wait. */
const longestTurn = 10;

/** Takes as many steps as are done in that time. */
function somewhat<T>(steps: Steps<T>): IteratorResult<undefined, T> {
  const end = performance.now() + longestTurn;
  let step = steps.next();
  while (step.done !== true && performance.now() < end) {
    step = steps.next();
  }
  return step;
}

/** As long as the columns are the same ones, so are the collect groups: they are read together. */
function structureOf(opened: Opened): ViewStructure {
  const { columns, described } = opened.responses;
  if (columns !== opened.structure.columns) {
    const collectGroups = described?.collectGroups ?? [];
    opened.structure = { number: opened.structure.number + 1, columns, collectGroups };
  }
  return opened.structure;
}

function keptSurvey({
  described,
  readAt,
  loaded,
  isComplete,
}: KeptResponses): KeptSurvey | undefined {
  return described && { ...described, readAt, loaded, isComplete };
}
