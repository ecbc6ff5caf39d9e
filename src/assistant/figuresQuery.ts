import type { ResponseFilter } from "../model/responseFilter.ts";
import type { SummaryBase } from "../model/summary.ts";

/** What the figures of an answer were counted from. Enough for the panel to show the same figures. */
export interface FiguresQuery {
  readonly dataSpace: string;
  readonly surveyId: string;
  /** Name of the column, or its key if several have that name. Undefined: the fieldwork. */
  readonly question?: string | undefined;
  /** Name of the column by which figures are split. */
  readonly by?: string | undefined;
  readonly filter: ResponseFilter;
  readonly weight?: string | undefined;
  readonly base: SummaryBase;
}
