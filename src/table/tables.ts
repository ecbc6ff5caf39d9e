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
 * Tables of responses: what was read of a survey, kept on disk as a copy, and shown filtered, sorted and searched. They live
 * in a worker; the host talks to them by these messages-only types.
 */

export type { CopyKey as TableKey };

/** A table that is open, told by a number. */
export interface OpenTable {
  readonly table: number;
  /** What it says of the survey; absent where nothing was read yet. */
  readonly survey?: StoredSurveyStructure | undefined;
}

export interface StoredSurveyStructure extends SurveyStructure {
  /** When responses were read last: epoch milliseconds of this machine's clock. */
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
  /** How many of the first rows are the same as in the view before. */
  readonly kept: number;
  readonly matching: number;
  readonly loaded: number;
  /** More that is kept can be shown a moment later. */
  readonly isBehind: boolean;
  readonly isComplete: boolean;
  readonly readAt: number;
  /** Absent where who asks has it. */
  readonly structure?: ViewStructure | undefined;
  /** Milliseconds that it took. */
  readonly took: number;
}

/** What is long, and mostly the same from view to view. */
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

export interface CopyQuery {
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
 * What the worker does. Every call rejects with a SurveyError: "file-fault" where the database cannot be read or written,
 * and those named. A damaged database is thrown away and begun anew: all that is in it can be read again.
 */
export interface TableCalls {
  /** @param dataSpace its name, for messages */
  open(key: CopyKey, dataSpace: string): OpenTable;
  /** Ends what is read into it, and closes its file, which others may have open, too. */
  close(table: number): void;

  /**
   * Keeps what the service says of the survey, byte for byte; the columns follow. Rejects with "malformed-answer".
   * @param collectGroups the JSON array of the survey's collect groups
   */
  putStructure(
    table: number,
    survey: Uint8Array,
    collectGroups: Uint8Array,
    onlyWhereMissing?: boolean,
  ): SurveyStructure;
  /**
   * See readCopy, and `readThrough`, by which the host calls it. Columns are derived with each page: what cannot be shown is
   * not kept.
   */
  read(table: number, request: ReadRequest, ports: ReadPorts): Promise<ReadOutcome>;

  /** Whether another process has changed the table since it was asked last. */
  hasChanged(table: number): boolean;
  /**
   * What is to be shown, in which order. Rows of the view of before cannot be asked for any more.
   * @param structure number of the one that who asks has
   */
  view(table: number, query: ViewQuery, structure?: number): Promise<View>;
  /** `undefined` where the view is not the current one. */
  rows(table: number, view: number, first: number, count: number): Row[] | undefined;
  locate(table: number, view: number, ids: readonly number[]): number[] | undefined;
  /** Of the column, among the responses that the rest of the filter lets through. */
  values(table: number, column: string, filter: ResponseFilter): Values;
  /**
   * Of the responses that a filter lets through, whatever is shown. Where the split or weight names no column, the summaries
   * are without. Other calls go on while columns are read.
   */
  summarise(table: number, query: SummaryQuery): Promise<Summaries>;
  /** The same, with the responses that stand behind each count, as they are known in all versions of the API. */
  count(table: number, query: CountQuery): Promise<CountedFigures>;
  /** What people wrote in a column, of the responses that a filter lets through. */
  texts(table: number, query: TextsQuery): Promise<WrittenTexts>;
  /** Other calls go on meanwhile. A newer search ends it, and so does another view: then it is `undefined`. */
  find(table: number, view: number, query: FindQuery): Promise<Found | undefined>;
  /** Rejects with "too-large" where it would be more than the clipboard is for. */
  copy(table: number, view: number, query: CopyQuery): string | undefined;
  /** The response's JSON, byte for byte as the service sent it. */
  raw(table: number, id: number): Uint8Array | undefined;

  /** Bytes on disk of all tables. */
  size(): number;
  /**
   * Removes tables, those used longest ago first, until they take no more than so many bytes. Open ones stay, and
   * those spared.
   */
  limit(bytes: number, spared?: readonly CopyKey[]): void;
  /** Removes tables that nobody has open, in any process: all but those spared, or one. */
  removeClosed(spared: readonly CopyKey[], only?: CopyKey): void;
  /** Removes all tables, or those of a data space. Open ones are emptied. */
  clear(space?: string): void;
}
