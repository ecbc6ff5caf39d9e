import type { Column } from "../model/grid.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { CollectGroup } from "../model/survey.ts";
import type { CellMode, CopyFormat, Sort } from "../model/responseView.ts";
import type { SurveyStructure } from "../client/surveyStructure.ts";

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

export interface ClipboardQuery {
  readonly top: number;
  readonly bottom: number;
  readonly columns: readonly string[];
  readonly cells: CellMode;
  readonly format: CopyFormat;
  readonly names: boolean;
}
