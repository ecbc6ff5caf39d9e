import type { SurveyError } from "../model/errors.ts";

export interface Cancellable {
  /** Aborting it closes the connection, and the call rejects with a SurveyError "cancelled". */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call that an answer kept on this machine may serve. */
export interface Keepable extends Cancellable {
  /**
   * Takes a kept answer where the service cannot be reached, and is told of what time it is: epoch milliseconds of this
   * machine's clock, and of why, where the service did not merely take long. Without it, such a call rejects with that.
   */
  readonly onStoredAnswer?: ((readAt: number, why?: SurveyError) => void) | undefined;
}

/** Watches over the attempts of all requests of a longer work, such as an export. */
export interface AttemptWatch {
  /**
   * An attempt has failed, and another would follow in `milliseconds`.
   * @returns whether it is to follow; otherwise the call rejects with the error
   */
  again(error: SurveyError, milliseconds: number): boolean;
}

export interface SurveyQuery {
  /** Only surveys that have a collect group in progress. */
  readonly running?: boolean | undefined;
  /** Surveys a page, in v3. Absent: as many as the service likes. Pages of v1 and v2 have a fixed size. */
  readonly size?: number | undefined;
}

/** Which operation items come from. */
export type ItemKind = "responses" | "metadata";

/** Range reads, API.md "Common rules": the range is (start, end] on submission time. */
export interface MetadataQuery {
  /** `YYYY-MM-DDThh:mm:ss`, exclusive. Absent: from the oldest. */
  readonly startDateTime?: string | undefined;
  /** `YYYY-MM-DDThh:mm:ss`, inclusive. Absent: to the newest. */
  readonly endDateTime?: string | undefined;
  /** Items a page, in v3. Absent: as many as the service likes. Pages of v1 and v2 have a fixed size. */
  readonly size?: number | undefined;
}

export interface ResponseQuery extends MetadataQuery {
  /** v3. Names of the variables to return. Absent: all. */
  readonly variables?: readonly string[] | undefined;
  /** v3. Names of the embedded data to return. Absent: all. */
  readonly embeddedData?: readonly string[] | undefined;
  /** v2. Whether parameters stand in a field of their own or among the answers. Absent: as the service likes. */
  readonly parameterField?: "ANSWERS" | "PARAMETERS" | undefined;
}

/** The `cursor` of the previous page; absent: the first page. */
export interface PageRequest {
  readonly cursor?: string | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Asks for the next page; absent on the last. A short page that has one is not the last. */
  readonly cursor?: string | undefined;
}

/** Items as they came: `items` say where in `body` each stands, and what is known of it. */
export interface RawItems {
  /** UTF-8, without a byte order mark. */
  readonly body: Uint8Array;
  readonly items: readonly RawItem[];
}

export interface RawPage extends RawItems {
  readonly cursor?: string | undefined;
  /** To be called at most once, by who needs `body` no more: another page may then take its place in memory. */
  readonly release: () => void;
}

/** What a page most likely says of the one behind it. */
export interface LikelyNext {
  readonly cursor: string;
  /** Of its last item. */
  readonly finishedAt?: string | undefined;
}

/** How pages are read one after the other without waiting in between. */
export interface RawPageRequest extends PageRequest {
  /** Told as soon as a page has come, before it has been looked through; the page says for certain. */
  readonly onNext?: ((likely: LikelyNext) => void) | undefined;
  readonly attempts?: AttemptWatch | undefined;
}

export type PageBytesQuery = ResponseQuery & Omit<RawPageRequest, "onNext"> & Cancellable;

export interface RawItem {
  /** Bytes `start` up to but without `end` of the body. */
  readonly start: number;
  readonly end: number;
  /** Absent where the version has none (responses of v1 and v2). */
  readonly id?: string | undefined;
  readonly finishedAt?: string | undefined;
  readonly collectGroupId?: string | undefined;
}

/** Values by parameter key; one of these makes one response URL. */
export type UrlParameters = Readonly<Record<string, string | number>>;

export interface UrlOptions extends Cancellable {
  /** After every request, with the number of URLs that there are so far. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** The number by which messages call the first of the parameter sets; 1 if absent. */
  readonly firstRow?: number | undefined;
}
