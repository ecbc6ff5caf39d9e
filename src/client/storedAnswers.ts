import { isCancelled, isUnreachable, SurveyError } from "../model/errors.ts";
import type { OperationName } from "../protocol/operation.ts";
import type { Call } from "./attempt.ts";
import type { Requester } from "./requester.ts";

/** An answer of an earlier time, as it came. */
export interface StoredAnswer {
  /** Epoch milliseconds of this machine's clock. */
  readonly readAt: number;
  readonly bytes: () => Promise<Uint8Array>;
}

/** `request` is what was asked, in whichever version: the same text for the same question. */
export type FindStoredAnswer = (request: string) => Promise<StoredAnswer | undefined>;
export type StoreAnswer = (request: string, bytes: Uint8Array) => Promise<void>;

/** What is about surveys and not about responses. */
const keepable: ReadonlySet<OperationName> = new Set([
  "listSurveys",
  "getSurvey",
  "listCollectGroups",
  "getCollectGroup",
]);

/** Milliseconds for which an answer is waited for where a kept one can stand in: nobody sits through a tunnel's timeouts. */
const patience = 15_000;

/** Hands on the answers of which one may stand in later. */
export function storingRequester(requester: Requester, keep: StoreAnswer): Requester {
  return (call) =>
    keepable.has(call.operation)
      ? requester({
          ...call,
          read: async (body) => {
            const bytes = body.bytes.slice();
            const result = await call.read(body);
            await keep(requestOf(call), bytes);
            return result;
          },
        })
      : requester(call);
}

/** Tells of each survey that the service has sent and that could be read, as it came. */
export function watchedRequester(
  requester: Requester,
  onSurvey: (bytes: Uint8Array) => void,
): Requester {
  return (call) =>
    call.operation === "getSurvey"
      ? requester({
          ...call,
          read: async (body) => {
            const bytes = body.bytes.slice();
            const result = await call.read(body);
            onSurvey(bytes);
            return result;
          },
        })
      : requester(call);
}

/** Answers what a service that cannot be reached has answered before, to those who want to be told so. */
export function offlineRequester(
  requester: Requester,
  find: FindStoredAnswer,
  waitFor: number = patience,
): Requester {
  return async <T>(call: Call<T>): Promise<T> => {
    const { onStoredAnswer, signal } = call;
    const kept = onStoredAnswer && (await find(requestOf(call)));
    if (!kept) {
      return requester(call);
    }
    const late = AbortSignal.timeout(waitFor);
    let why: SurveyError | undefined;
    try {
      return await requester({
        ...call,
        signal: signal ? AbortSignal.any([signal, late]) : late,
        watch: { again: (error) => !isUnreachable(error) },
      });
    } catch (error) {
      const isLate = isCancelled(error) && late.aborted && signal?.aborted !== true;
      if (!isLate && !isUnreachable(error)) {
        throw error;
      }
      why = error instanceof SurveyError && !isLate ? error : undefined;
    }
    try {
      const bytes = new Uint8Array(await kept.bytes());
      const result = await call.read({ bytes, release: () => undefined });
      onStoredAnswer(kept.readAt, why);
      return result;
    } catch {
      // It was damaged: then there is only the service.
      return requester(call);
    }
  };
}

function requestOf({ operation, url }: Pick<Call<unknown>, "operation" | "url">): string {
  return `${operation} ${url.pathname}${url.search}`;
}
