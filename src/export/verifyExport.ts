import { stat } from "node:fs/promises";
import type { CopyKey } from "../copy/copyFolders.ts";
import { isOfMetadata } from "../model/responseFilter.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { TableConversion } from "./conversion.ts";
import { isNone, type Difference } from "./compareItems.ts";
import type { FileComparison, FileFacts } from "./compareJob.ts";
import type { CopyReading } from "../copy/readCopy.ts";
import type { ExportCopies } from "./exportCopies.ts";
import { exportResponses } from "./exportResponses.ts";
import { fileFault, withFileFaults } from "./fileFaults.ts";
import { readManifest, writeManifest, type Manifest } from "./manifest.ts";
import { withServiceCopy } from "./serviceCopy.ts";
import { targetFiles } from "./targetFiles.ts";
import { withTemporaryFolder } from "./temporaryFolder.ts";
import {
  changedMeanwhile,
  verifiable,
  type VerifiableManifest,
  type VerifiableTable,
  type VerifyResult,
} from "./verifiable.ts";
import { verifyTable } from "./verifyTable.ts";

export interface VerifyExportOptions {
  readonly client: ResponseSource;
  readonly copies: ExportCopies;
  /** The survey's own copy; undefined: none is kept. */
  readonly copy?: CopyKey | undefined;
  /** Absolute path of a finished export, its manifest beside it. */
  readonly file: string;
  /**
   * Required for tables: how to make the table again, to compare it with the file. Its codebook is written if the file is
   * repaired.
   */
  readonly tableOf?: (manifest: VerifiableTable, repair: boolean) => TableConversion;
  /** Read again what differs, and replace the file. Default: false. */
  readonly repair?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
  /** Version of this extension, for the manifest of a repaired file. */
  readonly toolVersion: string;
}

export interface VerifyProgress {
  /**
   * "reading": what the service has; "comparing": that with the file; "repairing": reading again what differs. Repaired
   * files are compared again.
   */
  readonly step: "reading" | "comparing" | "repairing";
  /** Responses of this step so far. */
  readonly responses: number;
  /** Part of this step that is done, 0 to 1; undefined if unknown. */
  readonly share?: number | undefined;
}

/**
 * Compares an export with what the service has in the same range, by the metadata operation: nothing may be missing, extra
 * or duplicated. If a filter looks at answers, which metadata lack, the responses are read again with the same filter, and
 * compared by what metadata would say about them. A table is compared with one that is made anew. What arrived after the
 * export is no difference, because its range has an end.
 *
 * With `repair`, a file with differences is replaced by one that has none; it stays unchanged until that is complete.
 * @throws SurveyError "invalid-input" if the file is no export that this client can verify, "file-fault", "cancelled", and
 * those of the client
 */
export function verifyExport(options: VerifyExportOptions): Promise<VerifyResult> {
  return withFileFaults(options.file, () => verified(options));
}

async function verified(options: VerifyExportOptions): Promise<VerifyResult> {
  const { client, file } = options;
  // First, so that a missing file is reported as such, and not as a missing manifest.
  const stamp = await stampOf(file);
  const manifest = verifiable(file, await readManifest(targetFiles(file).manifest), client);
  return manifest.table
    ? verifiedTable(options, manifest)
    : verifiedItems(options, manifest, stamp);
}

async function verifiedTable(
  options: VerifyExportOptions,
  manifest: VerifiableTable,
): Promise<VerifyResult> {
  const { repair = false, signal = new AbortController().signal, onProgress } = options;
  const table = options.tableOf?.(manifest, repair);
  if (!table) {
    throw new TypeError("Nobody says how to make a table.");
  }
  return withTemporaryFolder((folder) =>
    verifyTable({
      ...options,
      manifest,
      table,
      repair,
      folder,
      signal,
      onProgress: ({ step, responses, share }) =>
        onProgress?.({ step: step === "reading" ? step : "comparing", responses, share }),
    }),
  );
}

