import type { ColumnLayout } from "../model/columnLayout.ts";
import type { Column, Row } from "../model/grid.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { CellMode, Sort } from "../model/responseView.ts";
import type { CollectGroup } from "../model/survey.ts";
import type { FieldworkView } from "./fieldwork.ts";
import type { PanelError, PanelLocale, PanelSource, PanelSubject, SavedPanel } from "./panel.ts";
import type { SummaryView } from "./summary.ts";

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
  readonly locale: PanelLocale;
  readonly subject: PanelSubject;
  readonly title: string;
  readonly reading: Reading;
  /** "3 changes since 12 Nov": of the structure, in the person's language. */
  readonly news?: string | undefined;
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
  readonly reveal?: Reveal | undefined;
}

/** What to go to in the tab that is shown; a number is gone to once. */
export interface Reveal {
  readonly number: number;
  /** Key of a column. */
  readonly column?: string | undefined;
  /** Id of the row whose response is to be read. */
  readonly row?: number | undefined;
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

/** Some rows of a view. */
export interface ResponseRows {
  readonly view: number;
  /** Position of the first one. */
  readonly first: number;
  readonly rows: readonly Row[];
}

/** The values of a column, for choosing among them. */
export interface ColumnValues {
  /** Options in the structure's order, then other values, the most frequent first. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly noAnswer: number;
  readonly notShown: number;
  /** Whether there are more values than are listed. */
  readonly isCut: boolean;
}

/** Where a text is found next. */
export interface FoundCell {
  /** Cells that contain it. */
  readonly count: number;
  /** Which of them this one is, from 1, in reading order; absent where there is none. */
  readonly number?: number | undefined;
  readonly cell?: { readonly row: number; readonly column: string } | undefined;
}

/** What commands of VS Code can have done with the active column or cell, or with the one whose menu is open. */
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
  "copyLink",
  "showInStructure",
  "toggleSort",
  "resizeColumn",
  "fitColumn",
] as const;
export type GridAction = (typeof gridActions)[number];

/** What they can have done with the panel. */
export const panelActions = [
  "toggleFilter",
  "toggleColumns",
  "nextCellMode",
  "nextResponse",
  "previousResponse",
  "showKeys",
] as const;
export type PanelAction = GridAction | (typeof panelActions)[number];

/** Where the focus is: outside of the panel, where letters are text, or where they are shortcuts. */
export const focusPlaces = ["outside", "text", "shortcuts"] as const;
export type FocusPlace = (typeof focusPlaces)[number];

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
