/*
 * What Survey Explorer hands to other extensions: the result of activating `survey-explorer.survey-explorer`.
 * Copy this file into your extension, or import it as a type from where Survey Explorer is in your source tree;
 * docs/extensions.md has examples.
 */

export interface SurveyExplorerApi {
  /** Stays 1 as long as nothing is taken away from what stands here. */
  readonly apiVersion: 1;
  /** All that are set up, and the local one. Empty until Survey Explorer has been used in this window. */
  dataSpaces(): DataSpace[];
  /**
   * Speaks with a data space, as the person who is signed in to it.
   * @throws SurveyExplorerError "unknown-data-space" where there is none of the name
   */
  client(name: string): Promise<SurveyClient>;
}

export interface DataSpace {
  /** Unique. */
  readonly name: string;
  readonly version: ApiVersion;
  /** Absent of a local data space. */
  readonly baseUrl?: string | undefined;
  readonly local: boolean;
}

export type ApiVersion = "v1" | "v2" | "v3";

/**
 * One data space, in whichever version it speaks: names are those of v3. Every call rejects with a `SurveyExplorerError`.
 * Reads are tried again before they reject. Lists come page by page, while they are walked over.
 */
export interface SurveyClient {
  /** The newest created first. */
  listSurveys(query?: SurveyQuery & Cancellable): AsyncIterable<SurveySummary>;
  getSurvey(surveyId: string, options?: Cancellable): Promise<Survey>;
  listCollectGroups(surveyId: string, options?: Cancellable): Promise<CollectGroup[]>;
  getCollectGroup(collectGroupId: string, options?: Cancellable): Promise<CollectGroup>;
  /** All in the range, the newest first. */
  responses(surveyId: string, query?: ResponseQuery & Cancellable): AsyncIterable<Response>;
  /** The same without answers. */
  responseMetadata(
    surveyId: string,
    query?: MetadataQuery & Cancellable,
  ): AsyncIterable<ResponseMetadata>;
  /** v1 and v2, collect groups with a public link: a URL each, in order. A request is not sent twice. */
  getResponseUrls(
    collectGroupId: string,
    parameters: readonly UrlParameters[],
    options?: UrlOptions,
  ): Promise<string[]>;
  /** v1, collect groups with a public link. */
  getCollectGroupSerial(collectGroupId: string, options?: Cancellable): Promise<string>;
}

export interface Cancellable {
  /** Aborting it closes the connection, and the call rejects with "cancelled". */
  readonly signal?: AbortSignal | undefined;
}

export interface SurveyQuery {
  /** Only surveys that have a collect group in progress. */
  readonly running?: boolean | undefined;
  /** Surveys a page, in v3. Absent: as many as the service likes. */
  readonly size?: number | undefined;
}

/** Times of submission, `YYYY-MM-DDThh:mm:ss`: after the start, up to the end. */
export interface MetadataQuery {
  /** Exclusive. Absent: from the oldest. */
  readonly startDateTime?: string | undefined;
  /** Inclusive. Absent: to the newest. */
  readonly endDateTime?: string | undefined;
  /** Items a page, in v3. Absent: as many as the service likes. */
  readonly size?: number | undefined;
}

export interface ResponseQuery extends MetadataQuery {
  /** v3. Names of the variables to return. Absent: all. */
  readonly variables?: readonly string[] | undefined;
  /** v3. Names of the embedded data to return. Absent: all. */
  readonly embeddedData?: readonly string[] | undefined;
  /** v2. Whether parameters stand in a field of their own or among the answers. */
  readonly parameterField?: "ANSWERS" | "PARAMETERS" | undefined;
}

/** Values by parameter key; one of these makes one response URL. */
export type UrlParameters = Readonly<Record<string, string | number>>;

export interface UrlOptions extends Cancellable {
  /** After every request, with the number of URLs that there are so far. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** The number by which messages call the first of the parameter sets; 1 if absent. */
  readonly firstRow?: number | undefined;
}

