import type { ColumnValues, FoundCell } from "../model/responseView.ts";
import { setImmediate } from "node:timers/promises";
import type { CopyKey } from "../copy/copyFolders.ts";
import { CopyDirectory } from "../copy/copyDirectory.ts";
import type { CopyProgress, ReadOutcome } from "../copy/readCopy.ts";
import { SurveyError } from "../model/errors.ts";
import { localizable, sentences } from "../model/localizable.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { Summaries, SummaryQuery } from "../model/summary.ts";
import { wording } from "../model/wordings.ts";
import type { SqliteDriver } from "../store/sqliteDriver.ts";
import type { Steps } from "./findCells.ts";
import { CopyRows } from "./copyRows.ts";
import type { CountedFigures, CountQuery } from "./countedRows.ts";
import type { SurveyStructure } from "../client/surveyStructure.ts";
import { readForHost, type ReadRequest } from "./readForHost.ts";
import type { ReadPorts } from "./readMessages.ts";
import { runSlice } from "./runSlice.ts";
import { TableSummaries } from "./summaries.ts";
import type {
  ClipboardQuery,
  FindQuery,
  StoredSurveyStructure,
  OpenTable,
  View,
  ViewQuery,
  ViewStructure,
} from "./tables.ts";
import { TableView } from "./tableView.ts";
import type { TextsQuery, WrittenTexts } from "./writtenTexts.ts";

/** An open table. If a table is opened twice, each has its own view and competes for the lease. */
interface Opened {
  readonly responses: CopyRows;
  readonly view: TableView;
  readonly summaries: TableSummaries;
  structure: ViewStructure;
  /** The newest search; starting another one ends it. */
  search?: Steps<FoundCell | undefined>;
  deriving?: Steps<void> | undefined;
  /** Aborts reading into the table. */
  readonly stop: AbortController;
}

/**
 * The open tables of a folder of copies. Its methods are calls that the worker answers. Each may reject with a SurveyError:
 * "file-fault" if the database cannot be read or written, and the codes named below. A damaged database is deleted and
 * created again, because the service still has all of its data.
 */
export class TableRegistry {
  /** Shared with all other code that works on copies of the folder. */
  readonly copies: CopyDirectory;
  readonly #opened = new Map<number, Opened>();
  #next: number;

  /**
   * @param folder folder of the copies
   * @param firstTable number of the first table that is opened; later ones count up from there
   */
  constructor(driver: SqliteDriver, folder: string, firstTable = 1) {
    this.copies = new CopyDirectory(driver, folder);
    this.#next = firstTable;
  }

  /** @param dataSpace its name, for messages */
  open(key: CopyKey, dataSpace: string): OpenTable {
    const responses = new CopyRows(this.copies.open(key, dataSpace));
    const stored = responses.reading(() => storedStructure(responses));
    const view = new TableView(responses, () => responses.described?.collectGroups ?? []);
    const summaries = new TableSummaries(responses, key.version, view);
    const table = this.#next++;
    const structure = { number: 0, columns: [], collectGroups: [] };
    const stop = new AbortController();
    this.#opened.set(table, { responses, view, summaries, structure, stop });
    return { table, stored };
  }

  /** Aborts reading into the table and closes its file. Others may still have the file open. */
  close(table: number): void {
    const it = this.#opened.get(table);
    this.#opened.delete(table);
    if (it) {
      it.stop.abort();
      this.copies.close(it.responses.copy);
    }
  }

