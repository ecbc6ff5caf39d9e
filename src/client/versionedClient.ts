import { setImmediate } from "node:timers/promises";
import { SurveyError } from "../model/errors.ts";
import type { Response, ResponseMetadata } from "../model/response.ts";
import type { ApiVersion, CollectGroup, Survey, SurveySummary } from "../model/survey.ts";
import { parseJson, withoutByteOrderMark } from "../protocol/json.ts";
import type { Operation, OperationName } from "../protocol/operation.ts";
import { checkRoutes, urlOf, type Base, type CallInputs } from "./address.ts";
import type { Decoder, VersionMapper } from "./mappers/mapper.ts";
import { cutItems, cutPage, decodeAnswer, decodeList, decodePage, likelyCursor } from "./pages.ts";
import { itemsOfPages } from "./paging.ts";
import type {
  Cancellable,
  MetadataQuery,
  Page,
  PageRequest,
  RawItem,
  RawPage,
  RawPageRequest,
  ResponseQuery,
  SurveyQuery,
} from "./queries.ts";
import type { Requester } from "./requester.ts";

/** Which versions have what, also those that this program does not speak yet (API.md, Endpoints). */
const versionsThatHave: Readonly<Partial<Record<OperationName, readonly ApiVersion[]>>> = {
  getResponseUrls: ["v1", "v2"],
  getCollectGroupSerial: ["v1"],
};

const missing: Readonly<Partial<Record<OperationName, readonly [what: string, them: string]>>> = {
  getResponseUrls: ["Response URLs are", "them"],
  getCollectGroupSerial: ["The serial of a collect group is", "it"],
};

/** What a request is about, and what is made of its answer. */
interface Ask<T> extends Cancellable {
  readonly subject?: string | undefined;
  readonly inputs: CallInputs;
  read(bytes: Uint8Array, operation: Operation, release: () => void): T | Promise<T>;
}

/** The SurveyClient of a version: the mapper spells, the requester sends, and here the two are brought together. */
export class VersionedClient {
  readonly dataSpace: string;
  readonly baseUrl: string;
  readonly version: ApiVersion;
  readonly #base: Base;
  readonly #mapper: VersionMapper;
  readonly #request: Requester;

  constructor(base: Base, mapper: VersionMapper, request: Requester) {
    checkRoutes(base, mapper.protocol);
    this.dataSpace = base.dataSpace;
    this.baseUrl = base.baseUrl;
    this.version = base.version;
    this.#base = base;
    this.#mapper = mapper;
    this.#request = request;
  }

  supports(operation: OperationName): boolean {
    return this.#mapper.protocol[operation] !== undefined;
  }

  listSurveys(query: SurveyQuery & Cancellable = {}): AsyncIterable<SurveySummary> {
    return itemsOfPages(this.#source("listSurveys"), (cursor) =>
      this.surveyPage({ ...query, cursor }),
    );
  }

