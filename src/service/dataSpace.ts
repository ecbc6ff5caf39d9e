import type { SurveyReader } from "../store/store.ts";
import type { Fragments } from "./joins.ts";

/** What is served: who may read it, and where it is kept. */
export interface DataSpace {
  readonly label: string;
  readonly spaceId: string;
  readonly apiKey: string;
  /** Signs response URLs. */
  readonly urlKey: string;
  readonly store: SurveyReader;
  /** What the stored responses of each survey refer to, by surveyId. */
  readonly fragments: ReadonlyMap<string, Fragments>;
}

/** How the last page of a list says that it is the last (the reference does not show it). */
export const lastPageSignals = ["absent", "null", "empty", "empty-page"] as const;
export type LastPageSignal = (typeof lastPageSignals)[number];
