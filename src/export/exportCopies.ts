import type { CopyKey } from "../copy/copyFolders.ts";
import type { CopyFacts } from "../copy/readableCopy.ts";
import type { SurveyCopy } from "../copy/surveyCopy.ts";
import type { CopyReading, ReadOutcome } from "../copy/readCopy.ts";
import type { Seed } from "../copy/seeding.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { CopyCalls } from "./copyCalls.ts";

/** Location of a copy: the survey's own, or a folder that belongs to one export alone. */
export type CopyPlace = CopyKey | { readonly folder: string; readonly version: ApiVersion };

export type CopyReport = CopyFacts & Pick<SurveyCopy, "wasDamaged">;

/** What a new copy takes over from another one. */
export interface SeedJob extends Seed {
  /** Number of the copy to take over from. */
  readonly from: number;
}

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
