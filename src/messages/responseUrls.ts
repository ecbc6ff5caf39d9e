import type { CollectGroup } from "../model/survey.ts";
import type { UrlParameter } from "../model/urlTable.ts";
import type { PanelError, PanelLocale, PanelSource, PanelSubject } from "./panel.ts";

/** What this panel shows: a collect group. */
export interface UrlsSubject extends PanelSubject {
  readonly collectGroupId: string;
}

/** Host → response URL panel. Each one replaces the whole state; the rows are the panel's own, which it keeps itself. */
export interface ResponseUrlsState {
  readonly kind: "state";
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

/** Host → response URL panel: rows as text, which a person asked for. */
export interface RowText {
  readonly kind: "text";
  readonly format: "pasted" | "csv" | "json";
  /** The file's name; absent for the clipboard. */
  readonly name?: string | undefined;
  readonly text: string;
}

export type ResponseUrlsMessage = ResponseUrlsState | RowText;

/** A row without problems: one value a column, or null. */
export type SentRow = readonly (string | number | null)[];

/** Response URL panel → host. */
export type ResponseUrlsRequest =
  | { readonly kind: "ready" }
  | { readonly kind: "refresh" }
  | { readonly kind: "cancel" }
  | { readonly kind: "signIn" }
  | { readonly kind: "changeVersion" }
  | { readonly kind: "openStructure" }
  | { readonly kind: "paste" }
  | { readonly kind: "openFile" }
  | {
      readonly kind: "preview";
      readonly run: number;
      readonly columns: readonly string[];
      readonly rows: readonly SentRow[];
    }
  | {
      readonly kind: "save";
      readonly columns: readonly string[];
      readonly rows: readonly { readonly cells: SentRow; readonly url: string }[];
    }
  | { readonly kind: "open"; readonly url: string }
  | { readonly kind: "copy"; readonly text: string };
