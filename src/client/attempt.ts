import type { OperationName } from "../protocol/operation.ts";
import { JsonError } from "../protocol/json.ts";
import { isCancelled, messageOf, SurveyError } from "../model/errors.ts";
import {
  localizable,
  inEnglish,
  sentences,
  withWords,
  type LocalizableText,
} from "../model/localizable.ts";
import type { Base } from "./address.ts";
import { authorizationHeader, signedOut, type CredentialSource } from "./authorization.ts";
import { readBeginning, readBody, type Body, type BodyLimits, type SpareBuffers } from "./body.ts";
import { withDeadline } from "./deadline.ts";
import { AttemptFailure, connectionFailure, timeoutFailure } from "./failures.ts";
import type { AttemptWatch, OfflineReadable } from "./queries.ts";
import { redactorFor, type Redactor } from "./redaction.ts";
import { explanationBytes, statusFailure } from "./statusFailure.ts";
import type { Transport, TransportAnswer } from "./transport.ts";
import { orCancelled, type Clock } from "./waiting.ts";

/** One attempt, as the log reports it. Never contains headers, bodies or keys. */
export interface RequestLogEntry {
  readonly dataSpace: string;
  readonly operation: OperationName;
  /** Path and query. */
  readonly path: string;
  readonly status?: number | undefined;
  readonly milliseconds: number;
  /** Size of the answer's decompressed body. */
  readonly bytes?: number | undefined;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly error?: string | undefined;
}

export interface Call<T> {
  readonly operation: OperationName;
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly body?: unknown;
  /** Subject of a 404, such as a survey by its ID. */
  readonly subject?: LocalizableText | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly watch?: AttemptWatch | undefined;
  /** See RawPageRequest. */
  readonly maximumBytes?: number | undefined;
  readonly onStoredAnswer?: OfflineReadable["onStoredAnswer"];
  /**
   * Makes the result from the body, and releases the body if the result does not need it. A JsonError counts as a body that
   * was cut off.
   */
  read(body: Body): T | Promise<T>;
}

/** What all attempts share. */
export interface AttemptParts {
  readonly base: Base;
  readonly credentials: CredentialSource;
  readonly transport: Transport;
  readonly timeoutSeconds: number;
  readonly limits: BodyLimits;
  readonly spare: SpareBuffers;
  readonly log: ((entry: RequestLogEntry) => void) | undefined;
  readonly clock: Clock;
}

interface Received {
  readonly answer: TransportAnswer;
  readonly body: Body;
}

/** A single attempt of a call. Rejects with an AttemptFailure if another attempt may help. */
export class Attempt<T> {
  readonly #parts: AttemptParts;
  readonly #call: Call<T>;
  readonly #number: number;
  readonly #signal: AbortSignal;
  #redact: Redactor = redactorFor(undefined);
  #started = 0;
  readonly #progress: { status?: number; bytes?: number } = {};

  /** @param number from 1 */
  constructor(parts: AttemptParts, call: Call<T>, number: number, signal: AbortSignal) {
    this.#parts = parts;
    this.#call = call;
    this.#number = number;
    this.#signal = signal;
  }

