import type { CopyKey } from "../copy/copyFolders.ts";
import type { RawStructure } from "../client/surveyStructure.ts";
import type { CopyFacts } from "../copy/readableCopy.ts";
import type { SurveyCopy } from "../copy/surveyCopy.ts";
import type { CopyReading, ReadOutcome } from "../copy/readCopy.ts";
import type { Seed } from "../copy/seeding.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { CompareJob, Comparison } from "./compareJob.ts";
import type { WriteItemsJob, WrittenItems } from "./writeItems.ts";

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
export interface ExportCopies {
  /** Opens a copy. Begins an empty one if there is none, or none that can be read. */
  openCopy(place: CopyPlace, dataSpace: string): Promise<number>;
  closeCopy(copy: number): Promise<void>;
  copyState(copy: number): Promise<CopyReport>;
  /** Path of its database. */
  copyFile(copy: number): Promise<string>;
  /** Empties a copy, and stores a note in it. */
  beginCopy(copy: number, note: string): Promise<void>;
  /** Fills a copy that was just begun with the items of another one, except the seconds that are to be read again. */
  seedCopy(copy: number, job: SeedJob, signal: AbortSignal): Promise<void>;
  note(copy: number): Promise<string | undefined>;
  structure(copy: number): Promise<RawStructure | undefined>;
  putStructure(copy: number, survey: Uint8Array, collectGroups: Uint8Array): Promise<void>;
  /** Reads into a copy what it lacks. */
  readCopy(copy: number, client: ResponseSource, reading: CopyReading): Promise<ReadOutcome>;
  writeItems(copy: number, job: WriteItemsJob, signal: AbortSignal): Promise<WrittenItems>;
  /** Records that a copy still has all that the service has. @param asOf epoch milliseconds */
  confirmCopy(copy: number, asOf: number): Promise<void>;
  /** @param service number of a copy of what the service has */
  compareItems(service: number, job: CompareJob, signal: AbortSignal): Promise<Comparison>;
  /** Closes an export's own copy, and makes it the survey's. */
  adoptCopy(copy: number, key: CopyKey): Promise<void>;
  /** Closes an export's own copy, and removes it. */
  removeCopy(copy: number): Promise<void>;
}
