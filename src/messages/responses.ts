import type { Column, Row } from "../model/grid.ts";
import type { CollectGroup } from "../model/survey.ts";
import type { PanelError, PanelLocale, PanelSource, PanelSubject, SavedPanel } from "./panel.ts";

/** Which part of a coded answer a cell shows. */
export const cellModes = ["codes", "labels", "both"] as const;
export type CellMode = (typeof cellModes)[number];

/** The range is (start, end] on submission time; both in the API's own form. */
export interface ResponseFilter {
  readonly startDateTime?: string | undefined;
  readonly endDateTime?: string | undefined;
  readonly collectGroupId?: string | undefined;
}

/** Host → responses panel. Each message replaces the whole state; rows are those of the visible page only. */
export interface ResponsesState {
  readonly kind: "state";
  readonly locale: PanelLocale;
  readonly subject: PanelSubject;
  readonly title: string;
  readonly loading: boolean;
  /** Responses read while looking for matching ones, for a filter that the service does not know. */
  readonly scanned?: number | undefined;
  readonly error?: PanelError | undefined;
  readonly filter: ResponseFilter;
  readonly cells: CellMode;
  readonly collectGroups: readonly CollectGroup[];
  readonly content?: ResponsesContent | undefined;
}

export interface ResponsesContent {
  readonly source: PanelSource;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Position of the first row among the matching responses, newest first, from 0. */
  readonly first: number;
  /** Number of matching responses, once the oldest page was seen. */
  readonly total?: number | undefined;
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
}

/** What the responses panel keeps: after a reload the host reads with the same filter. */
export interface SavedResponses extends SavedPanel {
  readonly filter: ResponseFilter;
}

/** Responses panel → host. */
export type ResponsesRequest =
  | { readonly kind: "ready" }
  | { readonly kind: "refresh" }
  | { readonly kind: "cancel" }
  | { readonly kind: "signIn" }
  | { readonly kind: "page"; readonly to: "newest" | "newer" | "older" }
  | { readonly kind: "filter"; readonly filter: ResponseFilter }
  | { readonly kind: "cells"; readonly cells: CellMode }
  | { readonly kind: "openStructure" }
  | { readonly kind: "export" }
  /** `position`: of the response among the matching ones, as `first` counts. */
  | { readonly kind: "showRaw"; readonly position: number }
  | { readonly kind: "copy"; readonly text: string };
