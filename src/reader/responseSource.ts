import type { SurveyClient } from "../client/surveyClient.ts";

/** What reading pages needs of a client. */
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

/** What returns the serials of public links: a client of v1. */
export type SerialSource = Pick<SurveyClient, "getCollectGroupSerial">;
