import type { CrossMeasure } from "../model/crossTable.ts";
import type { SummaryBase } from "../model/summary.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";

/** How the summary is shown; saved with the panel. */
export interface SummaryView {
  readonly base: SummaryBase;
  /** Key of the embedded data that weights responses. */
  readonly weight?: string | undefined;
  /** Key of the column by which figures are split. */
  readonly split?: string | undefined;
  /** Measure in the cells of cross tables. Default: percent of the column. */
  readonly measure?: CrossMeasure | undefined;
  /** By key of a question: true if its statistics are shown. Only for questions for which a person has chosen. */
  readonly statistics?: Readonly<Record<string, boolean>> | undefined;
  /** True if tables are shown instead of pictures. */
  readonly asTables: boolean;
  /** The filter that the current one is compared with. `undefined`: none. */
  readonly compared?: ResponseFilter | undefined;
  /** True if the header of the grid shows small bars. */
  readonly headerBars: boolean;
}

export const reportFormats = ["md", "html"] as const;
export type ReportFormat = (typeof reportFormats)[number];
