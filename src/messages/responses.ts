import type { ColumnLayout } from "../model/columnLayout.ts";
import type { Column, Row } from "../model/grid.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { CellMode, CopyFormat, Sort } from "../model/responseView.ts";
import type { CollectGroup } from "../model/survey.ts";
import type { FieldworkAnswer, FieldworkRequest, FieldworkView } from "./fieldwork.ts";
import type { PanelError, PanelLocale, PanelSource, PanelSubject, SavedPanel } from "./panel.ts";
import type {
  ReportRequest,
  SavePictureRequest,
  SummariesAnswer,
  SummariesFailure,
  SummariseRequest,
  SummaryView,
} from "./summary.ts";

export const responsesTabs = ["responses", "summary", "fieldwork"] as const;
export type ResponsesTab = (typeof responsesTabs)[number];

/** How far reading the survey's responses has come. */
export interface Reading {
  /**
   * "elsewhere": another window of VS Code reads them into the same table. "offline": the service cannot be reached, and
   * what was read before is shown.
   */
  readonly state: "idle" | "reading" | "paused" | "elsewhere" | "offline";
  /** How much of the time that the survey covers is read, 0 to 1; absent where nobody can tell. */
  readonly share?: number | undefined;
}

/** All that a responses panel shows but the rows. */
export interface ResponsesState {
  readonly kind: "state";
  readonly locale: PanelLocale;
  readonly subject: PanelSubject;
  readonly title: string;
  readonly reading: Reading;
  /** Stands beside what was read before. */
  readonly error?: PanelError | undefined;
  readonly filter: ResponseFilter;
  readonly sort?: Sort | undefined;
  readonly cells: CellMode;
  readonly layout: ColumnLayout;
  /** Which answers the figures leave out; the host has them. */
  readonly missingCodes?: MissingCodes | undefined;
  readonly tab: ResponsesTab;
  readonly summary: SummaryView;
  readonly collectGroups: readonly CollectGroup[];
  /** Absent until something was read or found in the table. */
  readonly content?: ResponsesContent | undefined;
}

export interface ResponsesContent {
  readonly source: PanelSource;
  readonly columns: readonly Column[];
  /** A number for which responses stand in which order: as long as it is the same, so are the rows at all positions. */
  readonly view: number;
  /** How many of the first rows are the same as in the view before. */
  readonly kept: number;
  /** Responses that the filter lets through: the rows of the view. */
  readonly matching: number;
  readonly loaded: number;
  /** Whether everything is loaded, as far as the service said when it was asked last: then `loaded` is the total. */
  readonly isComplete: boolean;
}

/**
 * Host → responses panel: the state of now. What is long is absent where it is as it was; it is there in the answer to
 * `ready`.
 */
export interface ResponsesUpdate extends Omit<
  ResponsesState,
  "locale" | "collectGroups" | "content"
> {
  readonly locale?: PanelLocale | undefined;
  readonly collectGroups?: readonly CollectGroup[] | undefined;
  readonly content?: UpdatedContent | undefined;
}

export interface UpdatedContent extends Omit<ResponsesContent, "columns"> {
  readonly columns?: readonly Column[] | undefined;
}

/** Host → responses panel: rows that it asked for, or that it is about to need. A view of before is to be ignored. */
export interface ResponseRows {
  readonly kind: "rows";
  readonly view: number;
  /** Position of the first one. */
  readonly first: number;
  readonly rows: readonly Row[];
}

/** Where rows stand in the view, by id; -1 where they do not. */
export interface LocatedRows {
  readonly kind: "located";
  readonly view: number;
  readonly ids: readonly number[];
  readonly positions: readonly number[];
}

/** The values of a column, for choosing among them. */
export interface ColumnValues {
  readonly kind: "values";
  /** Key of the column. */
  readonly column: string;
  /** Options in the structure's order, then other values, the most frequent first. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly noAnswer: number;
  readonly notShown: number;
  /** Whether there are more values than are listed. */
  readonly isCut: boolean;
}

