import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { localizable, sentences, type LocalizableText } from "../model/localizable.ts";
import { contentHash } from "./contentHash.ts";
import type { TableConversion } from "./conversion.ts";
import type { ExportResponsesOptions } from "./exportOptions.ts";
import { exportResponses } from "./exportResponses.ts";
import type { ExportProgress } from "./exportWatch.ts";
import { withFileFaults } from "./fileFaults.ts";
import { readManifest, replaceWithManifest } from "./manifest.ts";
import { putInPlace, removeTable, targetFiles, withFileLock } from "./targetFiles.ts";
import { changedMeanwhile, type VerifiableTable, type VerifyResult } from "./verifiable.ts";

export interface VerifyTableOptions extends Pick<
  ExportResponsesOptions,
  "client" | "copies" | "file" | "toolVersion"
> {
  readonly manifest: VerifiableTable;
  /** Makes the same table again. */
  readonly table: TableConversion;
  /** Replace the file by the new table if they differ. */
  readonly repair: boolean;
  /** Folder for the new table; not used for a repair, where the new table is made beside the file. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

/**
 * Compares a table with what the service has in the same range, by making it again: the same items in the same form give the
 * same bytes. It cannot tell which rows differ, only how many responses are missing or extra.
 */
export async function verifyTable(options: VerifyTableOptions): Promise<VerifyResult> {
  const { file, manifest, table, repair, folder, signal, toolVersion } = options;
  const before = await contentHash(file, manifest.table, signal);
  const intact = before === manifest.sha256;
  const again = againOf(repair ? `${file}.repair` : join(folder, basename(file)), table.codebook);
  const fresh = await exportAgain(options, again, async () => {
    if (repair && (await contentHash(file, manifest.table, signal)) !== before) {
      throw changedMeanwhile(file);
    }
  });
  const isSame = fresh.sha256 === manifest.sha256;
  const difference = fresh.responses - (manifest.responses ?? 0);
  const found = {
    missing: Math.max(0, difference),
    extra: Math.max(0, -difference),
    doubled: 0,
    intact,
    damage:
      isSame || difference !== 0
        ? undefined
        : sentences(otherContent, ...otherTool(manifest, toolVersion)),
  };
  const ok = intact && isSame;
  if (!repair) {
    return { ok, responses: manifest.responses ?? 0, ...found, repaired: false };
  }
  try {
    if (!ok) {
      await replace(file, again, options);
    }
  } finally {
    // The table is replaced, or the error says why not.
    await removeAgain(again).catch(() => undefined);
  }
  return ok
    ? { ok, responses: manifest.responses ?? 0, ...found, repaired: false }
    : { ok: true, responses: fresh.responses, ...found, repaired: true };
}

/** The new table, until it takes the place of the file. */
interface Again {
  readonly file: string;
  /** Undefined if no codebook is made. */
  readonly codebook: string | undefined;
}

function againOf(file: string, codebook: string | undefined): Again {
  return { file, codebook: codebook && `${file}.codebook` };
}

/** Removes what did not take the place of the file. */
async function removeAgain({ file, codebook }: Again): Promise<void> {
  await removeTable(file);
  await rm(targetFiles(file).manifest, { force: true });
  if (codebook !== undefined) {
    await rm(codebook, { force: true });
  }
}

const otherContent = localizable(
  "The data space has as many responses, but their answers, the labels of questions or options, or the names of collect groups have changed since the export.",
);

function otherTool(
  { toolVersion: before }: VerifiableTable,
  toolVersion: string,
): LocalizableText[] {
  return before === toolVersion
    ? []
    : [
        localizable(
          "Survey Explorer {0} wrote the file; this is {1}, which may write it differently.",
          before,
          toolVersion,
        ),
      ];
}

async function exportAgain(
  options: VerifyTableOptions,
  { file, codebook }: Again,
  confirmReplace: () => Promise<void>,
) {
  const { client, copies, manifest, table, repair, signal, onProgress, toolVersion } = options;
  const { survey, kind, query, range, format, since } = manifest;
  const { startDateTime, endDateTime } = range;
  return exportResponses({
    client,
    copies,
    surveyId: survey.surveyId,
    kind,
    query: { ...query, startDateTime, endDateTime },
    since: since && { ...since, startDateTime },
    file,
    format,
    table: { ...table, codebook },
    overwrite: true,
    confirmReplace,
    // "fitting": an earlier repair may have been one of another export under this name.
    resume: repair && "fitting",
    purpose: repair ? "repair" : "verification",
    signal,
    onProgress,
    toolVersion,
  });
}

/** Replaces the file by the new table, and its codebook. Writes the manifest first, as an export does. */
async function replace(
  file: string,
  again: Again,
  { manifest: before, table }: Pick<VerifyTableOptions, "manifest" | "table">,
): Promise<void> {
  const { startedAt, toolVersion, query } = before;
  const codebook = again.codebook ?? targetFiles(file).codebook;
  const files = { ...targetFiles(file), written: again.file, codebook };
  await withFileLock(file, () =>
    withFileFaults(file, async () => {
      const manifest = await readManifest(targetFiles(again.file).manifest);
      const facts = { ...manifest, startedAt, toolVersion, query };
      const put = () => putInPlace(files, table.codebook);
      await replaceWithManifest(file, facts, put, table.codebook);
    }),
  );
}