  closeAll(): void {
    [...this.#opened.keys()].forEach((it) => this.close(it));
  }

  /**
   * Stores the survey's structure, byte for byte as the service sent it, and updates the columns.
   * @param collectGroups the JSON array of the survey's collect groups
   * @param onlyWhereMissing keeps a structure that is already stored
   * @throws "malformed-answer"
   */
  putStructure(
    table: number,
    survey: Uint8Array,
    collectGroups: Uint8Array,
    onlyWhereMissing = false,
  ): SurveyStructure {
    const { responses } = this.#of(table);
    const kept = onlyWhereMissing ? responses.reading(() => responses.described) : undefined;
    return kept ?? responses.putStructure(survey, collectGroups);
  }

  /**
   * Reads into the table; see `readCopy`. The host calls it through `readIntoTable`. Columns are derived in the transaction of
   * each page, so pages that cannot be shown are not stored.
   */
  async read(
    table: number,
    request: ReadRequest,
    ports: ReadPorts,
    signal: AbortSignal,
  ): Promise<ReadOutcome> {
    const { responses, stop } = this.#of(table);
    const { copy, beforeCommit } = responses;
    const prepare = async (onProgress: (progress: CopyProgress) => void): Promise<void> => {
      while (await this.#derived(table)) {
        onProgress({ ...copy.facts, share: undefined });
      }
    };
    const own = { stop: stop.signal, beforeCommit, prepare };
    return readForHost(copy, request, ports, signal, own);
  }

  /** Returns true if another process has changed the table since the previous call. */
  hasChanged(table: number): boolean {
    return this.#of(table).responses.copy.hasChanged();
  }

  /**
   * Makes a view: which rows to show, in which order. It replaces the previous view, whose rows are no longer available.
   * @param has number of the `ViewStructure` that the caller already has
   */
  async view(table: number, query: ViewQuery, has?: number): Promise<View> {
    const isStuck = await this.#isStuck(table);
    const opened = this.#of(table);
    const start = performance.now();
    return opened.responses.reading(() => {
      const { loaded, isBehind, isComplete, readAt } = opened.responses;
      const made = opened.view.view(query);
      const it = structureOf(opened);
      const structure = it.number === has ? undefined : it;
      const took = performance.now() - start;
      return {
        ...made,
        loaded,
        isBehind: isBehind && !isStuck,
        isComplete,
        readAt,
        structure,
        took,
      };
    });
  }

  /** Returns `undefined` if the view is not the current one; `locate` and `copy` do so as well. */
  rows(table: number, view: number, first: number, count: number) {
    return this.#inView(table, (it) => it.rows(view, first, count));
  }

  locate(table: number, view: number, ids: readonly number[]) {
    return this.#inView(table, (it) => it.locate(view, ids));
  }

  /** Returns the column's values among the responses that pass the filter without its conditions on this column. */
  values(table: number, column: string, filter: ResponseFilter): ColumnValues {
    return this.#inView(table, (it) => it.values(column, filter));
  }

  /**
   * Summarises the responses that pass a filter, independently of the view. A split or weight that names no column is
   * ignored. Other calls run while columns are read.
   */
  async summarise(table: number, query: SummaryQuery): Promise<Summaries> {
    return this.#ofResponses(
      table,
      (it) => it.preparing(query),
      (it) => it.summarise(query),
    );
  }

  /** Does the same, and adds the responses behind each count and their identities, which are alike in all API versions. */
  async count(table: number, query: CountQuery): Promise<CountedFigures> {
    function* steps(it: TableSummaries): Steps<void> {
      yield* it.preparing(query);
      yield* it.identifying();
    }
    return this.#ofResponses(table, steps, (it) => it.count(query));
  }

