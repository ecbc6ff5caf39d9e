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

/** Progress of reading the survey's responses. */
export interface Reading {
  /**
   * "elsewhere": another window of VS Code reads them into the same table. "offline": the service cannot be reached, and
   * older responses are shown.
   */
  readonly state: "idle" | "reading" | "paused" | "elsewhere" | "offline";
  /** Share of the survey's time span that has been read, 0 to 1; `undefined` if unknown. */
  readonly share?: number | undefined;
}

/** State of a responses panel, except the rows. */
export interface ResponsesState {
  readonly locale: PanelLocale;
  readonly subject: PanelSubject;
  readonly title: string;
  readonly reading: Reading;
  /** Such as "3 changes since 12 Nov" for changes of the structure, in the person's language. */
  readonly news?: string | undefined;
  /** Shown beside what was read before. */
  readonly error?: PanelError | undefined;
  readonly filter: ResponseFilter;
  readonly sort?: Sort | undefined;
  readonly cells: CellMode;
  readonly layout: ColumnLayout;
  /** Answers that the figures leave out. The host stores them. */
  readonly missingCodes?: MissingCodes | undefined;
  readonly tab: ResponsesTab;
  readonly summary: SummaryView;
  readonly collectGroups: readonly CollectGroup[];
  /** `undefined` until something was read or found in the table. */
  readonly content?: ResponsesContent | undefined;
  readonly reveal?: Reveal | undefined;
}

/** What the current tab should scroll to. The panel follows each `number` once. */
export interface Reveal {
  readonly number: number;
  /** Key of a column. */
  readonly column?: string | undefined;
  /** ID of the row whose response to show. */
  readonly row?: number | undefined;
}

export interface ResponsesContent {
  readonly source: PanelSource;
  readonly columns: readonly Column[];
  /** Number of the filtered and sorted view: as long as it is the same, so are the rows at all positions. */
  readonly view: number;
  /** Number of first rows that are the same as in the view before. */
  readonly kept: number;
  /** Number of responses that pass the filter: the rows of the view. */
  readonly matching: number;
  readonly loaded: number;
  /** True if everything is loaded that the service had when it was last asked: then `loaded` is the total. */
  readonly isComplete: boolean;
}

/**
 * Host → responses panel: the current state. Long parts are `undefined` if they have not changed; the answer to `ready` has
 * them.
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
  /** Position of the first row. */
  readonly first: number;
  readonly rows: readonly Row[];
}

/** Longest text to find, in characters. */
export const longestFind = 1000;

/** Actions of VS Code's commands on the active column or cell, or on the one whose menu is open. */
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

/** Actions of VS Code's commands on the panel. */
export const panelActions = [
  "toggleFilter",
  "toggleColumns",
  "nextCellMode",
  "nextResponse",
  "previousResponse",
  "showKeys",
] as const;
export type PanelAction = GridAction | (typeof panelActions)[number];

/** Where the focus is: outside the panel, where letters are text, or where they are shortcuts. */
export const focusPlaces = ["outside", "text", "shortcuts"] as const;
export type FocusPlace = (typeof focusPlaces)[number];

/** What the responses panel saves, so that it shows the same after a window reload. */
export interface SavedResponses extends SavedPanel {
  readonly filter: ResponseFilter;
  readonly sort?: Sort | undefined;
  readonly cells: CellMode;
  readonly tab: ResponsesTab;
  readonly summary: SummaryView;
  /** `undefined` if the tab was never shown. */
  readonly fieldwork?: FieldworkView | undefined;
}
