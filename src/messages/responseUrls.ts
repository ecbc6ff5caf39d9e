import type { CollectGroup } from "../model/survey.ts";
import type { UrlParameter } from "../model/urlTable.ts";
import type { PanelError, PanelLocale, PanelSource, PanelSubject } from "./panel.ts";

/** What this panel shows: a collect group. */
export interface UrlsSubject extends PanelSubject {
  readonly collectGroupId: string;
}

/** What a response URL panel shows but the rows, which are its own. */
export interface ResponseUrlsState {
  readonly locale: PanelLocale;
  readonly subject: UrlsSubject;
  /** The collect group's name. */
  readonly title: string;
  readonly loading: boolean;
  /** Why the group and its survey could not be read; stands beside what was shown before. */
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

/** The latest preview that was asked for. */
export interface UrlPreview {
  /** The panel's number for it. */
  readonly run: number;
  /** Rows that were sent. */
  readonly total: number;
  readonly done: number;
  readonly loading: boolean;
  readonly error?: PanelError | undefined;
  /** Those of the first `done` rows, in row order; absent while it runs. */
  readonly urls?: readonly string[] | undefined;
}

/** Rows as text, which a person asked for. */
export interface RowText {
  readonly format: "pasted" | "csv" | "json";
  /** The file's name; absent for the clipboard. */
  readonly name?: string | undefined;
  readonly text: string;
}

/** A row without problems: one value a column, or null. */
export type SentRow = readonly (string | number | null)[];
