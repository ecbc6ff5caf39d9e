import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { directCopies } from "../../../src/export/directCopies.ts";
import type { ExportCopies } from "../../../src/export/exportCopies.ts";
import * as exporting from "../../../src/export/exportResponses.ts";
import * as verifying from "../../../src/export/verifyExport.ts";
import { nodeSqlite } from "../../../src/store/sqliteDriver.ts";

/* Exports and their verification, with copies in this thread. */

export type ExportResponsesOptions = Omit<exporting.ExportResponsesOptions, "copies"> & {
  readonly copies?: ExportCopies;
};
export type VerifyExportOptions = Omit<verifying.VerifyExportOptions, "copies"> & {
  readonly copies?: ExportCopies;
};

/** Copies of surveys in a folder. */
export function copiesIn(folder: string): ExportCopies {
  return directCopies(nodeSqlite() ?? assert.fail("no SQLite"), folder);
}

export type { ExportResult } from "../../../src/export/exportResponses.ts";

let shared: ExportCopies | undefined;

/** For exports that keep no copy of a survey. */
export function sharedCopies(): ExportCopies {
  if (!shared) {
    const folder = mkdtempSync(join(tmpdir(), "survey-explorer-copies-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    shared = copiesIn(folder);
  }
  return shared;
}

export function exportResponses(options: ExportResponsesOptions): Promise<exporting.ExportResult> {
  return exporting.exportResponses({ copies: sharedCopies(), ...options });
}

export function verifyExport(options: VerifyExportOptions): Promise<verifying.VerifyResult> {
  return verifying.verifyExport({ copies: sharedCopies(), ...options });
}