  async receive(): Promise<Received> {
    this.#started = performance.now();
    try {
      const { base, credentials } = this.#parts;
      const secret = await credentials(this.#signal);
      if (!secret) {
        throw new AttemptFailure(signedOut(base.dataSpace), false);
      }
      this.#redact = redactorFor(secret);
      const authorization = authorizationHeader(secret);
      return await this.#exchangeInTime(authorization);
    } catch (error) {
      this.#record(error);
      throw error;
    }
  }

  /**
   * Makes the result. Needs no request slot and has no deadline, because these are for the network; the body may be read in
   * a busy thread.
   */
  async resultOf({ answer, body }: Received): Promise<T> {
    try {
      const result = await orCancelled(Promise.resolve(this.#call.read(body)), this.#signal);
      this.#record();
      return result;
    } catch (thrown) {
      const error =
        thrown instanceof JsonError
          ? this.#notJson(answer, thrown)
          : redacted(thrown, this.#redact);
      this.#record(error);
      throw error;
    }
  }

  #exchangeInTime(authorization: string): Promise<Received> {
    return withDeadline(
      this.#signal,
      this.#parts.timeoutSeconds,
      () => timeoutFailure(this.#context),
      (signal) => this.#exchange(authorization, signal),
    );
  }

  get #context() {
    const { base, timeoutSeconds } = this.#parts;
    const { dataSpace, origin, proxy } = base;
    const { maximumBytes } = this.#limits;
    const isOfPage = maximumBytes === this.#call.maximumBytes;
    return { dataSpace, origin, proxy, timeoutSeconds, maximumBytes, isOfPage };
  }

  get #limits(): BodyLimits {
    const { limits } = this.#parts;
    const { maximumBytes = limits.maximumBytes } = this.#call;
    return { ...limits, maximumBytes: Math.min(maximumBytes, limits.maximumBytes) };
  }

  async #exchange(authorization: string, signal: AbortSignal): Promise<Received> {
    const { url, method } = this.#call;
    const body = this.#call.body === undefined ? undefined : JSON.stringify(this.#call.body);
    const headers = {
      accept: "application/json",
      authorization,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    try {
      const { transport, spare } = this.#parts;
      const answer = await transport({ url, method, headers, body, signal });
      this.#progress.status = answer.status;
      if (answer.status < 200 || answer.status > 299) {
        throw await this.#refusal(answer);
      }
      const read = await readBody(answer, this.#limits, spare, lengthOf(answer));
      this.#progress.bytes = read.bytes.length;
      return { answer, body: read };
    } catch (error) {
      throw error instanceof AttemptFailure ? error : connectionFailure(error, this.#context);
    }
  }

  async #refusal(answer: TransportAnswer): Promise<AttemptFailure> {
    const { base, clock } = this.#parts;
    const body = await readBeginning(answer, explanationBytes);
    return statusFailure(
      {
        dataSpace: base.dataSpace,
        origin: base.origin,
        subject: this.#call.subject,
        status: answer.status,
        location: answer.header("location"),
        retryAfter: answer.header("retry-after"),
        body,
      },
      this.#redact,
      clock.now(),
    );
  }

  #notJson(answer: TransportAnswer, cause: JsonError): AttemptFailure {
    const { dataSpace } = this.#parts.base;
    const { operation } = this.#call;
    const isPage = /\bhtml\b/i.test(answer.header("content-type") ?? "");
    const message = isPage
      ? localizable(
          'The data space "{0}" answered {1} with a web page instead of JSON. Check its address, and whether the network requires a sign-in of its own.',
          dataSpace,
          operation,
        )
      : localizable(
          'The answer of the data space "{0}" to {1} {2}. Try again; if this persists, contact the service operator.',
          dataSpace,
          operation,
          cause.text,
        );
    return new AttemptFailure(new SurveyError("malformed-answer", message, { cause }), !isPage);
  }

  #record(error?: unknown): void {
    const { operation, url } = this.#call;
    this.#parts.log?.({
      dataSpace: this.#parts.base.dataSpace,
      operation,
      path: this.#redact(`${url.pathname}${url.search}`).slice(0, 1000),
      ...this.#progress,
      milliseconds: performance.now() - this.#started,
      attempt: this.#number,
      error: error === undefined ? undefined : this.#redact(outcomeOf(error)),
    });
  }
}

/**
 * Removes credentials from an error's text: the message about an answer that does not fit names items as the answer does.
 */
function redacted(error: unknown, redact: Redactor): unknown {
  if (!(error instanceof SurveyError)) {
    return error;
  }
  const message = redact(error.message);
  if (message === error.message) {
    return error;
  }
  const text = withWords(error.text, redact);
  // A secret may show up only once the words are put together. Then the whole message is replaced, which loses its
  // translation.
  const isHidden = redact(inEnglish(text)) === inEnglish(text);
  return new SurveyError(error.code, isHidden ? text : sentences(message), { cause: error.cause });
}

function lengthOf(answer: TransportAnswer): number | undefined {
  const length = Number(answer.header("content-length"));
  const asSent = answer.header("content-encoding") === undefined;
  return asSent && Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}

function outcomeOf(error: unknown): string {
  return isCancelled(error) ? "cancelled" : messageOf(error);
}
