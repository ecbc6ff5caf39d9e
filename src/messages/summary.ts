import type { CrossMeasure } from "../model/crossTable.ts";
import type { Summaries, SummaryBase, SummaryQuery } from "../model/summary.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { PanelError } from "./panel.ts";

/** How the summary is looked at; kept with the panel. */
export interface SummaryView {
  readonly base: SummaryBase;
  /** Key of the embedded data by which responses count. */
  readonly weight?: string | undefined;
  /** Key of the column by which questions are divided. */
  readonly split?: string | undefined;
  /** What the cells of cross tables say; absent: percent of the column. */
  readonly measure?: CrossMeasure | undefined;
  /** By key of a question whether its statistics are shown, where a person has said so. */
  readonly statistics?: Readonly<Record<string, boolean>> | undefined;
  /** Whether tables are shown instead of pictures. */
  readonly asTables: boolean;
  /** With what the current filter is compared; absent: with nothing. */
  readonly compared?: ResponseFilter | undefined;
  /** Small bars in the header of the grid. */
  readonly headerBars: boolean;
}

/**
 * Responses panel → host. Asks for some columns at a time, so that what is in sight comes first; answered with the same
 * `run`.
 */
export interface SummariseRequest extends SummaryQuery {
  readonly kind: "summarise";
  readonly run: number;
}

/** Host → responses panel. */
export interface SummariesAnswer extends Summaries {
  readonly kind: "summaries";
  readonly run: number;
}

/** Host → responses panel: what was asked for with this `run` could not be summed up. */
export interface SummariesFailure {
  readonly kind: "summariesFailed";
  readonly run: number;
  readonly error: PanelError;
}

export const reportFormats = ["md", "html"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Responses panel → host: opens the summary of the named columns as a document. */
export interface ReportRequest {
  readonly kind: "report";
  readonly format: ReportFormat;
  /** Keys, in their order. */
  readonly columns: readonly string[];
  readonly view: SummaryView;
}

/** Responses panel → host: a picture that the clipboard would not take, to be saved as a file. */
export interface SavePictureRequest {
  readonly kind: "savePicture";
  /** Of the file, without its ending. */
  readonly name: string;
  /** Base64. */
  readonly png: string;
}
