/**
 * Stored surveys and responses. The texts are JSON of API v3, kept byte for byte; the store does not parse them, and uses
 * only the keys beside them. Times are the service's text, `YYYY-MM-DDThh:mm:ss`, and sort as text.
 */

export interface StoredSurvey {
  readonly surveyId: string;
  /** Empty if unknown. */
  readonly createdAt: string;
  /** True if a collect group is in progress. */
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

/** A position in the order of responses: by finishedAt, then by responseId, compared byte by byte. */
export interface ResponsePosition {
  readonly finishedAt: string;
  readonly responseId: string;
}

/** A position in the order of surveys: by createdAt, then by surveyId. */
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
  /** ID of the last item; `undefined` for an empty page. */
  readonly lastId?: string | undefined;
  /** True if items of the range follow. */
  readonly more: boolean;
}

export interface FoundCollectGroup {
  readonly collectGroupId: string;
  readonly surveyId: string;
  readonly serial: string;
  readonly detail: string;
}
