import type { CopyReading, ReadOutcome } from "../copy/readCopy.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { CopyCalls, CopyReport } from "./copyCalls.ts";

/**
 * Operations on copies that exports need, whichever thread has the copies. Copies are named by the number that `openCopy`
 * returns. A call that fails rejects with a SurveyError.
 */
export type ExportCopies = {
  readonly [K in Exclude<keyof CopyCalls, "copyOf" | "closeAll">]: (
    ...values: Parameters<CopyCalls[K]>
  ) => Promise<Awaited<ReturnType<CopyCalls[K]>>>;
} & {
  /** Reads into a copy what it lacks. */
  readCopy(copy: number, client: ResponseSource, reading: CopyReading): Promise<ReadOutcome>;
};

/** Returns the state of a copy that was just opened. If it cannot be read, closes the copy. */
export async function openedState(
  copies: Pick<ExportCopies, "copyState" | "closeCopy">,
  copy: number,
): Promise<CopyReport> {
  try {
    return await copies.copyState(copy);
  } catch (error) {
    await copies.closeCopy(copy).catch(() => undefined);
    throw error;
  }
}
