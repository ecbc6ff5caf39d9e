import type { Response, ResponseMetadata } from "../model/response.ts";
import type { ApiVersion, CollectGroup, Survey, SurveySummary } from "../model/survey.ts";
import type { OperationName } from "../protocol/operation.ts";
import { checkAddress, type DataSpaceAddress } from "./address.ts";
import type { CredentialSource } from "./authorization.ts";
import type { Body } from "./body.ts";
import { keepingAnswers, standingIn, type FindKept, type KeepAnswer } from "./keptAnswers.ts";
import { createHttpsTransport } from "./httpsTransport.ts";
import { mappers } from "./mappers/mappers.ts";
import type {
  Cancellable,
  ItemKind,
  Keepable,
  MetadataQuery,
  Page,
  PageBytesQuery,
  PageRequest,
  RawItem,
  RawItems,
  RawPage,
  RawPageRequest,
  ResponseQuery,
  SurveyQuery,
  UrlOptions,
  UrlParameters,
} from "./queries.ts";
import { createRequester, type RequestLogEntry, type RequestOptions } from "./requester.ts";
import { VersionedClient } from "./versionedClient.ts";
import type { Clock } from "./waiting.ts";

/**
 * One data space, in whichever version it speaks. Every operation rejects with a SurveyError: "not-in-version" where the
 * version lacks it, "malformed-answer" where the answer does not fit, "cancelled", "unauthorized", "unreachable" and so on.
 * Reads are tried again (429, 5xx, connection faults, cut bodies) before they reject.
 */
export interface SurveyClient {
  /** The data space's name, as messages and manifests say it. */
  readonly dataSpace: string;
  readonly baseUrl: string;
  readonly version: ApiVersion;
  /** Requests that are sent at once, at most. */
  readonly concurrency: number;
  /**
   * By what the data space is known again, whatever its name and address: a hash of the Space ID. Rejects with
   * "signed-out" while there is none.
   */
  spaceMark(options?: Cancellable): Promise<string>;
  supports(operation: OperationName): boolean;
  /** Throws "not-in-version", which says the versions that have the operation, where this one lacks it. */
  require(operation: OperationName): void;

  /** All surveys, newest created first, page after page. A cursor that repeats is an error after the items before it. */
  listSurveys(query?: SurveyQuery & Keepable): AsyncIterable<SurveySummary>;
  surveyPage(query?: SurveyQuery & PageRequest & Keepable): Promise<Page<SurveySummary>>;
  getSurvey(surveyId: string, options?: Keepable): Promise<Survey>;
  listCollectGroups(surveyId: string, options?: Keepable): Promise<CollectGroup[]>;
  getCollectGroup(collectGroupId: string, options?: Keepable): Promise<CollectGroup>;

  /** All responses in the range, newest first, page after page. */
  responses(surveyId: string, query?: ResponseQuery & Cancellable): AsyncIterable<Response>;
  responsePage(
    surveyId: string,
    query?: ResponseQuery & PageRequest & Cancellable,
  ): Promise<Page<Response>>;
  /** All metadata in the range, newest first, page after page. */
  responseMetadata(
    surveyId: string,
    query?: MetadataQuery & Cancellable,
  ): AsyncIterable<ResponseMetadata>;
  metadataPage(
    surveyId: string,
    query?: MetadataQuery & PageRequest & Cancellable,
  ): Promise<Page<ResponseMetadata>>;

  /** The survey's JSON, byte for byte as sent. */
  rawSurvey(surveyId: string, options?: Keepable): Promise<Uint8Array>;
  /** The collect group's JSON, byte for byte as sent. */
  rawCollectGroup(collectGroupId: string, options?: Keepable): Promise<Uint8Array>;
  /** The JSON array of the survey's collect groups, byte for byte as sent. */
  rawCollectGroups(surveyId: string, options?: Keepable): Promise<Uint8Array>;
  rawResponsePage(
    surveyId: string,
    query?: ResponseQuery & RawPageRequest & Cancellable,
  ): Promise<RawPage>;
  rawMetadataPage(
    surveyId: string,
    query?: MetadataQuery & RawPageRequest & Cancellable,
  ): Promise<RawPage>;

  /**
   * Asks for a page, and makes the result of its body. A JsonError that `read` throws counts as a body that was cut off on its
   * way, and the page is asked for again.
   */
  pageBytes<T>(
    kind: ItemKind,
    surveyId: string,
    query: PageBytesQuery,
    read: (body: Body) => Promise<T>,
  ): Promise<T>;

  /** An item of a `rawResponsePage`, as `responsePage` has it. Throws "malformed-answer", which names the item. */
  responseOf(page: RawItems, item: RawItem): Response;
  /** What metadata say, of an item of a page of either operation. */
  metadataOf(
    page: RawItems,
    item: RawItem,
    operation: "getResponses" | "getResponseMetadata",
  ): ResponseMetadata;

  /** Cuts a JSON array of responses or metadata, such as an unfinished export holds, into items as a page is cut. */
  rawItems(array: Uint8Array): RawItem[];

  /**
   * v1 and v2, PUBLIC_LINK groups: one URL an entry, in order. Thousands are asked for in several requests; a request is
   * not sent twice. An answer with another number of URLs than was asked for is "malformed-answer".
   */
  getResponseUrls(
    collectGroupId: string,
    parameters: readonly UrlParameters[],
    options?: UrlOptions,
  ): Promise<string[]>;
  /** v1, PUBLIC_LINK groups. */
  getCollectGroupSerial(collectGroupId: string, options?: Cancellable): Promise<string>;
}

export interface SurveyClientOptions {
  readonly address: DataSpaceAddress;
  /** Asked before every attempt; `undefined` rejects with "signed-out". */
  readonly credentials: CredentialSource;
  readonly request?: RequestOptions | undefined;
  /** Called once an attempt, without headers, bodies or keys. */
  readonly log?: ((entry: RequestLogEntry) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** Finds what may stand in for a service that cannot be reached, for calls that say `onKept`. */
  readonly findKept?: FindKept | undefined;
  /** Is handed the answers of which that may be done later, as they came. */
  readonly keep?: KeepAnswer | undefined;
}

export type { RequestLogEntry };

/**
 * @throws SurveyError "insecure-address" for http://, "invalid-input" for an address or route that cannot be used,
 * "certificate" if `ca` is not a certificate in PEM form
 */
export function createSurveyClient(options: SurveyClientOptions): SurveyClient {
  const { address, credentials, request = {}, log, clock, findKept, keep } = options;
  const base = checkAddress(address);
  const concurrency = Math.max(1, request.concurrency ?? 8);
  const mapper = mappers[address.version];
  const requester = createRequester({
    base,
    credentials,
    transport: createHttpsTransport(address.name, address.ca),
    request: { ...request, concurrency },
    log,
    clock,
  });
  const keeping = keep ? keepingAnswers(requester, keep) : requester;
  return new VersionedClient({
    base,
    mapper,
    requester: findKept ? standingIn(keeping, findKept) : keeping,
    credentials,
    concurrency,
  });
}
