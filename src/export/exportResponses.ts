import { rename, rm } from "node:fs/promises";
import { SurveyError } from "../model/errors.ts";
import { provides } from "../model/provided.ts";
import { newestTime, readPages, type ReadPage } from "../reader/readPages.ts";
import type { ItemKind, RawItem, ReadQuery, ResponseSource } from "../reader/responseSource.ts";
import { readSurveyLabel } from "../reader/surveyLabel.ts";
import { fileFault, withFileFaults } from "./fileFaults.ts";
import { jsonLayout, ndjsonLayout, type ItemLayout } from "./itemLayout.ts";
import {
  checksum,
  Journal,
  type ItemMark,
  type JournalHeader,
  type JournalIdentity,
} from "./journal.ts";
import { writeManifest } from "./manifest.ts";
import { OutputFile } from "./outputFile.ts";
import { manifestOf, warningsOf } from "./report.ts";
import {
  checkTarget,
  createAnew,
  isStill,
  syncFolderOf,
  targetFiles,
  withFileTaken,
  type TargetFiles,
} from "./targetFiles.ts";
import { newRun, takeUp, type Run } from "./unfinished.ts";

type ExportFormat = "json" | "ndjson";

interface ExportProgress {
  /** Written so far, those of a resumed export included. */
  readonly responses: number;
  readonly bytes: number;
  readonly pages: number;
}

export interface ExportResponsesOptions {
  readonly client: ResponseSource;
  readonly surveyId: string;
  readonly kind: ItemKind;
  readonly query?: ReadQuery | undefined;
  /** Absolute path of the file to write. */
  readonly file: string;
  readonly format: ExportFormat;
  /** Replace the file if there is one; it stays as it is until the export is complete. */
  readonly overwrite?: boolean | undefined;
  /** Continue what an earlier, unfinished export of the same left beside the file; otherwise that is begun anew. */
  readonly resume?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** After every page. */
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
  /** Version of this extension, for the manifest. */
  readonly toolVersion: string;
}

export interface ExportResult {
  readonly file: string;
  readonly format: ExportFormat;
  readonly responses: number;
  readonly pages: number;
  readonly bytes: number;
  /** Of the file, in hex. */
  readonly sha256: string;
  /** Sentences for a person; empty if there is nothing to say. */
  readonly warnings: readonly string[];
}

const layouts: Readonly<Record<ExportFormat, ItemLayout>> = {
  json: jsonLayout,
  ndjson: ndjsonLayout,
};

/**
 * Writes the responses, or their metadata, to a file (DESIGN.md, "Files"), newest first, each item byte for byte as the
 * service sent it.
 *
 * Until all is written, the file is `<file>.partial`, with `<file>.journal` beside it. When an export fails or is
 * cancelled, these two stay, and `resume` goes on from them to the same bytes that an undisturbed export gives; whatever
 * had the final name is untouched.
 * @throws SurveyError "file-exists", "file-fault" or "invalid-input" before anything is asked; later also those of the
 * client
 */
export async function exportResponses(options: ExportResponsesOptions): Promise<ExportResult> {
  const { file, overwrite = false } = options;
  await checkTarget(file, overwrite);
  return withFileTaken(file, async () => {
    const files = targetFiles(file);
    const run = await withFileFaults(file, () => openRun(options, files));
    try {
      await copyPages(options, run);
      return await complete(options, files, run);
    } catch (error) {
      await abandon(run);
      throw unfinished(fileFault(error, file), files, run);
    }
  });
}

async function openRun(options: ExportResponsesOptions, files: TargetFiles): Promise<Run> {
  const identity = identityOf(options);
  const layout = layouts[options.format];
  const earlier =
    options.resume === true ? await takeUp(files, identity, layout, options.client) : undefined;
  return earlier ?? begin(options, files, identity, layout);
}

