import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileIn } from "../../../src/copy/copyFolders.ts";
import { itemBytes } from "../../../src/copy/blocks.ts";
import { SurveyCopy } from "../../../src/copy/surveyCopy.ts";
import { directCopies } from "./directCopies.ts";
import type { ExportCopies } from "../../../src/export/exportCopies.ts";
import * as spaces from "../../../src/export/exportDataSpace.ts";
import type {
  ExportResponsesOptions as AllOptions,
  ExportResult,
} from "../../../src/export/exportOptions.ts";
import * as exporting from "../../../src/export/exportResponses.ts";
import type { VerifyResult } from "../../../src/export/verifiable.ts";
import * as verifying from "../../../src/export/verifyExport.ts";
import { targetFiles } from "../../../src/export/targetFiles.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import { nodeSqlite } from "../../../src/store/sqliteDriver.ts";

/* Exports and their verification, with copies in this thread. */

/** Options that tests give only if they matter. */
type Usual = "copies" | "surveyId" | "kind" | "toolVersion";
export type ExportResponsesOptions = Omit<AllOptions, Usual> & Partial<Pick<AllOptions, Usual>>;
export type ExportDataSpaceOptions = Omit<spaces.ExportDataSpaceOptions, "copies"> & {
  readonly copies?: ExportCopies;
};
export type VerifyExportOptions = Omit<verifying.VerifyExportOptions, "copies"> & {
  readonly copies?: ExportCopies;
};

/** Returns the copies of surveys in a folder. */
export function copiesIn(folder: string): ExportCopies {
  return directCopies(nodeSqlite, folder);
}

export type { ExportResult } from "../../../src/export/exportOptions.ts";

let shared: ExportCopies | undefined;

/** Returns the copies for exports that keep no copy of a survey. */
function sharedCopies(): ExportCopies {
  if (!shared) {
    const folder = mkdtempSync(join(tmpdir(), "survey-explorer-copies-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    shared = copiesIn(folder);
  }
  return shared;
}

export function exportResponses(options: ExportResponsesOptions): Promise<ExportResult> {
  const usual = { surveyId: "S1", kind: "responses", toolVersion: "1" } as const;
  return exporting.exportResponses({ copies: sharedCopies(), ...usual, ...options });
}

export function verifyExport(options: VerifyExportOptions): Promise<VerifyResult> {
  return verifying.verifyExport({ copies: sharedCopies(), ...options });
}

export function exportDataSpace(
  options: ExportDataSpaceOptions,
): Promise<spaces.ExportDataSpaceResult> {
  return spaces.exportDataSpace({ copies: sharedCopies(), ...options });
}

/** Returns the items that an unfinished export has read, in the order in which they would be written. */
export function keptItems(file: string, version: ApiVersion = "v3"): string[] {
  return itemsIn(fileIn(targetFiles(file).partial), version);
}

/** Returns all items of a copy's database, newest first. */
export function itemsIn(database: string, version: ApiVersion = "v3"): string[] {
  const copy = new SurveyCopy(nodeSqlite, { file: database, version, dataSpace: "Test" });
  try {
    return [...copy.items()].flatMap((batch) =>
      itemBytes(batch).map((it) => Buffer.from(it).toString("utf8")),
    );
  } finally {
    copy.close();
  }
}
