import type { CopyKey } from "../copy/copyFolders.ts";
import type { ReadOutcome } from "../copy/readCopy.ts";
import type { Column, Row } from "../model/grid.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { CollectGroup } from "../model/survey.ts";
import type { CellMode, CopyFormat, Sort } from "../model/responseView.ts";
import type { Summaries, SummaryQuery } from "../model/summary.ts";
import type { SurveyStructure } from "../client/surveyStructure.ts";
import type { ReadRequest } from "./readForHost.ts";
import type { CountedFigures, CountQuery } from "./countedRows.ts";
import type { ReadPorts } from "./readMessages.ts";
import type { TextsQuery, WrittenTexts } from "./writtenTexts.ts";

/*
 * Response tables: a survey's responses, stored on disk as a copy, and shown filtered, sorted and searched. They live in a
 * worker. The host uses them through these types, which have only what can be posted as messages.
 */

/** An open table, identified by a number. */
export interface OpenTable {
  readonly table: number;
  /** `undefined` if nothing has been read yet. */
  readonly stored?: StoredSurveyStructure | undefined;
}

export interface StoredSurveyStructure extends SurveyStructure {
  /** Time at which responses were last read: epoch milliseconds of this machine's clock. */
  readonly readAt: number;
  readonly loaded: number;
  readonly isComplete: boolean;
}

export interface ViewQuery {
  readonly filter: ResponseFilter;
  readonly sort?: Sort | undefined;
}

export interface View {
  readonly view: number;
  /** Number of rows at the start that are the same as in the previous view. */
  readonly kept: number;
  readonly matching: number;
  readonly loaded: number;
  /** True if there are stored responses that can be shown only a moment later. */
  readonly isBehind: boolean;
  readonly isComplete: boolean;
  readonly readAt: number;
  /** Absent if the caller already has it. */
  readonly structure?: ViewStructure | undefined;
  /** Milliseconds that the view took. */
  readonly took: number;
}

/** The part of a view that is large and rarely changes between views. */
export interface ViewStructure {
  readonly number: number;
  readonly columns: readonly Column[];
  readonly collectGroups: readonly CollectGroup[];
}

export interface FindQuery {
  readonly text: string;
  readonly columns: readonly string[];
  readonly cells: CellMode;
  readonly from: { readonly row: number; readonly column: string };
  readonly step: -1 | 0 | 1;
}

export interface Found {
  readonly count: number;
  readonly number?: number | undefined;
  readonly cell?: { readonly row: number; readonly column: string } | undefined;
}

export interface ClipboardQuery {
  readonly top: number;
  readonly bottom: number;
  readonly columns: readonly string[];
  readonly cells: CellMode;
  readonly format: CopyFormat;
  readonly names: boolean;
}

export interface Values {
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly noAnswer: number;
  readonly notShown: number;
  readonly isCut: boolean;
}

/**
 * Calls that the worker answers. Every call may reject with a SurveyError: "file-fault" if the database cannot be read or
 * written, and the codes named below. A damaged database is deleted and created again, because the service still has all
 * of its data.
 */
export interface TableCalls {
  /** @param dataSpace the data space's name, for messages */
  open(key: CopyKey, dataSpace: string): OpenTable;
  /** Aborts reading into the table and closes its file. Others may still have the file open. */
  close(table: number): void;

  /**
   * Stores the survey's structure, byte for byte as the service sent it, and updates the columns. Rejects with
   * "malformed-answer".
   * @param collectGroups the JSON array of the survey's collect groups
   * @param onlyWhereMissing keeps a structure that is already stored. Default: false
   */
  putStructure(
    table: number,
    survey: Uint8Array,
    collectGroups: Uint8Array,
    onlyWhereMissing?: boolean,
  ): SurveyStructure;
  /**
   * Reads into the table; see `readCopy`. The host calls it through `readIntoTable`. Columns are derived in the transaction of
   * each page, so pages that cannot be shown are not stored.
   */
  read(
    table: number,
    request: ReadRequest,
    ports: ReadPorts,
    signal: AbortSignal,
  ): Promise<ReadOutcome>;

  /** Returns true if another process has changed the table since the previous call. */
  hasChanged(table: number): boolean;
  /**
   * Makes a view: which rows to show, in which order. It replaces the previous view, whose rows are no longer available.
   * @param structure number of the `ViewStructure` that the caller already has
   */
  view(table: number, query: ViewQuery, structure?: number): Promise<View>;
  /** Resolves to `undefined` if the view is not the current one; `locate` and `copy` do so as well. */
  rows(table: number, view: number, first: number, count: number): Row[] | undefined;
  locate(table: number, view: number, ids: readonly number[]): number[] | undefined;
  /** Returns the column's values among the responses that pass the filter without its conditions on this column. */
  values(table: number, column: string, filter: ResponseFilter): Values;
  /**
   * Summarises the responses that pass a filter, independently of the view. A split or weight that names no column is
   * ignored. Other calls run while columns are read.
   */
  summarise(table: number, query: SummaryQuery): Promise<Summaries>;
  /** Does the same, and adds the responses behind each count and their identities, which are alike in all API versions. */
  count(table: number, query: CountQuery): Promise<CountedFigures>;
  /** Returns the texts that people wrote in a column, from the responses that pass a filter. */
  texts(table: number, query: TextsQuery): Promise<WrittenTexts>;
  /** Other calls run meanwhile. A newer search or another view ends it; then it resolves to `undefined`. */
  find(table: number, view: number, query: FindQuery): Promise<Found | undefined>;
  /** Rejects with "too-large" if the text is too long for the clipboard. */
  copy(table: number, view: number, query: ClipboardQuery): string | undefined;
  /** Returns the response's JSON, byte for byte as the service sent it. */
  raw(table: number, id: number): Uint8Array | undefined;

  /** Returns the bytes on disk of all tables. */
  size(): number;
  /** Removes tables, least recently used first, until the rest takes at most `bytes`. Keeps open tables and `spared`. */
  limit(bytes: number, spared?: readonly CopyKey[]): void;
  /** Removes tables that no process has open, except `spared`; if `only` is given, at most that one. */
  removeClosed(spared: readonly CopyKey[], only?: CopyKey): void;
  /** Removes all tables, or those of a data space. Open tables are emptied instead. */
  clear(space?: string): void;
}