async function begin(
  options: ExportResponsesOptions,
  files: TargetFiles,
  identity: JournalIdentity,
  layout: ItemLayout,
): Promise<Run> {
  const { client, surveyId, signal } = options;
  const startedAt = new Date().toISOString();
  const survey = await client.rawSurvey(surveyId, { signal });
  const asked = options.query ?? {};
  const newest = await newestTime(readOptions(options, asked.endDateTime));
  const endDateTime = earlierOf(newest, asked.endDateTime);
  const head = layout.head({
    apiVersion: client.version,
    survey,
    query: shownQuery({ ...asked, endDateTime }),
  });
  const header: JournalHeader = {
    journal: 1,
    ...identity,
    surveyLabel: readSurveyLabel(survey),
    endDateTime,
    frozen: newest !== undefined,
    startedAt,
    pid: process.pid,
    headBytes: head.length,
    headCrc: checksum(head),
  };
  await rm(files.journal, { force: true });
  const handle = await createAnew(files.partial);
  try {
    const output = new OutputFile(handle);
    await output.append(head);
    return newRun(header, handle, output, await Journal.create(files.journal, header));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function copyPages(options: ExportResponsesOptions, run: Run): Promise<void> {
  if (run.cursor === null) {
    return;
  }
  const position = { cursor: run.cursor, seen: run.seen, doubles: run.doubles };
  const reading = readOptions(options, run.header.endDateTime);
  for await (const page of readPages(reading, position)) {
    await commit(options, run, page);
    options.onProgress?.({ responses: run.rows, bytes: run.output.size, pages: run.pages });
    if (reading.signal.aborted) {
      throw new SurveyError("cancelled", "Cancelled.");
    }
  }
}

/** A page counts once its line is in the journal: then the file has all of it. */
async function commit(options: ExportResponsesOptions, run: Run, page: ReadPage): Promise<void> {
  const parts = layouts[options.format].page(page.body, page.items, run.rows);
  for (const part of parts) {
    await run.output.append(part);
  }
  const [first, last] = [markOf(options, page.items[0]), markOf(options, page.items.at(-1))];
  run.rows += page.items.length;
  run.doubled += page.doubled;
  run.pages++;
  run.cursor = page.cursor ?? null;
  run.first ??= first;
  run.last = last ?? run.last;
  await run.journal.append({
    cursor: run.cursor,
    offset: run.output.size,
    crc: checksum(...parts),
    rows: run.rows,
    doubled: run.doubled,
    first,
    last,
  });
  run.output.syncSoon();
}

async function complete(
  options: ExportResponsesOptions,
  files: TargetFiles,
  run: Run,
): Promise<ExportResult> {
  const { file, format, overwrite = false } = options;
  await run.output.append(layouts[format].tail(run.rows));
  if (!(await isStill(files.partial, run.handle, run.output.size))) {
    throw new SurveyError(
      "file-fault",
      `${files.partial} was changed by another program while it was being written. Export again under another name.`,
    );
  }
  const sha256 = await run.output.finish();
  await run.journal.close();
  // Asked again: the file may have come to be while the export ran.
  await checkTarget(file, overwrite);
  const result: ExportResult = {
    file,
    format,
    responses: run.rows,
    pages: run.pages,
    bytes: run.output.size,
    sha256,
    warnings: warningsOf(run),
  };
  // The manifest first: then the file never has its final name without one, and if the process ends in between, `resume`
  // finds the pages where they were.
  const { bytes, warnings } = result;
  const { toolVersion } = options;
  const manifest = manifestOf(run, { bytes, sha256, warnings, toolVersion });
  await writeManifest(files.manifest, file, manifest);
  await rename(files.partial, file);
  await syncFolderOf(file);
  await rm(files.journal, { force: true });
  return result;
}

async function abandon(run: Run): Promise<void> {
  // What ended the export is the error to tell, not what closing its files adds to it.
  await run.output.abandon().catch(() => undefined);
  await run.journal.close().catch(() => undefined);
}

function unfinished(error: unknown, files: TargetFiles, run: Run): unknown {
  if (!(error instanceof SurveyError)) {
    return error;
  }
  const message = `${error.message} ${run.rows} responses are kept in ${files.partial}; export again with "resume" to go on from there.`;
  return new SurveyError(error.code, message, { cause: error });
}

function identityOf({
  client,
  surveyId,
  kind,
  format,
  query,
}: ExportResponsesOptions): JournalIdentity {
  const { dataSpace, baseUrl, version } = client;
  return {
    dataSpace,
    baseUrl,
    apiVersion: version,
    surveyId,
    kind,
    format,
    query: shownQuery(query ?? {}),
  };
}

/** The query as files show it: in a fixed order. JSON leaves out what was not asked for. */
function shownQuery(query: ReadQuery): ReadQuery {
  const { startDateTime, endDateTime, collectGroupId, variables, embeddedData, parameterField } =
    query;
  return { startDateTime, endDateTime, collectGroupId, variables, embeddedData, parameterField };
}

function readOptions(options: ExportResponsesOptions, endDateTime: string | undefined) {
  const { client, surveyId, kind, query = {}, signal = new AbortController().signal } = options;
  return { source: client, surveyId, kind, query: { ...query, endDateTime }, signal };
}

/** Times of the API are text that sorts as text. */
function earlierOf(a: string | undefined, b: string | undefined): string | undefined {
  return a !== undefined && b !== undefined ? (a < b ? a : b) : (a ?? b);
}

function markOf(
  { client }: ExportResponsesOptions,
  item: RawItem | undefined,
): ItemMark | undefined {
  const id = provides(client.version, "responseId") ? "responseId" : "answerUid";
  return item && { [id]: item.id, finishedAt: item.finishedAt };
}
