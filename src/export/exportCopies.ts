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

/** Where a copy is: the survey's own, or one in a folder that belongs to an export alone. */
export type CopyPlace = CopyKey | { readonly folder: string; readonly version: ApiVersion };

export type CopyReport = CopyFacts & Pick<SurveyCopy, "wasDamaged">;

/** What a copy is begun with. */
export interface SeedJob extends Seed {
  /** The copy that had it. */
  readonly from: number;
}

/** What exporting asks of copies, whichever thread they are in. Each call rejects with SurveyErrors. */
export interface ExportCopies {
  /** Begun where there is none, or none that can be read. */
  openCopy(place: CopyPlace, dataSpace: string): Promise<number>;
  closeCopy(copy: number): Promise<void>;
  copyState(copy: number): Promise<CopyReport>;
  /** Path of its database. */
  copyFile(copy: number): Promise<string>;
  /** Empties a copy, and leaves a note in it. */
  beginCopy(copy: number, note: string): Promise<void>;
  /** Puts into a copy that was begun what another one has, but for what is left to be read. */
  seedCopy(copy: number, job: SeedJob, signal: AbortSignal): Promise<void>;
  note(copy: number): Promise<string | undefined>;
  structure(copy: number): Promise<RawStructure | undefined>;
  putStructure(copy: number, survey: Uint8Array, collectGroups: Uint8Array): Promise<void>;
  /** Brings it up to date. */
  readCopy(copy: number, client: ResponseSource, reading: CopyReading): Promise<ReadOutcome>;
  writeItems(copy: number, job: WriteItemsJob, signal: AbortSignal): Promise<WrittenItems>;
  /** Says that a copy is still all that the service has. @param asOf epoch milliseconds */
  confirmCopy(copy: number, asOf: number): Promise<void>;
  /** @param service a copy of what the service has */
  compareItems(service: number, job: CompareJob, signal: AbortSignal): Promise<Comparison>;
  /** Closes a copy that is an export's own, and makes it the survey's. */
  adoptCopy(copy: number, key: CopyKey): Promise<void>;
  /** Closes a copy that is an export's own, and removes it. */
  removeCopy(copy: number): Promise<void>;
}
