import { open, rm, type FileHandle } from "node:fs/promises";
import { SurveyError } from "../model/errors.ts";
import { provides } from "../model/provided.ts";
import { Border } from "../reader/border.ts";
import { PageSize } from "../reader/pageSize.ts";
import { NotInWindowsError, readWindow, type ReadPage } from "../reader/readWindow.ts";
import { ReadWindow } from "../reader/readWindows.ts";
import type { RawItem, ResponseSource } from "../reader/responseSource.ts";
import { stampOf, type CheckedFile } from "./checkedFile.ts";
import { isNone } from "./compareItems.ts";
import { exportResponses } from "./exportResponses.ts";
import { withFileFaults } from "./fileFaults.ts";
import { jsonLayout, ndjsonLayout } from "./itemLayout.ts";
import type { ItemMark } from "./schemas.ts";
import { readManifest, writeManifest, type Manifest } from "./manifest.ts";
import { OutputFile } from "./outputFile.ts";
import type { RepairPart } from "./repairPlan.ts";
import { newestSecond } from "./report.ts";
import { keysAt } from "./run.ts";
import {
  createAnew,
  replaceFile,
  syncFolderOf,
  targetFiles,
  withFileTaken,
} from "./targetFiles.ts";
import type { VerifiableManifest } from "./verifiable.ts";

export interface RepairOptions {
  readonly client: ResponseSource;
  readonly file: string;
  readonly manifest: VerifiableManifest;
  /** What was found out about the file. */
  readonly found: CheckedFile;
  /** How many items the service has. */
  readonly expected: number;
  /** Compares a file with what the service has. */
  readonly check: (file: string) => Promise<CheckedFile>;
  readonly signal: AbortSignal;
  readonly onItems: (items: number) => void;
  readonly toolVersion: string;
}

export interface RepairedFile extends CheckedFile {
  /** Whether it has what the service has, and reads as it was written. */
  readonly ok: boolean;
}

/**
 * Replaces the file by one that has what the service has. Where that is enough, only the seconds that differ are asked for,
 * and all other bytes are kept. They are known to be right if the file was as the export wrote it, or is so again
 * afterwards; otherwise nothing of it can be relied on, and everything is asked for.
 * @returns the repaired file, compared with what the service has
 */
export async function repairExport(options: RepairOptions): Promise<RepairedFile> {
  const { found, expected } = options;
  const kept = (found.plan ?? []).reduce((sum, it) => sum + (it.kind === "kept" ? it.items : 0), 0);
  // Reading all of it has several lanes and can be resumed, which is worth more than sparing the smaller part.
  const repaired = kept > 0 && 2 * kept >= expected ? await repairWindows(options) : undefined;
  return repaired ?? exportAgain(options);
}

/** @returns `undefined` if what was kept cannot be relied on; then the file is as it was */
async function repairWindows(options: RepairOptions): Promise<RepairedFile | undefined> {
  const { file, manifest, found, check } = options;
  // A name of its own: under the other, an unfinished export may wait to be resumed.
  const { partial } = targetFiles(`${file}.repair`);
  return withFileTaken(file, () =>
    withFileFaults(file, async () => {
      const written = await writeRepaired(options, partial);
      if (!written || (!isIntact(found, manifest) && written.sha256 !== manifest.sha256)) {
        return undefined;
      }
      const { sha256, newest } = written;
      const repaired = await check(partial);
      if (repaired.sha256 !== sha256) {
        throw new SurveyError(
          "file-fault",
          `${partial} does not read as it was written, so ${file} was left as it is. Check the disk.`,
        );
      }
      if ((await stampOf(file)) !== found.stamp) {
        throw new SurveyError(
          "file-fault",
          `${file} was changed by another program while it was being repaired, and was left as it is. Verify it again.`,
        );
      }
      // The manifest first, as with every export: if the process ends in between, the file differs from it, and is repaired
      // again.
      await writeManifest(targetFiles(file).manifest, file, manifestOf(options, repaired, newest));
      await replaceFile(partial, file);
      await syncFolderOf(file);
      return { ...repaired, ok: isNone(repaired) };
    }).finally(() => rm(partial, { force: true })),
  );
}

/** Whether the file is, byte for byte, what the export wrote. */
export function isIntact(
  { bytes, sha256, damage }: CheckedFile,
  manifest: Pick<Manifest, "bytes" | "sha256">,
): boolean {
  return damage === undefined && bytes === manifest.bytes && sha256 === manifest.sha256;
}

interface Written {
  readonly sha256: string;
  /** What the last second of the range has. */
  readonly newest: Manifest["newest"];
}

/** @returns `undefined` if the service cannot be asked for windows */
async function writeRepaired(
  options: RepairOptions,
  partial: string,
): Promise<Written | undefined> {
  const old = await open(options.file, "r");
  try {
    const output = new OutputFile(await createAnew(partial));
    try {
      const newest = await writeParts(options, old, output);
      return { sha256: await output.finish(), newest };
    } catch (error) {
      await output.abandon().catch(() => undefined);
      if (error instanceof NotInWindowsError) {
        return undefined;
      }
      throw error;
    }
  } finally {
    await old.close();
  }
}

