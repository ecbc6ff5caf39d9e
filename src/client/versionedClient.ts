import { createHash } from "node:crypto";
import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import type { Response, ResponseMetadata } from "../model/response.ts";
import type { ApiVersion, CollectGroup, Survey, SurveySummary } from "../model/survey.ts";
import { withoutByteOrderMark } from "../protocol/json.ts";
import type { OperationName } from "../protocol/operation.ts";
import { checkJson } from "../protocol/jsonWalker.ts";
import { signedOut, type CredentialSource } from "./authorization.ts";
import type { Body } from "./body.ts";
import type { Decoder, VersionMapper } from "./mappers/mapper.ts";
import { responseUrl, serial } from "./mappers/publicLinks.ts";
import {
  OperationRequests,
  type OperationRequest,
  type RequestParts,
} from "./operationRequests.ts";
import { operationOfKind, PageReader } from "./pageReader.ts";
import { decodeAnswer, decodeList, decodePage } from "./pages.ts";
import { filledPage, itemsOfPages } from "./paging.ts";
import type {
  Cancellable,
  ItemKind,
  OfflineReadable,
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

/** Parameter sets in one request for response URLs. */
const urlBatch = 1000;

interface ClientParts extends RequestParts {
  readonly credentials: CredentialSource;
  /** Largest number of requests at once. */
  readonly concurrency: number;
}

/**
 * The SurveyClient of a version. It combines the mapper, which knows the version's spelling, and the requester, which sends.
 */
export class VersionedClient {
  /** The data space's name in messages and manifests. */
  readonly dataSpace: string;
  readonly baseUrl: string;
  readonly version: ApiVersion;
  readonly #mapper: VersionMapper;
  readonly #requests: OperationRequests;
  readonly #credentials: CredentialSource;
  readonly #pages: PageReader;
  readonly concurrency: number;

  constructor({ credentials, concurrency, ...parts }: ClientParts) {
    const { base, mapper } = parts;
    this.dataSpace = base.dataSpace;
    this.baseUrl = base.baseUrl;
    this.version = base.version;
    this.#mapper = mapper;
    this.#requests = new OperationRequests(parts);
    this.#credentials = credentials;
    this.#pages = new PageReader(base.version, base.dataSpace);
    this.concurrency = concurrency;
  }

  /**
   * Returns a hash of the Space ID, which identifies the data space whatever its name and address. Rejects with "signed-out"
   * if nobody is signed in.
   */
  async spaceMark({ signal }: Cancellable = {}): Promise<string> {
    const found = await this.#credentials(signal);
    if (!found) {
      throw signedOut(this.dataSpace);
    }
    return createHash("sha256").update(found.spaceId).digest("hex").slice(0, 16);
  }

  supports(operation: OperationName): boolean {
    return this.#mapper.protocol[operation] !== undefined;
  }

  /** Throws "not-in-version" if this version does not have the operation; the message names the versions that do. */
  require(operation: OperationName): void {
    this.#requests.operation(operation);
  }

  /** Yields all surveys, newest created first, page after page. A repeated cursor throws after the items before it. */
  listSurveys(query: SurveyQuery & OfflineReadable = {}): AsyncIterable<SurveySummary> {
    return itemsOfPages(this.#source("listSurveys"), (cursor) => this.#surveyPage(query, cursor));
  }

  surveyPage(
    query: SurveyQuery & PageRequest & OfflineReadable = {},
  ): Promise<Page<SurveySummary>> {
    return filledPage(this.#source("listSurveys"), query.cursor, (cursor) =>
      this.#surveyPage(query, cursor),
    );
  }

  #surveyPage(
    { signal, onStoredAnswer, ...query }: SurveyQuery & OfflineReadable,
    cursor: string | undefined,
  ): Promise<Page<SurveySummary>> {
    const inputs = this.#mapper.inputs.listSurveys({ ...query, cursor });
    const ask = { inputs, signal, onStoredAnswer };
    return this.#page("listSurveys", this.#mapper.surveySummary, ask);
  }

  getSurvey(surveyId: string, options: OfflineReadable = {}): Promise<Survey> {
    return this.#requests.send("getSurvey", {
      ...this.#requests.ofSurvey(surveyId, options),
      read: ({ bytes }) => decodeAnswer(this.#source("getSurvey"), bytes, this.#mapper.survey),
    });
  }

  listCollectGroups(surveyId: string, options: OfflineReadable = {}): Promise<CollectGroup[]> {
    return this.#requests.send("listCollectGroups", {
      ...this.#requests.ofSurvey(surveyId, options),
      read: ({ bytes }) =>
        decodeList(this.#source("listCollectGroups"), bytes, this.#mapper.collectGroupListItem),
    });
  }

  getCollectGroup(collectGroupId: string, options: OfflineReadable = {}): Promise<CollectGroup> {
    return this.#requests.send("getCollectGroup", {
      ...this.#requests.ofCollectGroup(collectGroupId, options),
      read: ({ bytes }) =>
        decodeAnswer(this.#source("getCollectGroup"), bytes, this.#mapper.collectGroup),
    });
  }

  /** Yields all responses in the range, newest first, page after page. */
  responses(surveyId: string, query: ResponseQuery & Cancellable = {}): AsyncIterable<Response> {
    return itemsOfPages(this.#source("getResponses"), (cursor) =>
      this.#responsePage(surveyId, { ...query, cursor }),
    );
  }

  responsePage(
    surveyId: string,
    query: ResponseQuery & PageRequest & Cancellable = {},
  ): Promise<Page<Response>> {
    return filledPage(this.#source("getResponses"), query.cursor, (cursor) =>
      this.#responsePage(surveyId, { ...query, cursor }),
    );
  }

  async #responsePage(
    surveyId: string,
    query: ResponseQuery & PageRequest & Cancellable,
  ): Promise<Page<Response>> {
    // Decode item by item: parsing the whole page would lose digits of numbers.
    const page = await this.rawResponsePage(surveyId, query);
    const items = page.items.map((it) => this.responseOf(page, it));
    page.release();
    return { items, cursor: page.cursor };
  }

  /** Yields all metadata in the range, newest first, page after page. */
  responseMetadata(
    surveyId: string,
    query: MetadataQuery & Cancellable = {},
  ): AsyncIterable<ResponseMetadata> {
    return itemsOfPages(this.#source("getResponseMetadata"), (cursor) =>
      this.#metadataPage(surveyId, { ...query, cursor }),
    );
  }

  metadataPage(
    surveyId: string,
    query: MetadataQuery & PageRequest & Cancellable = {},
  ): Promise<Page<ResponseMetadata>> {
    return filledPage(this.#source("getResponseMetadata"), query.cursor, (cursor) =>
      this.#metadataPage(surveyId, { ...query, cursor }),
    );
  }

  #metadataPage(
    surveyId: string,
    query: MetadataQuery & PageRequest & Cancellable,
  ): Promise<Page<ResponseMetadata>> {
    const ask = this.#requests.metadata(surveyId, query);
    return this.#page("getResponseMetadata", this.#mapper.metadata, ask);
  }

  /** The survey's JSON, byte for byte as sent. */
  rawSurvey(surveyId: string, options: OfflineReadable = {}): Promise<Uint8Array> {
    return this.#requests.send("getSurvey", {
      ...this.#requests.ofSurvey(surveyId, options),
      read: asSent,
    });
  }

  /** The collect group's JSON, byte for byte as sent. */
  rawCollectGroup(collectGroupId: string, options: OfflineReadable = {}): Promise<Uint8Array> {
    return this.#requests.send("getCollectGroup", {
      ...this.#requests.ofCollectGroup(collectGroupId, options),
      read: asSent,
    });
  }

  /** The JSON array of the survey's collect groups, byte for byte as sent. */
  rawCollectGroups(surveyId: string, options: OfflineReadable = {}): Promise<Uint8Array> {
    return this.#requests.send("listCollectGroups", {
      ...this.#requests.ofSurvey(surveyId, options),
      read: asSent,
    });
  }

  rawResponsePage(
    surveyId: string,
    query: ResponseQuery & RawPageRequest & Cancellable = {},
  ): Promise<RawPage> {
    return this.#rawPage("responses", surveyId, query);
  }

  rawMetadataPage(
    surveyId: string,
    query: MetadataQuery & RawPageRequest & Cancellable = {},
  ): Promise<RawPage> {
    return this.#rawPage("metadata", surveyId, query);
  }

  /**
   * Requests a page, and makes a result from its body. A JsonError that `read` throws counts as a body that was cut off, and
   * the page is requested again.
   */
  async pageBytes<T>(
    kind: ItemKind,
    surveyId: string,
    { attempts, maximumBytes, ...query }: PageBytesQuery,
    read: (body: Body) => Promise<T>,
  ): Promise<T> {
    const ask =
      kind === "metadata"
        ? this.#requests.metadata(surveyId, query)
        : this.#requests.responses(surveyId, query);
    return this.#requests.send(operationOfKind[kind], { ...ask, attempts, maximumBytes, read });
  }

  /** Decodes an item of a `rawResponsePage`, as `responsePage` does. Throws "malformed-answer", which names the item. */
  responseOf(page: RawItems, item: RawItem): Response {
    return this.#pages.responseOf(page, item);
  }

  /** Decodes the metadata of an item of a page of either operation. */
  metadataOf(
    page: RawItems,
    item: RawItem,
    operation: "getResponses" | "getResponseMetadata",
  ): ResponseMetadata {
    return this.#pages.metadataOf(page, item, operation);
  }

  /** Cuts a JSON array of responses or metadata into items, such as a block of a copy. */
  rawItems(array: Uint8Array): RawItem[] {
    return this.#pages.rawItems(array);
  }

  /**
   * v1 and v2, PUBLIC_LINK groups: returns one URL per parameter set, in order. Thousands are requested in several requests,
   * none of which is retried. Rejects with "malformed-answer" if the number of URLs is not the one requested.
   */
  async getResponseUrls(
    collectGroupId: string,
    parameters: readonly UrlParameters[],
    { onProgress, firstRow = 1, ...options }: UrlOptions = {},
  ): Promise<string[]> {
    const source = this.#source("getResponseUrls");
    const urls: string[] = [];
    do {
      const body = parameters
        .slice(urls.length, urls.length + urlBatch)
        .map((it) => ({ parameters: it }));
      const ask = this.#requests.ofCollectGroup(collectGroupId, options);
      const batch = await this.#requests.send("getResponseUrls", {
        ...ask,
        inputs: { ...ask.inputs, body },
        read: ({ bytes }) =>
          decodeList(source, bytes, responseUrl, (index) =>
            localizable("row {0}", String(firstRow + urls.length + index)),
          ),
      });
      if (batch.length !== body.length) {
        throw SurveyError.of(
          "malformed-answer",
          'The data space "{0}" answered getResponseUrls with {1} URLs for {2} sets of parameters, so they cannot be matched. Contact the service operator.',
          this.dataSpace,
          batch.length,
          body.length,
        );
      }
      urls.push(...batch);
      onProgress?.(urls.length);
    } while (urls.length < parameters.length);
    return urls;
  }

  /** v1, PUBLIC_LINK groups. */
  getCollectGroupSerial(collectGroupId: string, options: Cancellable = {}): Promise<string> {
    return this.#requests.send("getCollectGroupSerial", {
      ...this.#requests.ofCollectGroup(collectGroupId, options),
      read: ({ bytes }) => decodeAnswer(this.#source("getCollectGroupSerial"), bytes, serial),
    });
  }

  #page<T>(
    name: OperationName,
    decode: Decoder<T>,
    ask: Omit<OperationRequest<never>, "read">,
  ): Promise<Page<T>> {
    return this.#requests.send(name, {
      ...ask,
      read: ({ bytes }, operation) => decodePage(this.#source(name), operation, bytes, decode),
    });
  }

  #rawPage(
    kind: ItemKind,
    surveyId: string,
    { onNext, ...query }: ResponseQuery & RawPageRequest & Cancellable,
  ): Promise<RawPage> {
    return this.pageBytes(kind, surveyId, query, async ({ bytes, release }) => ({
      ...(await this.#pages.cut(kind, bytes, onNext)),
      release,
    }));
  }

  #source(operation: OperationName) {
    return { dataSpace: this.dataSpace, operation };
  }
}

function asSent({ bytes }: Body): Uint8Array {
  const body = withoutByteOrderMark(bytes);
  checkJson(body);
  return body;
}