/** Fields are absent where the service or the version does not provide them. Times are the service's text, without an offset. */
export interface SurveySummary {
  readonly surveyId: string;
  readonly label: string;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

export interface Survey extends SurveySummary {
  readonly apiVersion: ApiVersion;
  readonly questions: readonly Question[];
  readonly embeddedData: readonly EmbeddedField[];
  /** v3. */
  readonly blocks?: readonly Block[] | undefined;
  /** v3. */
  readonly collectGroups?: readonly CollectGroupReference[] | undefined;
}

export interface Question {
  /** In v1 and v2, where only responses name questions, the rank. */
  readonly name: string;
  /** v1 and v2. */
  readonly rank?: number | undefined;
  readonly type?: string | undefined;
  /** HTML. */
  readonly label: string;
  readonly options: readonly Option[];
}

export interface Option {
  /** The code that an answer carries: the name in v3, the rank in v1 and v2. */
  readonly name: string;
  /** v1 and v2. */
  readonly rank?: number | undefined;
  /** HTML. */
  readonly label: string;
}

/** What v1 and v2 call a parameter. */
export interface EmbeddedField {
  readonly name: string;
  /** v3. */
  readonly label?: string | undefined;
  /** v1 and v2. */
  readonly isCollectable?: boolean | undefined;
}

export interface Block {
  readonly name: string;
  readonly label: string;
  /** Names of questions, in order. */
  readonly questions: readonly string[];
}

export interface CollectGroupReference {
  readonly collectGroupId: string;
  readonly label: string;
  readonly state?: string | undefined;
}

export interface CollectGroup {
  readonly collectGroupId: string;
  readonly surveyId?: string | undefined;
  readonly label: string;
  readonly channel?: string | undefined;
  readonly state?: string | undefined;
  /** The responses that are wanted. In v3 only `getCollectGroup` has it. */
  readonly targetCnt?: number | undefined;
  readonly startedAt?: string | undefined;
  readonly completedAt?: string | undefined;
  readonly isUsingHmac?: boolean | undefined;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

export interface ResponseMetadata {
  /** v3. */
  readonly responseId?: string | undefined;
  /** v1 and v2, of metadata only. */
  readonly answerUid?: string | undefined;
  readonly serial?: string | undefined;
  readonly collectGroupId?: string | undefined;
  /** v3. */
  readonly completedStatus?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly finishedAt?: string | undefined;
  /** v3. */
  readonly parameterUid?: string | undefined;
}

export interface Response extends ResponseMetadata {
  readonly embeddedData: readonly EmbeddedValue[];
  readonly variables: readonly Variable[];
}

export interface EmbeddedValue {
  readonly name: string;
  readonly value?: string | undefined;
  /** v3. */
  readonly valueLabel?: string | undefined;
}

/** The answers to a question. */
export interface Variable {
  /** In v1 and v2 the rank as text, where the answer has no name. */
  readonly name: string;
  /** v1 and v2: what joins it to the question. */
  readonly rank?: number | undefined;
  readonly type?: string | undefined;
  /** HTML. */
  readonly label?: string | undefined;
  readonly options: readonly Option[];
  readonly answer: readonly Answer[];
}

export interface Answer {
  /** The option's code, or the text or number itself where the question has no options. */
  readonly value: string;
  /** Free text given with an "other" option. */
  readonly etcValue?: string | undefined;
}

/** What calls and commands reject with. `message` says what failed, where, and what to do, in English. */
export interface SurveyExplorerError extends Error {
  readonly code: ErrorCode;
}

export type ErrorCode =
  | "cancelled"
  | "invalid-input"
  | "unknown-data-space"
  | "signed-out"
  | "insecure-address"
  | "unreachable"
  | "proxy-sign-in"
  | "certificate"
  | "timeout"
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "rejected"
  | "rate-limited"
  | "server-fault"
  | "redirect"
  | "malformed-answer"
  | "too-large"
  | "not-in-version"
  | "file-exists"
  | "file-fault"
  | "warehouse-fault"
  | "incomplete"
  | "local-data-space";
