import type { CollectGroup } from "../model/survey.ts";
import type { UrlParameter } from "../model/urlTable.ts";
import type { PanelError, PanelLocale, PanelSource, PanelSubject } from "./panel.ts";

/** What this panel shows: a collect group. */
export interface UrlsSubject extends PanelSubject {
  readonly collectGroupId: string;
}

/** State of a response URL panel except the rows, which the panel keeps itself. */
export interface ResponseUrlsState {
  readonly locale: PanelLocale;
  readonly subject: UrlsSubject;
  /** The collect group's name. */
  readonly title: string;
  readonly loading: boolean;
  /** Why the group and its survey could not be read; shown beside the earlier content. */
  readonly error?: PanelError | undefined;
  readonly content?: ResponseUrlsContent | undefined;
  readonly preview?: UrlPreview | undefined;
}

export interface ResponseUrlsContent {
  readonly source: PanelSource;
  readonly surveyLabel: string;
  readonly group: CollectGroup;
  readonly parameters: readonly UrlParameter[];
}

/** The latest requested preview. */
export interface UrlPreview {
  /** The panel's number for it. */
  readonly run: number;
  /** Number of rows that were sent. */
  readonly total: number;
  readonly done: number;
  readonly loading: boolean;
  readonly error?: PanelError | undefined;
  /** URLs of the first `done` rows, in row order; `undefined` while the preview runs. */
  readonly urls?: readonly string[] | undefined;
}

/** Rows as text, from the clipboard or a file. */
export interface RowText {
  readonly format: "pasted" | "csv" | "json";
  /** Name of the file; `undefined` for the clipboard. */
  readonly name?: string | undefined;
  readonly text: string;
}

/** A row without problems: one value per column, or null. */
export type SentRow = readonly (string | number | null)[];
