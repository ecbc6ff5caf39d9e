import { lstatSync, rmSync } from "node:fs";
import { removeFolder } from "../store/databaseFile.ts";
import type { RawStructure } from "../client/surveyStructure.ts";
import { fileIn, type CopyKey } from "../copy/copyFolders.ts";
import type { CopyDirectory } from "../copy/copyDirectory.ts";
import type { CopyFacts, CopyVersion } from "../copy/readableCopy.ts";
import { copyPages, type Seed } from "../copy/seeding.ts";
import { SurveyCopy } from "../copy/surveyCopy.ts";
import { SurveyError } from "../model/errors.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { SqliteDriver } from "../store/sqliteDriver.ts";
import {
  compareCopies,
  compareFile,
  type CompareFileJob,
  type FileComparison,
} from "./compareJob.ts";
import { fileFault } from "./fileFaults.ts";
import { writeItems, type WriteItemsJob, type WrittenItems } from "./writeItems.ts";

/** Folder of a copy that belongs to one export alone. */
interface OwnLocation {
  readonly folder: string;
  readonly version: ApiVersion;
}

/** Location of a copy: the survey's own, or one that belongs to one export alone. */
type CopyLocation = CopyKey | OwnLocation;

export type CopyReport = CopyFacts & Pick<SurveyCopy, "wasDamaged">;

/** What a new copy takes over from another one. */
interface SeedJob extends Seed {
  /** Number of the copy to take over from. */
  readonly from: number;
}

/** An open copy. `folder`: set if the copy belongs to one export alone. */
interface OpenCopy {
  readonly copy: SurveyCopy;
  readonly folder?: string | undefined;
}

/** Serves the calls of `ExportCopies`, in the thread in which the copies are open. */
export class CopyCalls {
  readonly #driver: SqliteDriver;
  readonly #kept: CopyDirectory;
  readonly #opened = new Map<number, OpenCopy>();
  #next: number;

  /** @param first number of the first copy that is opened; later ones count up from there */
  constructor(driver: SqliteDriver, kept: CopyDirectory, first = 1) {
    this.#driver = driver;
    this.#kept = kept;
    this.#next = first;
  }

  /** Opens a copy. Begins an empty one if there is none, or none that can be read. */
  openCopy(place: CopyLocation, dataSpace: string): number {
    const opened =
      "folder" in place
        ? this.#openOwn(place, dataSpace)
        : { copy: this.#kept.open(place, dataSpace) };
    this.#opened.set(this.#next, opened);
    return this.#next++;
  }

  closeCopy(number: number): void {
    const opened = this.#opened.get(number);
    this.#opened.delete(number);
    if (!opened) {
      return;
    }
    if (opened.folder === undefined) {
      this.#kept.close(opened.copy);
    } else {
      opened.copy.close();
    }
  }

  closeAll(): void {
    [...this.#opened.keys()].forEach((it) => this.closeCopy(it));
  }

  /** @throws SurveyError "file-fault" if the copy is not open */
  copyOf(number: number): SurveyCopy {
    return this.#of(number).copy;
  }

  copyFile(number: number): string {
    return this.copyOf(number).path;
  }

  copyState(number: number): CopyReport {
    const copy = this.copyOf(number);
    const facts = copy.read(() => copy.facts);
    return { ...facts, wasDamaged: copy.wasDamaged };
  }

  /** Empties a copy, and stores a note in it. */
  beginCopy(number: number, note: string): void {
    this.copyOf(number).begin(note);
  }

  /** Fills a copy that was just begun with the items of another one, except the seconds that are to be read again. */
  seedCopy(number: number, job: SeedJob, signal: AbortSignal): Promise<void> {
    return copyPages(this.copyOf(number), this.copyOf(job.from), job, signal);
  }

  note(number: number): string | undefined {
    return this.copyOf(number).note;
  }

  structure(number: number): RawStructure | undefined {
    return this.copyOf(number).structure;
  }

  putStructure(number: number, survey: Uint8Array, collectGroups: Uint8Array): void {
    this.copyOf(number).putStructure(survey, collectGroups);
  }

  /** Records that a copy still has all that the service has. @param asOf epoch milliseconds */
  confirmCopy(number: number, asOf: number): void {
    this.copyOf(number).confirm(asOf);
  }

  writeItems(number: number, job: WriteItemsJob, signal: AbortSignal): Promise<WrittenItems> {
    return writeItems(this.copyOf(number), job, signal);
  }

  /** @param service number of a copy of the metadata that the service has */
  compareCopies(service: number, number: number, version: CopyVersion, signal: AbortSignal) {
    return compareCopies(this.copyOf(service), this.copyOf(number), version, signal);
  }

  /** @param service number of a copy of what the service has */
  compareFile(service: number, job: CompareFileJob, signal: AbortSignal): Promise<FileComparison> {
    return compareFile(this.copyOf(service), job, signal);
  }

  /** Closes an export's own copy, and makes it the survey's. */
  adoptCopy(number: number, key: CopyKey): void {
    const { folder } = this.#of(number);
    this.closeCopy(number);
    if (folder !== undefined) {
      this.#kept.adopt(folder, key);
    }
  }

  /** Closes an export's own copy, and removes it. */
  removeCopy(number: number): void {
    const { folder } = this.#of(number);
    this.closeCopy(number);
    if (folder !== undefined) {
      removeFolder(folder);
    }
  }

  #openOwn({ folder, version }: OwnLocation, dataSpace: string): OpenCopy {
    removeLink(folder);
    const place = { file: fileIn(folder), version, dataSpace, isTemporary: true };
    return { folder, copy: new SurveyCopy(this.#driver, place) };
  }

  #of(number: number): OpenCopy {
    const opened = this.#opened.get(number);
    if (!opened) {
      // The worker was restarted, and its copies were closed.
      throw SurveyError.of("file-fault", "The copy was closed. Export again.");
    }
    return opened;
  }
}

/** Removes what is there if it is not a folder: a link in place of our folder would lead to files of others. */
function removeLink(path: string): void {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false) {
      rmSync(path);
    }
  } catch (error) {
    throw fileFault(error, path);
  }
}
