/* eslint-disable max-lines -- All operations, one after the other. */
import { createHash } from "node:crypto";
import { SurveyError } from "../model/errors.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import type { Response, ResponseMetadata } from "../model/response.ts";
import type { ApiVersion, CollectGroup, Survey, SurveySummary } from "../model/survey.ts";
import { withoutByteOrderMark } from "../protocol/json.ts";
import type { Operation, OperationName, VersionProtocol } from "../protocol/operation.ts";
import { checkJson } from "../protocol/jsonWalker.ts";
import { urlOf, type Base, type CallInputs } from "./address.ts";
import { signedOut, type CredentialSource } from "./authorization.ts";
import type { Body } from "./body.ts";
import type { Decoder, VersionMapper } from "./mappers/mapper.ts";
import { responseUrl, serial } from "./mappers/publicLinks.ts";
import { notInVersion } from "./notInVersion.ts";
import { operationOfKind, PageReader } from "./pageReader.ts";
import { decodeAnswer, decodeList, decodePage } from "./pages.ts";
import { filledPage, itemsOfPages } from "./paging.ts";
import type {
  AttemptWatch,
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
import type { Requester } from "./requester.ts";

/** Fields of a query for responses that not every version has. */
const responseFilters = ["variables", "embeddedData", "parameterField"] as const;

/** Parameter sets in one request for response URLs. */
const urlBatch = 1000;

/** A request, and how to make its result. */
interface Ask<T> extends OfflineReadable {
  readonly attempts?: AttemptWatch | undefined;
  readonly subject?: LocalizableText | undefined;
  readonly inputs: CallInputs;
  read(body: Body, operation: Operation): T | Promise<T>;
}

interface ClientParts {
  readonly base: Base;
  readonly mapper: VersionMapper;
  readonly requester: Requester;
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
  readonly #base: Base;
  readonly #mapper: VersionMapper;
  readonly #request: Requester;
  readonly #credentials: CredentialSource;
  readonly #pages: PageReader;
  readonly concurrency: number;

  constructor({ base, mapper, requester, credentials, concurrency }: ClientParts) {
    this.dataSpace = base.dataSpace;
    this.baseUrl = base.baseUrl;
    this.version = base.version;
    this.#base = base;
    this.#mapper = mapper;
    this.#request = requester;
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
    this.#operation(operation);
  }

  /** Yields all surveys, newest created first, page after page. A repeated cursor throws after the items before it. */
  listSurveys(query: SurveyQuery & OfflineReadable = {}): AsyncIterable<SurveySummary> {
    return itemsOfPages(this.#source("listSurveys"), (cursor) =>
      this.surveyPage({ ...query, cursor }),
    );
  }

  surveyPage(
    query: SurveyQuery & PageRequest & OfflineReadable = {},
  ): Promise<Page<SurveySummary>> {
    return filledPage(this.#source("listSurveys"), query.cursor, (cursor) =>
      this.#page("listSurveys", this.#mapper.surveySummary, {
        inputs: this.#mapper.inputs.listSurveys({ ...query, cursor }),
        signal: query.signal,
        onStoredAnswer: query.onStoredAnswer,
      }),
    );
  }

  getSurvey(surveyId: string, options: OfflineReadable = {}): Promise<Survey> {
    return this.#ask("getSurvey", {
      ...this.#ofSurvey(surveyId, options),
      read: ({ bytes }) => decodeAnswer(this.#source("getSurvey"), bytes, this.#mapper.survey),
    });
  }

  listCollectGroups(surveyId: string, options: OfflineReadable = {}): Promise<CollectGroup[]> {
    return this.#ask("listCollectGroups", {
      ...this.#ofSurvey(surveyId, options),
      read: ({ bytes }) =>
        decodeList(this.#source("listCollectGroups"), bytes, this.#mapper.collectGroupListItem),
    });
  }

  getCollectGroup(collectGroupId: string, options: OfflineReadable = {}): Promise<CollectGroup> {
    return this.#ask("getCollectGroup", {
      ...this.#ofCollectGroup(collectGroupId, options),
      read: ({ bytes }) =>
        decodeAnswer(this.#source("getCollectGroup"), bytes, this.#mapper.collectGroup),
    });
  }

  /** Yields all responses in the range, newest first, page after page. */
  responses(surveyId: string, query: ResponseQuery & Cancellable = {}): AsyncIterable<Response> {
    return itemsOfPages(this.#source("getResponses"), (cursor) =>
      this.responsePage(surveyId, { ...query, cursor }),
    );
  }

  async responsePage(
    surveyId: string,
    query: ResponseQuery & PageRequest & Cancellable = {},
  ): Promise<Page<Response>> {
    // Decode item by item: parsing the whole page would lose digits of numbers.
    const page = await filledPage(this.#source("getResponses"), query.cursor, (cursor) =>
      this.rawResponsePage(surveyId, { ...query, cursor }),
    );
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
      this.metadataPage(surveyId, { ...query, cursor }),
    );
  }

  metadataPage(
    surveyId: string,
    query: MetadataQuery & PageRequest & Cancellable = {},
  ): Promise<Page<ResponseMetadata>> {
    return filledPage(this.#source("getResponseMetadata"), query.cursor, (cursor) =>
      this.#page(
        "getResponseMetadata",
        this.#mapper.metadata,
        this.#metadata(surveyId, { ...query, cursor }),
      ),
    );
  }

  /** The survey's JSON, byte for byte as sent. */
  rawSurvey(surveyId: string, options: OfflineReadable = {}): Promise<Uint8Array> {
    return this.#ask("getSurvey", { ...this.#ofSurvey(surveyId, options), read: asSent });
  }

  /** The collect group's JSON, byte for byte as sent. */
  rawCollectGroup(collectGroupId: string, options: OfflineReadable = {}): Promise<Uint8Array> {
    return this.#ask("getCollectGroup", {
      ...this.#ofCollectGroup(collectGroupId, options),
      read: asSent,
    });
  }

  /** The JSON array of the survey's collect groups, byte for byte as sent. */
  rawCollectGroups(surveyId: string, options: OfflineReadable = {}): Promise<Uint8Array> {
    return this.#ask("listCollectGroups", { ...this.#ofSurvey(surveyId, options), read: asSent });
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
    { attempts, ...query }: PageBytesQuery,
    read: (body: Body) => Promise<T>,
  ): Promise<T> {
    const ask =
      kind === "metadata" ? this.#metadata(surveyId, query) : this.#responses(surveyId, query);
    return this.#ask(operationOfKind[kind], { ...ask, attempts, read });
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
      const ask = this.#ofCollectGroup(collectGroupId, options);
      const batch = await this.#ask("getResponseUrls", {
        ...ask,
        inputs: { ...ask.inputs, body },
        read: ({ bytes }) =>
          decodeList(source, bytes, responseUrl, (index) =>
            localizable("row {0}", String(firstRow + urls.length + index)),
          ),
      });
      if (batch.length !== body.length) {
        throw new SurveyError(
          "malformed-answer",
          localizable(
            'The data space "{0}" answered getResponseUrls with {1} URLs for {2} sets of parameters, so they cannot be matched. Contact the service operator.',
            this.dataSpace,
            batch.length,
            body.length,
          ),
        );
      }
      urls.push(...batch);
      onProgress?.(urls.length);
    } while (urls.length < parameters.length);
    return urls;
  }

  /** v1, PUBLIC_LINK groups. */
  getCollectGroupSerial(collectGroupId: string, options: Cancellable = {}): Promise<string> {
    return this.#ask("getCollectGroupSerial", {
      ...this.#ofCollectGroup(collectGroupId, options),
      read: ({ bytes }) => decodeAnswer(this.#source("getCollectGroupSerial"), bytes, serial),
    });
  }

  #page<T>(
    name: OperationName,
    decode: Decoder<T>,
    ask: Omit<Ask<never>, "read">,
  ): Promise<Page<T>> {
    return this.#ask(name, {
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

  async #ask<T>(name: OperationName, ask: Ask<T>): Promise<T> {
    const operation = this.#operation(name);
    return this.#request({
      operation: name,
      url: urlOf(this.#base, this.#base.routes[name] ?? operation.path, ask.inputs),
      method: operation.method,
      body: ask.inputs.body,
      subject: ask.subject,
      signal: ask.signal,
      watch: ask.attempts,
      onStoredAnswer: ask.onStoredAnswer,
      read: (body) => ask.read(body, operation),
    });
  }

  #operation(name: OperationName): Operation {
    const operation = this.#mapper.protocol[name];
    if (!operation) {
      throw notInVersion(this, name, (protocol) => protocol[name] !== undefined);
    }
    return operation;
  }

  #ofSurvey(surveyId: string, { signal, onStoredAnswer }: OfflineReadable) {
    const subject = localizable('survey "{0}"', surveyId);
    return { subject, inputs: this.#mapper.inputs.ofSurvey(surveyId), signal, onStoredAnswer };
  }

  #ofCollectGroup(collectGroupId: string, { signal, onStoredAnswer }: OfflineReadable) {
    return {
      subject: localizable('collect group "{0}"', collectGroupId),
      inputs: this.#mapper.inputs.ofCollectGroup(collectGroupId),
      signal,
      onStoredAnswer,
    };
  }

  #responses(surveyId: string, { signal, ...query }: ResponseQuery & PageRequest & Cancellable) {
    const subject = localizable('survey "{0}"', surveyId);
    const has = (protocol: VersionProtocol, filter: string) =>
      filter in (protocol.getResponses?.query ?? {});
    const strange = responseFilters.find(
      (it) => query[it] !== undefined && !has(this.#mapper.protocol, it),
    );
    if (strange !== undefined) {
      throw notInVersion(this, strange, (protocol) => has(protocol, strange));
    }
    return { subject, inputs: this.#mapper.inputs.responses(surveyId, query), signal };
  }

  #metadata(surveyId: string, { signal, ...query }: MetadataQuery & PageRequest & Cancellable) {
    const subject = localizable('survey "{0}"', surveyId);
    return { subject, inputs: this.#mapper.inputs.metadata(surveyId, query), signal };
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