async function writeParts(
  options: RepairOptions,
  old: FileHandle,
  output: OutputFile,
): Promise<Manifest["newest"]> {
  const { manifest, found, onItems, signal } = options;
  const { endDateTime } = manifest.range;
  // A second is kept whole, or asked for whole.
  const isNewestKept = found.plan?.[0]?.kind === "kept";
  const newest: string[] = [];
  const pageSize = new PageSize();
  const isJson = manifest.format === "json";
  const layout = isJson ? jsonLayout : ndjsonLayout;
  let items = 0;
  if (isJson) {
    await copy(old, 0, found.itemsStart, output, signal);
  }
  for (const part of found.plan ?? []) {
    if (part.kind === "kept") {
      await output.append(Buffer.from(isJson && items > 0 ? "," : ""));
      await copy(old, part.start, part.end, output, signal);
      await output.append(Buffer.from(isJson ? "" : "\n"));
      items += part.items;
      continue;
    }
    for await (const page of freshPages(options, part, pageSize)) {
      const between = items > 0 && page.items.length > 0 ? [layout.separator] : [];
      await output.append(...between, layout.page(page.body, page.items));
      output.syncSoon();
      newest.push(...keysAt(endDateTime, page.body, page.items));
      items += page.items.length;
      onItems(items);
    }
  }
  await output.append(layout.tail(items));
  if (isNewestKept || endDateTime === undefined) {
    return manifest.newest;
  }
  return newestSecond(endDateTime, newest, manifest.since?.known);
}

/** The window's items, as an export reads them. */
function freshPages(
  { client, manifest, signal }: RepairOptions,
  { after, until }: RepairPart & { readonly kind: "fresh" },
  pageSize: PageSize,
): AsyncIterable<ReadPage> {
  const { survey, kind, query, range, since } = manifest;
  const { surveyId } = survey;
  const known = since && new Border(since.known.finishedAt, since.known.items).known();
  const window = new ReadWindow(0, after ?? range.startDateTime, until);
  const mode = { isOneOfSeveral: () => true, readsAhead: () => true, known };
  const reading = { source: client, surveyId, kind, query, signal, pageSize };
  return readWindow(reading, window, mode);
}

const copiedAtOnce = 1024 * 1024;

async function copy(
  from: FileHandle,
  start: number,
  end: number,
  output: OutputFile,
  signal: AbortSignal,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(copiedAtOnce, end - start));
  for (let at = start; at < end;) {
    if (signal.aborted) {
      throw new SurveyError("cancelled", "Cancelled.");
    }
    const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, end - at), at);
    if (bytesRead === 0) {
      throw new SurveyError("file-fault", "The file became shorter while it was being repaired.");
    }
    await output.append(buffer.subarray(0, bytesRead));
    // Bit by bit: nothing can cancel the bringing of a whole file to the disk.
    output.syncSoon();
    at += bytesRead;
  }
}

async function exportAgain(options: RepairOptions): Promise<RepairedFile> {
  const { client, file, manifest, signal, onItems, toolVersion, found, check } = options;
  const { survey, kind, format, query, range, since } = manifest;
  const { startDateTime = "" } = range;
  await exportResponses({
    client,
    surveyId: survey.surveyId,
    kind,
    query: { ...query, endDateTime: range.endDateTime },
    since: since && { ...since, startDateTime },
    file,
    format,
    overwrite: true,
    resume: true,
    signal,
    onProgress: ({ responses }) => onItems(responses),
    toolVersion,
  }).catch((error: unknown) => {
    if (!(error instanceof SurveyError && error.cause instanceof SurveyError)) {
      throw error;
    }
    // Another advice than an export gives: that was another request.
    const message = `${error.cause.message} What was read is kept; repair again to go on from there.`;
    throw new SurveyError(error.code, message, { cause: error.cause });
  });
  const path = targetFiles(file).manifest;
  const fresh = await readManifest(path);
  const warnings = [...fresh.warnings, repairedWarning(found, "all")];
  await writeManifest(path, file, { ...fresh, query, warnings });
  const repaired = await check(file);
  return { ...repaired, ok: isNone(repaired) && isIntact(repaired, fresh) };
}

function manifestOf(
  { client, manifest, found, toolVersion }: RepairOptions,
  { items, first, last, bytes, sha256 }: CheckedFile,
  newest: Manifest["newest"],
): Manifest {
  const id = provides(client.version, "responseId") ? "responseId" : "answerUid";
  const mark = (item: RawItem | undefined): ItemMark | undefined =>
    item && { [id]: item.id, finishedAt: item.finishedAt };
  return {
    ...manifest,
    newest,
    responses: items,
    first: mark(first),
    last: mark(last),
    bytes,
    sha256,
    toolVersion,
    warnings: [...manifest.warnings, repairedWarning(found, "part")],
  };
}

function repairedWarning({ missing, extra, doubled }: CheckedFile, read: "all" | "part"): string {
  const what = read === "all" ? "all responses were read anew" : "what differed was read anew";
  return `Repaired at ${new Date().toISOString()}: ${what}. Before that, ${missing} responses were missing, ${extra} were there that the service does not have, and ${doubled} were there more often than once.`;
}
