import type { OperationName } from "../protocol/operation.ts";
import { JsonError } from "../protocol/json.ts";
import { isCancelled, SurveyError } from "../model/errors.ts";
import type { Base } from "./address.ts";
import { authorizationHeader, signedOut, type CredentialSource } from "./authorization.ts";
import { readBeginning, readBody, SpareBuffers, type Body, type BodyLimits } from "./body.ts";
import {
  AttemptFailure,
  connectionFailure,
  keyFailure,
  timeoutFailure,
  type FailureContext,
} from "./failures.ts";
import type { AttemptWatch, Keepable } from "./queries.ts";
import { redactorFor, type Redactor } from "./redaction.ts";
import { explanationBytes, statusFailure } from "./statusFailure.ts";
import type { Transport, TransportAnswer } from "./transport.ts";
import { cancelled, orCancelled, systemClock, Turns, type Clock } from "./waiting.ts";

export interface RequestOptions {
  /** For one attempt, from connecting to the last byte; and for looking up the credentials before it. */
  readonly timeoutSeconds?: number | undefined;
  /** The first one included. */
  readonly attempts?: number | undefined;
  /** Requests at once; 4 if absent. */
  readonly concurrency?: number | undefined;
  /** Of one answer, decompressed. */
  readonly maximumBytes?: number | undefined;
  /** A body that brings fewer bytes than this in `overSeconds` is given up. */
  readonly leastRate?: { readonly bytes: number; readonly overSeconds: number } | undefined;
}

/** One attempt, as the log tells it. Never has headers, bodies or keys. */
export interface RequestLogEntry {
  readonly dataSpace: string;
  readonly operation: OperationName;
  /** Path and query. */
  readonly path: string;
  readonly status?: number | undefined;
  readonly milliseconds: number;
  /** Of the answer's body, decompressed. */
  readonly bytes?: number | undefined;
  /** From 1. */
  readonly attempt: number;
  readonly error?: string | undefined;
}

export interface RequesterOptions {
  readonly base: Base;
  readonly credentials: CredentialSource;
  readonly transport: Transport;
  readonly request: RequestOptions & { readonly concurrency: number };
  readonly log?: ((entry: RequestLogEntry) => void) | undefined;
  readonly clock?: Clock | undefined;
}

export interface Call<T> {
  readonly operation: OperationName;
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly body?: unknown;
  /** What a 404 is about, such as `survey "S1"`. */
  readonly subject?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly watch?: AttemptWatch | undefined;
  readonly onKept?: Keepable["onKept"];
  /**
   * Makes the result of the body, and releases it if the result does not need it. A JsonError counts as a body that was cut
   * off on its way.
   */
  read(body: Body): T | Promise<T>;
}

/** An answer that came whole. */
interface Received {
  readonly answer: TransportAnswer;
  readonly body: Body;
  readonly redact: Redactor;
  /** Writes the attempt into the log. */
  readonly record: (error?: unknown) => void;
}

export type Requester = <T>(call: Call<T>) => Promise<T>;

/** Bodies that are worked on while others come. */
const spareBeside = 2;
/** No wait between attempts is longer, whatever the service asks for. */
const longestWait = 120_000;
const firstBackoff = 500;
const longestBackoff = 15_000;

