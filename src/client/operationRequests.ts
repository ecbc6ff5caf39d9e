import { localizable, type LocalizableText } from "../model/localizable.ts";
import type { Operation, OperationName, VersionProtocol } from "../protocol/operation.ts";
import { urlOf, type Base, type CallInputs } from "./address.ts";
import type { Body } from "./body.ts";
import type { VersionMapper } from "./mappers/mapper.ts";
import { notInVersion } from "./notInVersion.ts";
import type {
  AttemptWatch,
  Cancellable,
  MetadataQuery,
  OfflineReadable,
  PageRequest,
  ResponseQuery,
} from "./queries.ts";
import type { Requester } from "./requester.ts";

/** Fields of a query for responses that not every version has. */
const responseFilters = ["variables", "embeddedData", "parameterField"] as const;

/** A request, and how to make its result. */
export interface OperationRequest<T> extends OfflineReadable {
  readonly attempts?: AttemptWatch | undefined;
  /** See RawPageRequest. */
  readonly maximumBytes?: number | undefined;
  readonly subject?: LocalizableText | undefined;
  readonly inputs: CallInputs;
  read(body: Body, operation: Operation): T | Promise<T>;
}

export interface RequestParts {
  readonly base: Base;
  readonly mapper: VersionMapper;
  readonly requester: Requester;
}

/** Makes the requests of a version's operations, and sends them. */
export class OperationRequests {
  readonly #base: Base;
  readonly #mapper: VersionMapper;
  readonly #requester: Requester;

  constructor({ base, mapper, requester }: RequestParts) {
    this.#base = base;
    this.#mapper = mapper;
    this.#requester = requester;
  }

  /** Sends the request of an operation. Rejects with "not-in-version" if this version does not have it. */
  async send<T>(name: OperationName, request: OperationRequest<T>): Promise<T> {
    const operation = this.operation(name);
    return this.#requester({
      operation: name,
      url: urlOf(this.#base, this.#base.routes[name] ?? operation.path, request.inputs),
      method: operation.method,
      body: request.inputs.body,
      subject: request.subject,
      signal: request.signal,
      watch: request.attempts,
      maximumBytes: request.maximumBytes,
      onStoredAnswer: request.onStoredAnswer,
      read: (body) => request.read(body, operation),
    });
  }

  /** Throws "not-in-version" if this version does not have the operation; the message names the versions that do. */
  operation(name: OperationName): Operation {
    const operation = this.#mapper.protocol[name];
    if (!operation) {
      throw notInVersion(this.#base, name, (protocol) => protocol[name] !== undefined);
    }
    return operation;
  }

  ofSurvey(surveyId: string, { signal, onStoredAnswer }: OfflineReadable) {
    const subject = localizable('survey "{0}"', surveyId);
    return { subject, inputs: { path: { surveyId } }, signal, onStoredAnswer };
  }

  ofCollectGroup(collectGroupId: string, { signal, onStoredAnswer }: OfflineReadable) {
    const subject = localizable('collect group "{0}"', collectGroupId);
    return { subject, inputs: { path: { collectGroupId } }, signal, onStoredAnswer };
  }

  responses(surveyId: string, { signal, ...query }: ResponseQuery & PageRequest & Cancellable) {
    const subject = localizable('survey "{0}"', surveyId);
    const has = (protocol: VersionProtocol, filter: string) =>
      filter in (protocol.getResponses?.query ?? {});
    const strange = responseFilters.find(
      (it) => query[it] !== undefined && !has(this.#mapper.protocol, it),
    );
    if (strange !== undefined) {
      throw notInVersion(this.#base, strange, (protocol) => has(protocol, strange));
    }
    return { subject, inputs: this.#mapper.inputs.responses(surveyId, query), signal };
  }

  metadata(surveyId: string, { signal, ...query }: MetadataQuery & PageRequest & Cancellable) {
    const subject = localizable('survey "{0}"', surveyId);
    return { subject, inputs: this.#mapper.inputs.metadata(surveyId, query), signal };
  }
}