/** Where a text is found next. */
export interface FoundCell {
  readonly kind: "found";
  /** The panel's number for the search. */
  readonly run: number;
  readonly view: number;
  /** Cells that contain it. */
  readonly count: number;
  /** Which of them this one is, from 1, in reading order; absent where there is none. */
  readonly number?: number | undefined;
  readonly cell?: { readonly row: number; readonly column: string } | undefined;
}

/** What the native context menus can have done with the column or cell that was clicked. */
export const gridActions = [
  "sortAscending",
  "sortDescending",
  "clearSort",
  "freezeColumns",
  "hideColumn",
  "moveColumnLeft",
  "moveColumnRight",
  "resetColumns",
  "filterByColumn",
  "filterByValue",
  "copyTsv",
  "copyCsv",
  "copyJson",
  "copyMarkdown",
  "showRaw",
] as const;
export type GridAction = (typeof gridActions)[number];

/** Host → responses panel: a menu's command, to be done with the panel's active cell or column. */
export interface DoAction {
  readonly kind: "do";
  readonly action: GridAction;
}

export type ResponsesMessage =
  | ResponsesUpdate
  | ResponseRows
  | LocatedRows
  | ColumnValues
  | FoundCell
  | DoAction
  | SummariesAnswer
  | SummariesFailure
  | FieldworkAnswer;

/** What the responses panel keeps: after a window reload the host shows the same again. */
export interface SavedResponses extends SavedPanel {
  readonly filter: ResponseFilter;
  readonly sort?: Sort | undefined;
  readonly cells: CellMode;
  readonly tab: ResponsesTab;
  readonly summary: SummaryView;
  /** Absent where the tab was never shown. */
  readonly fieldwork?: FieldworkView | undefined;
}

/** Responses panel → host. */
export type ResponsesRequest =
  | SummariseRequest
  | ReportRequest
  | SavePictureRequest
  | FieldworkRequest
  | { readonly kind: "tab"; readonly tab: ResponsesTab }
  /** The panel shows it already; the choice is kept for when it comes back. */
  | { readonly kind: "summaryView"; readonly view: SummaryView }
  | { readonly kind: "ready" }
  /** Reads what is new. */
  | { readonly kind: "refresh" }
  /** Reads everything again: with the fieldwork in front its metadata, else the responses, and forgets those that are kept. */
  | { readonly kind: "readAnew" }
  /** Pauses reading. */
  | { readonly kind: "cancel" }
  | { readonly kind: "resume" }
  | { readonly kind: "signIn" }
  | { readonly kind: "rows"; readonly view: number; readonly first: number; readonly count: number }
  | { readonly kind: "locate"; readonly view: number; readonly ids: readonly number[] }
  | { readonly kind: "filter"; readonly filter: ResponseFilter }
  | { readonly kind: "sort"; readonly sort: Sort | null }
  | { readonly kind: "cells"; readonly cells: CellMode }
  | { readonly kind: "layout"; readonly layout: ColumnLayout }
  | { readonly kind: "values"; readonly column: string }
  | {
      readonly kind: "find";
      readonly run: number;
      readonly view: number;
      readonly text: string;
      /** Keys of the shown columns, in their order. */
      readonly columns: readonly string[];
      readonly cells: CellMode;
      /** Where to begin; the cell itself counts where `step` is 0. */
      readonly from: { readonly row: number; readonly column: string };
      readonly step: -1 | 0 | 1;
    }
  | {
      readonly kind: "copyCells";
      readonly view: number;
      /** Positions, both inclusive. */
      readonly top: number;
      readonly bottom: number;
      readonly columns: readonly string[];
      readonly cells: CellMode;
      readonly format: CopyFormat;
      /** Whether the columns' names are to stand above; JSON always has them. */
      readonly names: boolean;
    }
  | { readonly kind: "openStructure" }
  /** Asks which codes of the question are missing. */
  | { readonly kind: "missingCodes"; readonly column: string }
  /** Exports what is shown: the responses that the filter lets through. */
  | { readonly kind: "export" }
  | { readonly kind: "showRaw"; readonly id: number }
  | { readonly kind: "copy"; readonly text: string };
