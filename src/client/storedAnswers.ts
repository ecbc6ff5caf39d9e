import { isCancelled, isUnreachable, SurveyError } from "../model/errors.ts";
import type { OperationName } from "../protocol/operation.ts";
import type { Call } from "./attempt.ts";
import type { Requester } from "./requester.ts";
import { orCancelled } from "./waiting.ts";

/** An answer from an earlier time, as it came. */
export interface StoredAnswer {
  /** Epoch milliseconds of this machine's clock. */
  readonly readAt: number;
  readonly bytes: () => Promise<Uint8Array>;
}

/** Finds the stored answer to a request. `request` has the same text for the same request to the same version. */
export type FindStoredAnswer = (request: string) => Promise<StoredAnswer | undefined>;
export type StoreAnswer = (request: string, bytes: Uint8Array) => Promise<void>;

/** Operations whose answers are stored: those about surveys, not responses. */
const keepable: ReadonlySet<OperationName> = new Set([
  "listSurveys",
  "getSurvey",
  "listCollectGroups",
  "getCollectGroup",
]);

/** Milliseconds to wait for the service if there is a stored answer: nobody waits until requests time out. */
const patience = 15_000;

/** Returns a requester that stores the answers that may be used later. */
export function storingRequester(requester: Requester, keep: StoreAnswer): Requester {
  return tapped(
    requester,
    ({ operation }) => keepable.has(operation),
    (bytes, call) => keep(requestOf(call), bytes),
  );
}

/** Returns a requester that reports each survey that the service has sent and that could be read, as it came. */
export function watchedRequester(
  requester: Requester,
  onSurvey: (bytes: Uint8Array) => void,
): Requester {
  return tapped(requester, ({ operation }) => operation === "getSurvey", onSurvey);
}

type Sent = Pick<Call<unknown>, "operation" | "url">;

/** Returns a requester that passes on the bytes of the wanted answers, as they came, if they could be read. */
function tapped(
  requester: Requester,
  isWanted: (call: Sent) => boolean,
  take: (bytes: Uint8Array, call: Sent) => Promise<void> | void,
): Requester {
  return (call) =>
    isWanted(call)
      ? requester({
          ...call,
          read: async (body) => {
            const bytes = body.bytes.slice();
            const result = await call.read(body);
            await take(bytes, call);
            return result;
          },
        })
      : requester(call);
}

/** Returns a requester that uses stored answers if the service cannot be reached, for calls with `onStoredAnswer`. */
export function offlineRequester(
  requester: Requester,
  find: FindStoredAnswer,
  waitFor: number = patience,
): Requester {
  return async <T>(call: Call<T>): Promise<T> => {
    const { onStoredAnswer, signal = new AbortController().signal } = call;
    const kept = onStoredAnswer && (await orCancelled(find(requestOf(call)), signal));
    if (!kept) {
      return requester(call);
    }
    const late = AbortSignal.timeout(waitFor);
    let why: SurveyError | undefined;
    try {
      return await requester({
        ...call,
        signal: AbortSignal.any([signal, late]),
        watch: { onRetry: (error) => !isUnreachable(error) },
      });
    } catch (error) {
      const isLate = isCancelled(error) && late.aborted && !signal.aborted;
      if (!isLate && !isUnreachable(error)) {
        throw error;
      }
      why = error instanceof SurveyError && !isLate ? error : undefined;
    }
    let result: T;
    try {
      const bytes = new Uint8Array(await kept.bytes());
      result = await call.read({ bytes, release: () => undefined });
    } catch {
      // The stored answer is damaged, so only the service is left.
      return requester(call);
    }
    onStoredAnswer(kept.readAt, why);
    return result;
  };
}

function requestOf({ operation, url }: Sent): string {
  return `${operation} ${url.pathname}${url.search}`;
}
