import type { CrossMeasure } from "../model/crossTable.ts";
import type { SummaryBase } from "../model/summary.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";

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
  /** The filter that the current one is compared with; absent: none. */
  readonly compared?: ResponseFilter | undefined;
  /** Small bars in the header of the grid. */
  readonly headerBars: boolean;
}

export const reportFormats = ["md", "html"] as const;
export type ReportFormat = (typeof reportFormats)[number];
