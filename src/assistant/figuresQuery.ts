import type { ResponseFilter } from "../model/responseFilter.ts";
import type { SummaryBase } from "../model/summary.ts";

/** Which figures an answer has. From this alone the panel shows the same. */
export interface FiguresQuery {
  readonly dataSpace: string;
  readonly surveyId: string;
  /** Name of the column, or its key where several have that name; absent: the fieldwork. */
  readonly question?: string | undefined;
  /** Name of the column by which it is divided. */
  readonly by?: string | undefined;
  readonly filter: ResponseFilter;
  readonly weight?: string | undefined;
  readonly base: SummaryBase;
}