/** @param stamp the file's stamp before anything was read */
async function verifiedItems(
  options: VerifyExportOptions,
  manifest: VerifiableManifest,
  stamp: string,
): Promise<VerifyResult> {
  const { file, repair = false, onProgress } = options;
  const { signal = new AbortController().signal } = options;
  const notify = (step: VerifyProgress["step"]) => (responses: number) => {
    const share = manifest.responses ? Math.min(1, responses / manifest.responses) : undefined;
    onProgress?.({ step, responses, share });
  };
  const compare = () => compareWithExport({ ...options, signal }, manifest, notify);
  const found = await compare();
  const intact = isIntact(found.file, manifest);
  const { missing, extra, doubled } = found;
  const result = { missing, extra, doubled, intact, damage: found.file.damage };
  const ok = isNone(found) && intact;
  if (ok || !repair) {
    return { ok, responses: found.file.items, ...result, repaired: false };
  }
  await exportAgain({ ...options, signal, manifest, found, stamp, onItems: notify("repairing") });
  const fresh = await readManifest(targetFiles(file).manifest);
  const repaired = await compare();
  return {
    ok: isNone(repaired) && isIntact(repaired.file, fresh),
    responses: repaired.file.items,
    ...result,
    repaired: true,
  };
}

/** Reads from the service what identifies the file's items, and compares. */
function compareWithExport(
  { client, copies, file, signal }: VerifyExportOptions & { readonly signal: AbortSignal },
  { kind, format, survey, query, range, since }: VerifiableManifest,
  notify: (step: VerifyProgress["step"]) => (responses: number) => void,
): Promise<FileComparison> {
  const { collectGroupId, filter, ...chosen } = query;
  const isEnough = isOfMetadata(filter ?? {});
  const service = {
    kind: isEnough ? ("metadata" as const) : kind,
    query: { collectGroupId, filter, ...range },
  };
  const reading: CopyReading = {
    surveyId: survey.surveyId,
    kind: service.kind,
    query: {
      ...(isEnough ? {} : chosen),
      startDateTime: range.startDateTime,
      endDateTime: range.endDateTime,
    },
    signal,
    onProgress: ({ loaded }) => notify("reading")(loaded),
  };
  return withServiceCopy({ copies, client }, reading, (copy) => {
    notify("comparing")(0);
    const job = { file, format, kind, service, known: since?.known };
    return copies.compareFile(copy, job, signal);
  });
}

/** Returns true if the file is byte for byte what the export wrote. */
function isIntact(
  { bytes, sha256, damage }: FileFacts,
  manifest: Pick<Manifest, "bytes" | "sha256">,
): boolean {
  return damage === undefined && bytes === manifest.bytes && sha256 === manifest.sha256;
}

interface RepairOptions extends VerifyExportOptions {
  readonly signal: AbortSignal;
  readonly manifest: VerifiableManifest;
  readonly found: Difference;
  /** Stamp of the file before it was compared. */
  readonly stamp: string;
  readonly onItems: (items: number) => void;
}

/** Replaces the file by one that has what the service has: an export of the same query. */
async function exportAgain(options: RepairOptions): Promise<void> {
  const { client, copies, copy, file, manifest, signal, onItems, toolVersion, found, stamp } =
    options;
  const { survey, kind, format, query, range, since } = manifest;
  const { startDateTime } = range;
  await exportResponses({
    client,
    copies,
    copy,
    fresh: "new",
    surveyId: survey.surveyId,
    kind,
    query: { ...query, endDateTime: range.endDateTime },
    since: since && { ...since, startDateTime },
    file,
    format,
    overwrite: true,
    confirmReplace: async () => {
      if ((await stampOf(file)) !== stamp) {
        throw changedMeanwhile(file);
      }
    },
    resume: true,
    purpose: "repair",
    signal,
    onProgress: ({ responses }) => onItems(responses),
    toolVersion,
  });
  const fresh = await readManifest(targetFiles(file).manifest);
  await writeManifest(file, {
    ...fresh,
    query,
    warnings: [...fresh.warnings, repairedWarning(found)],
  });
}

/** Returns a stamp that is another one after the file was changed. */
async function stampOf(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(file, { bigint: true });
    return [dev, ino, size, mtimeNs].join(" ");
  } catch (error) {
    throw fileFault(error, file, "read");
  }
}

function repairedWarning({ missing, extra, doubled }: Difference): string {
  return `Repaired at ${new Date().toISOString()}: before that, ${missing} responses were missing, ${extra} were there that the service does not have, and ${doubled} were there more often than once.`;
}