  surveyPage(query: SurveyQuery & PageRequest & Cancellable = {}): Promise<Page<SurveySummary>> {
    return this.#page("listSurveys", this.#mapper.surveySummary, {
      inputs: this.#mapper.inputs.listSurveys(query),
      signal: query.signal,
    });
  }

  getSurvey(surveyId: string, options: Cancellable = {}): Promise<Survey> {
    return this.#ask("getSurvey", {
      ...this.#ofSurvey(surveyId, options),
      read: (bytes) => decodeAnswer(this.#source("getSurvey"), bytes, this.#mapper.survey),
    });
  }

  listCollectGroups(surveyId: string, options: Cancellable = {}): Promise<CollectGroup[]> {
    return this.#ask("listCollectGroups", {
      ...this.#ofSurvey(surveyId, options),
      read: (bytes) =>
        decodeList(this.#source("listCollectGroups"), bytes, this.#mapper.collectGroupListItem),
    });
  }

  getCollectGroup(collectGroupId: string, options: Cancellable = {}): Promise<CollectGroup> {
    return this.#ask("getCollectGroup", {
      subject: `collect group "${collectGroupId}"`,
      inputs: this.#mapper.inputs.ofCollectGroup(collectGroupId),
      signal: options.signal,
      read: (bytes) =>
        decodeAnswer(this.#source("getCollectGroup"), bytes, this.#mapper.collectGroup),
    });
  }

  responses(surveyId: string, query: ResponseQuery & Cancellable = {}): AsyncIterable<Response> {
    return itemsOfPages(this.#source("getResponses"), (cursor) =>
      this.responsePage(surveyId, { ...query, cursor }),
    );
  }

  responsePage(
    surveyId: string,
    query: ResponseQuery & PageRequest & Cancellable = {},
  ): Promise<Page<Response>> {
    return this.#page("getResponses", this.#mapper.response, this.#responses(surveyId, query));
  }

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
    return this.#page(
      "getResponseMetadata",
      this.#mapper.metadata,
      this.#metadata(surveyId, query),
    );
  }

  rawSurvey(surveyId: string, options: Cancellable = {}): Promise<Uint8Array> {
    return this.#ask("getSurvey", { ...this.#ofSurvey(surveyId, options), read: asSent });
  }

  rawCollectGroups(surveyId: string, options: Cancellable = {}): Promise<Uint8Array> {
    return this.#ask("listCollectGroups", { ...this.#ofSurvey(surveyId, options), read: asSent });
  }

  rawResponsePage(
    surveyId: string,
    { onCursor, ...query }: ResponseQuery & RawPageRequest & Cancellable = {},
  ): Promise<RawPage> {
    return this.#rawPage("getResponses", this.#responses(surveyId, query), { onCursor });
  }

  rawMetadataPage(
    surveyId: string,
    { onCursor, ...query }: MetadataQuery & RawPageRequest & Cancellable = {},
  ): Promise<RawPage> {
    return this.#rawPage("getResponseMetadata", this.#metadata(surveyId, query), { onCursor });
  }

  rawItems(array: Uint8Array): RawItem[] {
    return cutItems(this.#source("getResponses"), array, this.#mapper.factFields);
  }

  async getResponseUrls(): Promise<string[]> {
    throw this.#notInVersion("getResponseUrls");
  }

  async getCollectGroupSerial(): Promise<string> {
    throw this.#notInVersion("getCollectGroupSerial");
  }

  #page<T>(
    name: OperationName,
    decode: Decoder<T>,
    ask: Omit<Ask<never>, "read">,
  ): Promise<Page<T>> {
    return this.#ask(name, {
      ...ask,
      read: (bytes, operation) => decodePage(this.#source(name), operation, bytes, decode),
    });
  }

  #rawPage(
    name: OperationName,
    ask: Omit<Ask<never>, "read">,
    { onCursor }: RawPageRequest,
  ): Promise<RawPage> {
    return this.#ask(name, {
      ...ask,
      read: async (bytes, operation, release) => {
        const cursor = onCursor && likelyCursor(operation, bytes);
        if (cursor !== undefined) {
          onCursor?.(cursor);
          // The request leaves before the page is cut, which keeps this thread busy.
          await setImmediate();
        }
        return {
          ...cutPage(this.#source(name), operation, bytes, this.#mapper.factFields),
          release,
        };
      },
    });
  }

  async #ask<T>(name: OperationName, ask: Ask<T>): Promise<T> {
    const operation = this.#mapper.protocol[name];
    if (!operation) {
      throw this.#notInVersion(name);
    }
    return this.#request({
      operation: name,
      url: urlOf(this.#base, this.#base.routes[name] ?? operation.path, ask.inputs),
      method: operation.method,
      body: ask.inputs.body,
      subject: ask.subject,
      signal: ask.signal,
      read: ({ bytes, release }) => ask.read(bytes, operation, release),
    });
  }

  #ofSurvey(surveyId: string, { signal }: Cancellable) {
    const subject = `survey "${surveyId}"`;
    return { subject, inputs: this.#mapper.inputs.ofSurvey(surveyId), signal };
  }

  #responses(surveyId: string, { signal, ...query }: ResponseQuery & PageRequest & Cancellable) {
    const subject = `survey "${surveyId}"`;
    return { subject, inputs: this.#mapper.inputs.responses(surveyId, query), signal };
  }

  #metadata(surveyId: string, { signal, ...query }: MetadataQuery & PageRequest & Cancellable) {
    const subject = `survey "${surveyId}"`;
    return { subject, inputs: this.#mapper.inputs.metadata(surveyId, query), signal };
  }

  #source(operation: OperationName) {
    return { dataSpace: this.dataSpace, operation };
  }

  #notInVersion(name: OperationName): SurveyError {
    const [what, it] = missing[name] ?? [`${name} is`, "it"];
    const having = versionsThatHave[name] ?? [];
    const others = `${having.join(" and ")} ${having.length === 1 ? "has" : "have"} ${it}`;
    return new SurveyError(
      "not-in-version",
      `${what} not in ${this.version}, which the data space "${this.dataSpace}" speaks; ${others}.`,
    );
  }
}

function asSent(bytes: Uint8Array): Uint8Array {
  const body = withoutByteOrderMark(bytes);
  parseJson(body);
  return body;
}
