import type { Base } from "./address.ts";
import { Attempt, type AttemptParts, type Call, type RequestLogEntry } from "./attempt.ts";
import type { CredentialSource } from "./authorization.ts";
import { SpareBuffers } from "./body.ts";
import { AttemptFailure } from "./failures.ts";
import type { Transport } from "./transport.ts";
import { systemClock, RequestSlots, type Clock } from "./waiting.ts";

export interface RequestOptions {
  /** For one attempt, from connecting to the last byte; and for looking up the credentials before it. */
  readonly timeoutSeconds?: number | undefined;
  /** The first one included. */
  readonly attempts?: number | undefined;
  /** Requests at once; 8 if absent. */
  readonly concurrency?: number | undefined;
  /** Of one answer, decompressed. */
  readonly maximumBytes?: number | undefined;
  /** A body that brings fewer bytes than this in `overSeconds` is given up. */
  readonly leastRate?: { readonly bytes: number; readonly overSeconds: number } | undefined;
}

interface RequesterOptions {
  readonly base: Base;
  readonly credentials: CredentialSource;
  readonly transport: Transport;
  readonly request: RequestOptions & { readonly concurrency: number };
  readonly log?: ((entry: RequestLogEntry) => void) | undefined;
  readonly clock?: Clock | undefined;
}

export type Requester = <T>(call: Call<T>) => Promise<T>;

/** Bodies that are worked on while others come. */
const spareBeside = 2;
/** No wait between attempts is longer, whatever the service asks for. */
const longestWait = 120_000;
const firstBackoff = 500;
const longestBackoff = 15_000;

/** Sends calls with credentials, deadline, limits and further attempts. Rejects with SurveyErrors only. */
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
      timeoutSeconds: request.timeoutSeconds ?? 60,
      spare: new SpareBuffers(request.concurrency + spareBeside),
      limits: {
        maximumBytes: request.maximumBytes ?? 256_000_000,
        leastBytes: request.leastRate?.bytes ?? 1024,
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

  /** Waits where another attempt is to follow, and throws where none is. */
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
    if (watch?.again(thrown.error, wait) === false) {
      throw thrown.error;
    }
    await this.#parts.clock.delay(wait, signal);
  }

  /** Exponential with full jitter, and no shorter than the service asks for. */
  #waitAfter(number: number, retryAfter = 0): number {
    const ceiling = Math.min(longestBackoff, firstBackoff * 2 ** (number - 1));
    return Math.min(longestWait, retryAfter + this.#parts.clock.random() * ceiling);
  }
}
