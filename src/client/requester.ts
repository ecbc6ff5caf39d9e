import type { Base } from "./address.ts";
import { Attempt, type AttemptParts, type Call, type RequestLogEntry } from "./attempt.ts";
import type { CredentialSource } from "./authorization.ts";
import { SpareBuffers } from "./body.ts";
import { AttemptFailure } from "./failures.ts";
import type { Transport } from "./transport.ts";
import { systemClock, RequestSlots, type Clock } from "./waiting.ts";

export interface RequestOptions {
  /** Timeout of one attempt, from connecting to the last byte; and of looking up the credentials before it. Default: 60. */
  readonly timeoutSeconds?: number | undefined;
  /** Number of attempts, including the first. Default: 3. */
  readonly attempts?: number | undefined;
  /** Number of requests at once. Default: 8. */
  readonly concurrency?: number | undefined;
  /** Largest size of one decompressed answer. Default: 256,000,000. */
  readonly maximumBytes?: number | undefined;
  /** A body that brings fewer bytes than this in `overSeconds` is aborted. Default: 1,024 bytes in 20 seconds. */
  readonly leastRate?: { readonly bytes: number; readonly overSeconds: number } | undefined;
}

interface RequesterOptions {
  readonly base: Base;
  readonly credentials: CredentialSource;
  readonly transport: Transport;
  readonly request: RequestOptions & {
    readonly concurrency: number;
    readonly timeoutSeconds: number;
  };
  readonly log?: ((entry: RequestLogEntry) => void) | undefined;
  readonly clock?: Clock | undefined;
}

export type Requester = <T>(call: Call<T>) => Promise<T>;

/** Number of bodies that are processed while others arrive. */
const spareBeside = 2;
/** Longest wait between attempts in milliseconds, whatever the service asks for. */
const longestWait = 120_000;
const firstBackoff = 500;
const longestBackoff = 15_000;

/** Sends calls with credentials, deadline, limits and retries. Rejects with SurveyErrors only. */
export class RetryingRequester {
  readonly #parts: AttemptParts;
  readonly #attempts: number;
  readonly #slots: RequestSlots;

  constructor({ request, log, clock = systemClock, ...parts }: RequesterOptions) {
    this.#attempts = Math.max(1, request.attempts ?? 3);
    this.#slots = new RequestSlots(request.concurrency);
    this.#parts = {
      ...parts,
      log,
      clock,
      timeoutSeconds: request.timeoutSeconds,
      spare: new SpareBuffers(request.concurrency + spareBeside),
      limits: {
        maximumBytes: request.maximumBytes ?? 256_000_000,
        minBytes: request.leastRate?.bytes ?? 1024,
        overMilliseconds: (request.leastRate?.overSeconds ?? 20) * 1000,
      },
    };
  }

  async send<T>(call: Call<T>): Promise<T> {
    const signal = call.signal ?? new AbortController().signal;
    for (let number = 1; ; number++) {
      const attempt = new Attempt(this.#parts, call, number, signal);
      try {
        return await attempt.resultOf(await this.#slots.take(() => attempt.receive(), signal));
      } catch (thrown) {
        await this.#beforeAnother(thrown, call, number, signal);
      }
    }
  }

  /** Waits before another attempt, or throws if there is to be none. */
  async #beforeAnother(
    thrown: unknown,
    { method, watch }: Call<unknown>,
    number: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (!(thrown instanceof AttemptFailure)) {
      throw thrown;
    }
    if (!thrown.again || number >= this.#attempts || method !== "GET") {
      throw thrown.error;
    }
    const wait = this.#waitAfter(number, thrown.retryAfter);
    if (watch?.onRetry(thrown.error, wait) === false) {
      throw thrown.error;
    }
    await this.#parts.clock.delay(wait, signal);
  }

  /** Returns the wait in milliseconds: exponential with full jitter, and not shorter than the service asks for. */
  #waitAfter(number: number, retryAfter = 0): number {
    const ceiling = Math.min(longestBackoff, firstBackoff * 2 ** (number - 1));
    return Math.min(longestWait, retryAfter + this.#parts.clock.random() * ceiling);
  }
}
