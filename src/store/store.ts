/**
 * Surveys and responses at rest. The texts are JSON of API v3, kept byte for byte; the store reads nothing of them but
 * the keys that stand beside them. Times are the service's text, `YYYY-MM-DDThh:mm:ss`, and sort as text.
 */

export interface StoredSurvey {
  readonly surveyId: string;
  /** Empty where unknown. */
  readonly createdAt: string;
  /** Whether a collect group is in progress. */
  readonly running: boolean;
  /** One line. */
  readonly listItem: string;
  readonly detail: string;
}

export interface StoredCollectGroup {
  readonly collectGroupId: string;
  readonly serial: string;
  /** One line. */
  readonly listItem: string;
  readonly detail: string;
}

export interface StoredResponse {
  readonly responseId: string;
  readonly finishedAt: string;
  /** UTF-8, one line. */
  readonly metadata: Uint8Array;
  /** UTF-8, one line. */
  readonly body: Uint8Array;
}

/** A place in the order of responses: by finishedAt, then by responseId, compared byte by byte. */
export interface ResponsePosition {
  readonly finishedAt: string;
  readonly responseId: string;
}

/** A place in the order of surveys: by createdAt, then by surveyId. */
export interface SurveyPosition {
  readonly createdAt: string;
  readonly surveyId: string;
}

export interface SurveyRange {
  readonly runningOnly: boolean;
  /** Only surveys below this one. */
  readonly below?: SurveyPosition | undefined;
  readonly limit: number;
}

export interface ResponseRange {
  readonly surveyId: string;
  /** Exclusive bound on finishedAt. */
  readonly after?: string | undefined;
  /** Inclusive bound on finishedAt. */
  readonly through?: string | undefined;
  /** Only responses below this one. */
  readonly below?: ResponsePosition | undefined;
  readonly limit: number;
}

/** Items in descending order. */
export interface Page {
  /** UTF-8, one item a line, without a newline at the end. The caller may write into it. */
  readonly lines: Uint8Array;
  readonly count: number;
  /** The id of the last item; absent on an empty page. */
  readonly lastId?: string | undefined;
  /** Whether items of the range follow. */
  readonly more: boolean;
}

export interface FoundCollectGroup {
  readonly collectGroupId: string;
  readonly surveyId: string;
  readonly serial: string;
  readonly detail: string;
}

export interface SurveyReader {
  surveys(range: SurveyRange): Promise<Page>;
  /** The survey's detail, or `undefined` where there is no such survey. */
  survey(surveyId: string): Promise<string | undefined>;
  surveyPosition(surveyId: string): Promise<SurveyPosition | undefined>;
  /** In the order they were stored; empty where there are none. */
  collectGroups(part: "listItem" | "detail", surveyId: string): Promise<string[]>;
  /**
   * Where several surveys have it, the one that says most: of an exported one only one survey has the detail, and the
   * others have what their list says.
   */
  collectGroup(collectGroupId: string): Promise<FoundCollectGroup | undefined>;
  responses(part: "body" | "metadata", range: ResponseRange): Promise<Page>;
  responsePosition(surveyId: string, responseId: string): Promise<ResponsePosition | undefined>;
}

/** Fills an empty store. */
export interface SurveyWriter {
  /** The surveyId must be new. The collect groups keep their order. */
  addSurvey(survey: StoredSurvey, collectGroups: readonly StoredCollectGroup[]): Promise<void>;
  /** One transaction. Ids must be new in the survey. */
  addResponses(surveyId: string, responses: readonly StoredResponse[]): Promise<void>;
}

export interface SurveyStore extends SurveyReader, SurveyWriter {
  /** To be called once, when the store is filled and before it is read. Rejects where the id of a survey, or of a response in one, is there twice. */
  finish(): Promise<void>;
  close(): Promise<void>;
}
