import type { SurveyStore } from "../store/sqlite.ts";
import type { SharedTexts } from "./sharedTexts.ts";

/** The data space that is served, with its credentials and its store. */
export interface DataSpace {
  readonly label: string;
  readonly spaceId: string;
  readonly apiKey: string;
  /** Signs response URLs. */
  readonly urlKey: string;
  readonly store: SurveyStore;
  /** Texts that the stored responses refer to by marks, by surveyId. */
  readonly fragments: ReadonlyMap<string, SharedTexts>;
}

/** Ways of signalling the last page of a list (API.md does not show how the API does it). */
export const lastPageSignals = ["absent", "null", "empty", "empty-page"] as const;
export type LastPageSignal = (typeof lastPageSignals)[number];
