import type { CopyReading, ReadOutcome } from "../copy/readCopy.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { CopyCalls } from "./copyCalls.ts";

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
