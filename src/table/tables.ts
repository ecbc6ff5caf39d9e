import type { Column, Row } from "../model/grid.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { ApiVersion, CollectGroup, Survey } from "../model/survey.ts";
import type { CellMode, CopyFormat, Sort } from "../model/responseView.ts";
import type { Summaries, SummaryQuery } from "../model/summary.ts";
import type { KnownItem } from "../reader/border.ts";
import type { PageTrail, WindowState } from "../reader/windowState.ts";

/*
 * Tables of responses: what was read of a survey, kept on disk (see store), and shown filtered, sorted and searched. They live
 * in a worker; the host talks to them by these messages-only types.
 */

/** Of what a table is. */
export interface TableKey {
  /** A hash of the Space ID and the data space's origin: neither can be read from it. */
  readonly space: string;
  readonly version: ApiVersion;
  readonly surveyId: string;
}

/** A table that is open, told by a number. */
export interface OpenTable {
  readonly table: number;
  /** What it says of the survey; absent where nothing was read yet. */
  readonly survey?: KeptSurvey | undefined;
}

export interface KeptSurvey {
  readonly survey: Survey;
  readonly collectGroups: readonly CollectGroup[];
  /** When responses were read last: epoch milliseconds of this machine's clock. */
  readonly readAt: number;
  readonly loaded: number;
  readonly isComplete: boolean;
}

/** Where reading stands, for who has the turn to read. */
export interface ReadingState {
  /** Those of a reading that was not finished, newest first. */
  readonly windows: readonly KeptWindow[];
  /** Responses that are kept. */
  readonly loaded: number;
  /** The time of the newest response. */
  readonly newest?: string | undefined;
  /** The service cannot be read in several windows. */
  readonly isAlone: boolean;
}

/** A window of the reader, as it stood when its last page was kept. */
export interface KeptWindow {
  readonly state: WindowState;
  /** The items kept last, newest first, so that doubles are known; some thousands at most. */
  readonly recent: readonly KeptItem[];
  /** Of all its pages, in the order in which they were read. */
  readonly trail: readonly PageTrail[];
}

export interface KeptItem {
  readonly id?: string | undefined;
  readonly finishedAt?: string | undefined;
}

/** A page to be kept. `body` is handed over: it is of no use to the sender any more. */
export interface KeptPage {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Start and end in `body` of each item, one after the other, newest first. */
  readonly places: Uint32Array<ArrayBuffer>;
  /** How the window stands behind the page. */
  readonly window: WindowState;
  readonly trail: PageTrail;
}

/** `known` are all responses that are kept after `since`. */
export interface Overlap {
  readonly since: string;
  readonly known: readonly KnownItem[];
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
  open(key: TableKey, dataSpace: string): OpenTable;
  /** The last one to close it closes the database. */
  close(table: number): void;

  /** Keeps what the service says of the survey; the columns follow. */
  putSurvey(table: number, survey: Survey, collectGroups: readonly CollectGroup[]): void;
  /**
   * Asks to be the only one that reads into the table, among all that have it open in any process. `undefined`: another one
   * has the turn. It lasts some seconds after each call that uses it, so that the turn of a process that has ended is free
   * again.
   */
  takeTurn(table: number): ReadingState | undefined;
  /** Whether another process has the turn. */
  isTurnElsewhere(table: number): boolean;
  /** Keeps the turn while a page takes long to come. Rejects with "cancelled" where the turn was lost. */
  keepTurn(table: number): void;
  /**
   * One transaction. Rejects with "malformed-answer" where an item cannot be read, and with "cancelled" where the turn was
   * lost; then nothing of it is kept.
   * @returns how many responses are loaded
   */
  addPage(table: number, page: KeptPage): number;
  /** How windows stand that were divided, or have come to their end without a page. */
  putWindows(table: number, windows: readonly WindowState[]): void;
  /** Everything was read, up to the responses that were the newest when reading began: windows are done with. */
  finish(table: number): void;
  leaveTurn(table: number): void;
  /** Begins anew: forgets all responses and windows. `isAlone`: the service cannot be read in several windows. */
  reset(table: number, isAlone: boolean): void;
  /**
   * What of the newest responses a refresh reads again, so that what was submitted late is found. With `since`, all after it.
   * @returns `undefined` where nothing is kept, or nothing with a time of the documented form
   */
  overlap(table: number, since?: string): Overlap | undefined;

  /** Whether another process has changed the table since it was asked last. */
  hasChanged(table: number): boolean;
  /**
   * What is to be shown, in which order. Rows of the view of before cannot be asked for any more.
   * @param structure number of the one that who asks has
   */
  view(table: number, query: ViewQuery, structure?: number): View;
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
  /** Other calls go on meanwhile. A newer search ends it, and so does another view: then it is `undefined`. */
  find(table: number, view: number, query: FindQuery): Promise<Found | undefined>;
  /** Rejects with "too-large" where it would be more than the clipboard is for. */
  copy(table: number, view: number, query: CopyQuery): string | undefined;
  /** The response's JSON, byte for byte as the service sent it. */
  raw(table: number, id: number): Uint8Array | undefined;

  /** Bytes on disk of all tables. */
  size(): number;
  /** Removes tables, those used longest ago first, until they take no more than so many bytes. Open ones stay. */
  limit(bytes: number): void;
  /** Removes all tables, or those of a data space. Open ones are emptied. */
  clear(space?: string): void;
}