/** Sends calls with credentials, deadline, limits and further attempts. Rejects with SurveyErrors only. */
export function createRequester(options: RequesterOptions): Requester {
  const { base, credentials, transport, request, log, clock = systemClock } = options;
  const timeoutSeconds = request.timeoutSeconds ?? 60;
  const attempts = Math.max(1, request.attempts ?? 3);
  const turns = new Turns(request.concurrency);
  const spare = new SpareBuffers(request.concurrency + spareBeside);
  const limits: BodyLimits = {
    maximumBytes: request.maximumBytes ?? 256_000_000,
    leastBytes: request.leastRate?.bytes ?? 1024,
    overMilliseconds: (request.leastRate?.overSeconds ?? 20) * 1000,
  };
  const context = {
    dataSpace: base.dataSpace,
    origin: base.origin,
    timeoutSeconds,
    maximumBytes: limits.maximumBytes,
  };

  return async <T>(call: Call<T>): Promise<T> => {
    const signal = call.signal ?? new AbortController().signal;
    for (let attempt = 1; ; attempt++) {
      try {
        const received = await turns.take(() => receive(call, attempt, signal), signal);
        return await resultOf(call, received, signal);
      } catch (thrown) {
        if (!(thrown instanceof AttemptFailure)) {
          throw thrown;
        }
        if (!thrown.again || attempt >= attempts || call.method !== "GET") {
          throw thrown.error;
        }
        const wait = waitBefore(attempt + 1, thrown.retryAfter);
        if (call.watch?.again(thrown.error, wait) === false) {
          throw thrown.error;
        }
        await clock.delay(wait, signal);
      }
    }
  };

  /** Exponential with full jitter, and no shorter than the service asks for. */
  function waitBefore(attempt: number, retryAfter = 0): number {
    const ceiling = Math.min(longestBackoff, firstBackoff * 2 ** (attempt - 2));
    return Math.min(longestWait, retryAfter + clock.random() * ceiling);
  }

  async function receive(
    call: Call<unknown>,
    attempt: number,
    signal: AbortSignal,
  ): Promise<Received> {
    const started = performance.now();
    const progress: { status?: number; bytes?: number } = {};
    let redact = redactorFor(undefined);
    const record = (error?: unknown) =>
      log?.({
        dataSpace: base.dataSpace,
        operation: call.operation,
        path: redact(`${call.url.pathname}${call.url.search}`).slice(0, 1000),
        ...progress,
        milliseconds: performance.now() - started,
        attempt,
        error: error === undefined ? undefined : redact(messageOf(error)),
      });
    try {
      const secret = await withDeadline(signal, keyFailure, credentials);
      if (!secret) {
        throw new AttemptFailure(signedOut(base.dataSpace), false);
      }
      redact = redactorFor(secret);
      const authorization = authorizationHeader(secret);
      const answered = await withDeadline(signal, timeoutFailure, (inner) =>
        exchange(call, authorization, inner, redact, progress),
      );
      return { ...answered, redact, record };
    } catch (error) {
      record(error);
      throw error;
    }
  }

  /** Neither in turn nor under the deadline, which are those of the network: a body may be read in a thread that is busy. */
  async function resultOf<T>(
    call: Call<T>,
    { answer, body, redact, record }: Received,
    signal: AbortSignal,
  ): Promise<T> {
    try {
      const result = await orCancelled(Promise.resolve(call.read(body)), signal);
      record();
      return result;
    } catch (thrown) {
      const error =
        thrown instanceof JsonError ? notJson(call, answer, thrown) : redacted(thrown, redact);
      record(error);
      throw error;
    }
  }

  /** Runs the task under the deadline. Whatever ends it early, the connection is closed. */
  async function withDeadline<T>(
    signal: AbortSignal,
    failure: (context: FailureContext) => AttemptFailure,
    task: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
      controller.abort();
    }, timeoutSeconds * 1000);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) {
      abort();
    }
    try {
      return await orCancelled(task(controller.signal), controller.signal);
    } catch (error) {
      controller.abort();
      if (late.signal.aborted) {
        throw failure(context);
      }
      throw signal.aborted ? cancelled() : error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    }
  }

  async function exchange(
    call: Call<unknown>,
    authorization: string,
    signal: AbortSignal,
    redact: Redactor,
    progress: { status?: number; bytes?: number },
  ): Promise<Pick<Received, "answer" | "body">> {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const headers = {
      accept: "application/json",
      authorization,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    try {
      const { url, method } = call;
      const answer = await transport({ url, method, headers, body, signal });
      progress.status = answer.status;
      if (answer.status < 200 || answer.status > 299) {
        throw await refusal(call, answer, redact);
      }
      const read = await readBody(answer, limits, spare, lengthOf(answer));
      progress.bytes = read.bytes.length;
      return { answer, body: read };
    } catch (error) {
      throw error instanceof AttemptFailure ? error : connectionFailure(error, context);
    }
  }

  async function refusal(
    call: Call<unknown>,
    answer: TransportAnswer,
    redact: Redactor,
  ): Promise<AttemptFailure> {
    const body = await readBeginning(answer, explanationBytes);
    return statusFailure(
      {
        dataSpace: base.dataSpace,
        origin: base.origin,
        subject: call.subject,
        status: answer.status,
        location: answer.header("location"),
        retryAfter: answer.header("retry-after"),
        body,
      },
      redact,
      clock.now(),
    );
  }

  function notJson(call: Call<unknown>, answer: TransportAnswer, cause: JsonError): AttemptFailure {
    const isPage = /\bhtml\b/i.test(answer.header("content-type") ?? "");
    const message = isPage
      ? `The data space "${base.dataSpace}" answered ${call.operation} with a web page in place of JSON. Check its address, and whether the network asks for a sign-in of its own.`
      : `The answer of the data space "${base.dataSpace}" to ${call.operation} ${cause.message}. Try again; if it stays so, tell whoever runs the service.`;
    return new AttemptFailure(new SurveyError("malformed-answer", message, { cause }), !isPage);
  }
}

/** Of an answer that does not fit, the message names items as the answer does. */
function redacted(error: unknown, redact: Redactor): unknown {
  if (!(error instanceof SurveyError)) {
    return error;
  }
  const message = redact(error.message);
  return message === error.message
    ? error
    : new SurveyError(error.code, message, { cause: error.cause });
}

function lengthOf(answer: TransportAnswer): number | undefined {
  const length = Number(answer.header("content-length"));
  const asSent = answer.header("content-encoding") === undefined;
  return asSent && Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}

function messageOf(error: unknown): string {
  if (isCancelled(error)) {
    return "cancelled";
  }
  return error instanceof Error ? error.message : String(error);
}
