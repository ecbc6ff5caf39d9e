import type { AttemptWatch, ItemKind, RawItem } from "../client/queries.ts";
import type { SurveyClient } from "../client/surveyClient.ts";
import type { ContentFilter } from "../model/responseFilter.ts";

export type { AttemptWatch, ItemKind, RawItem };

/** Whose pages are read. */
export type PageSource = Pick<
  SurveyClient,
  | "dataSpace"
  | "version"
  | "concurrency"
  | "rawResponsePage"
  | "rawMetadataPage"
  | "responseOf"
  | "metadataOf"
>;

/** What reading for an export needs of a client. */
export type ResponseSource = Pick<
  SurveyClient,
  | "dataSpace"
  | "baseUrl"
  | "version"
  | "rawSurvey"
  | "rawCollectGroups"
  | "rawResponsePage"
  | "rawMetadataPage"
  | "pageBytes"
  | "rawItems"
  | "responseOf"
  | "metadataOf"
  | "concurrency"
  | "spaceMark"
>;

/** What reading a whole data space needs of a client. */
export type DataSpaceSource = ResponseSource &
  Pick<SurveyClient, "listSurveys" | "rawCollectGroup">;

/** Who tells the serials of public links: a client of v1. */
export type SerialSource = Pick<SurveyClient, "getCollectGroupSerial">;

/**
 * Which responses to read; the range is (start, end] on submission time. What only some versions can be asked by, others
 * refuse as "not-in-version".
 */
export interface ReadQuery {
  readonly startDateTime?: string | undefined;
  readonly endDateTime?: string | undefined;
  /** The API has no such filter: responses of other groups are read and left out. */
  readonly collectGroupId?: string | undefined;
  /** The same holds for what was answered, and for how long it took. */
  readonly filter?: ContentFilter | undefined;
  /** v3. Names of the variables to ask for; of responses only. */
  readonly variables?: readonly string[] | undefined;
  /** v3. Names of the embedded data to ask for; of responses only. */
  readonly embeddedData?: readonly string[] | undefined;
  /** v2. Where parameters are to stand; of responses only. */
  readonly parameterField?: "ANSWERS" | "PARAMETERS" | undefined;
}