  /** Returns the texts that people wrote in a column, from the responses that pass a filter. */
  async texts(table: number, query: TextsQuery): Promise<WrittenTexts> {
    return this.#ofResponses(
      table,
      (it) => it.identifying(),
      (it) => it.texts(query),
    );
  }

  /** Other calls run meanwhile. A newer search or another view ends it; then it resolves to `undefined`. */
  async find(table: number, view: number, query: FindQuery): Promise<FoundCell | undefined> {
    const opened = this.#of(table);
    const steps = opened.view.find(view, query);
    opened.search = steps;
    return this.#inSteps(table, steps, () => opened.search === steps);
  }

  /** Finds a response without ending a search. Returns its row, -1 if the view has none; `undefined` as `find` does. */
  async rowWith(table: number, view: number, column: string, value: string) {
    return this.#inSteps(table, this.#of(table).view.rowWith(view, column, value), () => true);
  }

  /** @throws "too-large" if the text is too long for the clipboard */
  copy(table: number, view: number, query: ClipboardQuery) {
    return this.#inView(table, (it) => it.copy(view, query));
  }

  /** Returns the response's JSON, byte for byte as the service sent it; `undefined` if rows have other responses by now. */
  raw(table: number, view: number, id: number) {
    const { responses } = this.#of(table);
    return this.#inView(table, (it) => (it.isSinceReset(view) ? responses.raw(id) : undefined));
  }

  #of(table: number): Opened {
    const it = this.#opened.get(table);
    if (!it) {
      // The worker was restarted, or the panel is closed.
      throw new SurveyError(
        "file-fault",
        sentences(localizable("The kept responses were closed."), wording("openResponses")),
      );
    }
    return it;
  }

  #inView<T>(table: number, work: (view: TableView) => T): T {
    const { responses, view } = this.#of(table);
    return responses.reading(() => work(view));
  }

  /** Returns the result of the steps; `undefined` if it is not wanted any more, or the table was closed meanwhile. */
  async #inSteps<T>(
    table: number,
    steps: Steps<T | undefined>,
    isWanted: () => boolean,
  ): Promise<T | undefined> {
    const opened = this.#of(table);
    while (isWanted() && this.#opened.get(table) === opened) {
      const { done, value } = opened.responses.reading(() => runSlice(steps));
      if (done === true) {
        return value;
      }
      await setImmediate();
    }
    return undefined;
  }

  /** Prepares in steps, so that other calls can run between them, and adds to the result which responses it covers. */
  async #ofResponses<T>(
    table: number,
    prepare: (summaries: TableSummaries) => Steps<void>,
    work: (summaries: TableSummaries) => T,
  ): Promise<T & Pick<Summaries, "loaded" | "isComplete" | "readAt" | "took">> {
    const { responses, summaries } = this.#of(table);
    const steps = prepare(summaries);
    let took = 0;
    const timed = <R>(part: () => R): R => {
      const start = performance.now();
      const result = responses.reading(part);
      took += performance.now() - start;
      return result;
    };
    while (timed(() => runSlice(steps)).done !== true) {
      await setImmediate();
      this.#of(table);
    }
    const found = timed(() => work(summaries));
    const { loaded, isComplete, readAt } = responses;
    return { ...found, loaded, isComplete, readAt, took };
  }

  /**
   * Derives pages for up to `longestDeriving`.
   * @returns true if a page cannot be derived; the view then shows the pages before it, and `read` reports the error
   */
  async #isStuck(table: number): Promise<boolean> {
    const end = performance.now() + longestDeriving;
    try {
      while (await this.#derived(table)) {
        if (performance.now() >= end) {
          break;
        }
      }
      return false;
    } catch (error) {
      if (this.#of(table).responses.pages.length === 0) {
        throw error;
      }
      return true;
    }
  }

  /**
   * Derives the next page that was stored without columns.
   * @returns false if there is none
   */
  async #derived(table: number): Promise<boolean> {
    const opened = this.#of(table);
    const { responses } = opened;
    const before = responses.reading(() => responses.pages.length);
    while (responses.isBehind && responses.pages.length === before) {
      const steps = (opened.deriving ??= responses.deriving());
      try {
        opened.deriving = runSlice(steps).done === true ? undefined : steps;
      } catch (error) {
        opened.deriving = undefined;
        throw error;
      }
      await setImmediate();
      this.#of(table);
      responses.reading(() => undefined);
    }
    return responses.pages.length !== before;
  }
}

/** Milliseconds after which a view is made of the pages that are derived so far. */
const longestDeriving = 200;

/** The collect groups are read together with the columns, so a new `columns` array means new collect groups too. */
function structureOf(opened: Opened): ViewStructure {
  const { columns, described } = opened.responses;
  if (columns !== opened.structure.columns) {
    const collectGroups = described?.collectGroups ?? [];
    opened.structure = { number: opened.structure.number + 1, columns, collectGroups };
  }
  return opened.structure;
}

function storedStructure({ described, copy }: CopyRows): StoredSurveyStructure | undefined {
  const { readAt, loaded, isWhole } = copy.facts;
  return described && { ...described, readAt, loaded, isComplete: isWhole };
}
