import type { SurveyError } from "../model/errors.ts";

export interface Cancellable {
  /** Aborting it closes the connection, and the call rejects with a SurveyError "cancelled". */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call for which a stored answer may be used. */
export interface OfflineReadable extends Cancellable {
  /**
   * Called if the service cannot be reached and a stored answer is used instead: with the time of that answer, epoch
   * milliseconds of this machine's clock, and with the error, or `undefined` if the service was just slow. Without this
   * callback the call rejects.
   */
  readonly onStoredAnswer?: ((readAt: number, why?: SurveyError) => void) | undefined;
}

/** Watches the attempts of all requests of a longer task, such as an export. */
export interface AttemptWatch {
  /**
   * Called when an attempt has failed and another would follow in `milliseconds`.
   * @returns false to reject with the error instead
   */
  onRetry(error: SurveyError, milliseconds: number): boolean;
}

export interface SurveyQuery {
  /** Only surveys that have a collect group in progress. */
  readonly running?: boolean | undefined;
  /** Surveys per page, in v3. Default: decided by the service. Pages of v1 and v2 have a fixed size. */
  readonly size?: number | undefined;
}

/** Which operation items come from. */
export type ItemKind = "responses" | "metadata";

/** Range of a read, API.md "Common rules": (start, end] on submission time. */
export interface MetadataQuery {
  /** `YYYY-MM-DDThh:mm:ss`, exclusive. Default: from the oldest. */
  readonly startDateTime?: string | undefined;
  /** `YYYY-MM-DDThh:mm:ss`, inclusive. Default: to the newest. */
  readonly endDateTime?: string | undefined;
  /** Items per page, in v3. Default: decided by the service. Pages of v1 and v2 have a fixed size. */
  readonly size?: number | undefined;
}

export interface ResponseQuery extends MetadataQuery {
  /** v3. Names of the variables to return. Default: all. */
  readonly variables?: readonly string[] | undefined;
  /** v3. Names of the embedded data to return. Default: all. */
  readonly embeddedData?: readonly string[] | undefined;
  /** v2. Returns parameters in a field of their own or among the answers. Default: decided by the service. */
  readonly parameterField?: "ANSWERS" | "PARAMETERS" | undefined;
}

/** The `cursor` of the previous page; `undefined`: the first page. */
export interface PageRequest {
  readonly cursor?: string | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Requests the next page; `undefined` on the last. A short page that has one is not the last. */
  readonly cursor?: string | undefined;
}

/** Items as they came: `items` has the position of each in `body`, and what is known of it. */
export interface RawItems {
  /** UTF-8, without a byte order mark. */
  readonly body: Uint8Array;
  readonly items: readonly RawItem[];
}

export interface RawPage extends RawItems {
  readonly cursor?: string | undefined;
  /** Called at most once, when `body` is not needed any more: its memory may then be reused for another page. */
  readonly release: () => void;
}

/** A guess at what a page contains and how to request the next one, before it is scanned. */
export interface LikelyNext {
  readonly cursor: string;
  /** Times of the page's first and last item. */
  readonly newest?: string | undefined;
  readonly finishedAt?: string | undefined;
  /** Counts the items. */
  readonly count: () => number;
}

/** A request for a page that lets the next one be requested early. */
export interface RawPageRequest extends PageRequest {
  /** Called as soon as a page has come, before it is scanned. It is a guess; the page has the true cursor. */
  readonly onNext?: ((likely: LikelyNext) => void) | undefined;
  /** Largest page in bytes; a larger one rejects with "too-large". Default, and never more than: the client's own limit. */
  readonly maximumBytes?: number | undefined;
  readonly attempts?: AttemptWatch | undefined;
}

export type PageBytesQuery = ResponseQuery & Omit<RawPageRequest, "onNext"> & Cancellable;

export interface RawItem {
  /** Range of bytes in the body; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** `undefined` if the version has none (responses of v1 and v2). */
  readonly id?: string | undefined;
  readonly finishedAt?: string | undefined;
  readonly collectGroupId?: string | undefined;
}

/** Values by parameter key. One object makes one response URL. */
export type UrlParameters = Readonly<Record<string, string | number>>;

export interface UrlOptions extends Cancellable {
  /** Called after every request with the number of URLs so far. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Number of the first parameter set in messages. Default: 1. */
  readonly firstRow?: number | undefined;
}
