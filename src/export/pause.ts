import { invalidInput, SurveyError, type ErrorCode } from "../model/errors.ts";
import type { ResponseSource } from "../reader/responseSource.ts";

/** Returns true if the error may be over after a while, or after signing in. */
export function isTransient(error: unknown): error is SurveyError {
  return error instanceof SurveyError && passing.has(error.code);
}

const passing: ReadonlySet<ErrorCode> = new Set([
  "unauthorized",
  "signed-out",
  "unreachable",
  "proxy-sign-in",
  "timeout",
  "server-fault",
  "rate-limited",
]);

/**
 * Called when reading cannot continue because of the credentials or an outage. Resolves when it is to continue, rejects if
 * it is not.
 */
export type OnPause = (reason: SurveyError, signal: AbortSignal) => Promise<void>;

/** Waits until the export can continue, with credentials of the same data space. */
export async function pause(
  {
    client,
    signal = new AbortController().signal,
  }: {
    readonly client: Pick<ResponseSource, "dataSpace" | "spaceMark">;
    readonly signal?: AbortSignal | undefined;
  },
  spaceMark: string,
  onPause: OnPause,
  why: SurveyError,
): Promise<void> {
  let reason: SurveyError | undefined = why;
  while (reason) {
    await onPause(reason, signal);
    reason = await client.spaceMark({ signal }).then(
      (mark) => (mark === spaceMark ? undefined : otherSpace(client.dataSpace)),
      (error: unknown) => {
        if (!isTransient(error)) {
          throw error;
        }
        return error;
      },
    );
  }
}

function otherSpace(dataSpace: string): SurveyError {
  return invalidInput(
    'The export from "{0}" was started with another Space ID: the file would have responses of two data spaces. Sign in with the previous Space ID.',
    dataSpace,
  );
}
