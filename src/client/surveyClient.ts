import { checkAddress, type DataSpaceAddress } from "./address.ts";
import { credentialsInTime, type CredentialSource } from "./authorization.ts";
import {
  storingRequester,
  offlineRequester,
  watchedRequester,
  type FindStoredAnswer,
  type StoreAnswer,
} from "./storedAnswers.ts";
import { createHttpsTransport } from "./httpsTransport.ts";
import type { ProxyCredentialSource } from "./proxyTunnel.ts";
import { mappers } from "./mappers/mappers.ts";
import type { RequestLogEntry } from "./attempt.ts";
import { RetryingRequester, type Requester, type RequestOptions } from "./requester.ts";
import { VersionedClient } from "./versionedClient.ts";
import type { Clock } from "./waiting.ts";

/**
 * Client of one data space, in any version. Every operation rejects with a SurveyError: "not-in-version" if the version does
 * not have it, "malformed-answer" if the answer does not fit, "cancelled", "unauthorized", "unreachable" and so on. Reads
 * are retried (408, 429, 5xx, connection faults, cut-off bodies) before they reject.
 */
export type SurveyClient = Pick<VersionedClient, keyof VersionedClient>;

export interface SurveyClientOptions {
  readonly address: DataSpaceAddress;
  /** Called before every attempt; if it returns `undefined`, the attempt rejects with "signed-out". */
  readonly credentials: CredentialSource;
  /** Credentials for the proxy of the address, if it has one. */
  readonly proxyCredentials?: ProxyCredentialSource | undefined;
  readonly request?: RequestOptions | undefined;
  /** Called once per attempt, without headers, bodies or keys. */
  readonly log?: ((entry: RequestLogEntry) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** Finds the stored answer to use if the service cannot be reached, for calls with `onStoredAnswer`. */
  readonly findStoredAnswer?: FindStoredAnswer | undefined;
  /** Stores the answers that may be used later, as they came. */
  readonly keep?: StoreAnswer | undefined;
  /** Called with each survey that the service sends, as it came. */
  readonly onSurvey?: ((client: SurveyClient, bytes: Uint8Array) => void) | undefined;
}

export type { RequestLogEntry };

/**
 * @throws SurveyError "insecure-address" for http://, "invalid-input" for an address or route that cannot be used,
 * "certificate" if `ca` is not a certificate in PEM form
 */
export function createSurveyClient(options: SurveyClientOptions): SurveyClient {
  const { address, proxyCredentials, request = {}, log, clock } = options;
  const { findStoredAnswer, keep, onSurvey } = options;
  const base = checkAddress(address);
  const concurrency = Math.max(1, request.concurrency ?? 8);
  const timeoutSeconds = request.timeoutSeconds ?? 60;
  const of = { dataSpace: address.name, timeoutSeconds };
  const credentials = credentialsInTime(options.credentials, of);
  const mapper = mappers[address.version];
  const retrying = new RetryingRequester({
    base,
    credentials,
    transport: createHttpsTransport(
      address.name,
      address.ca,
      address.proxy === undefined
        ? undefined
        : { url: address.proxy, credentials: proxyCredentials },
    ),
    request: { ...request, concurrency, timeoutSeconds },
    log,
    clock,
  });
  const requester: Requester = (call) => retrying.send(call);
  const watched = onSurvey
    ? watchedRequester(requester, (bytes) => onSurvey(client, bytes))
    : requester;
  const keeping = keep ? storingRequester(watched, keep) : watched;
  const client: SurveyClient = new VersionedClient({
    base,
    mapper,
    requester: findStoredAnswer ? offlineRequester(keeping, findStoredAnswer) : keeping,
    credentials,
    concurrency,
  });
  return client;
}
