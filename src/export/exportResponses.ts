import { rm } from "node:fs/promises";
import { SurveyError } from "../model/errors.ts";
import { isTableFormat, type ExportFormat } from "../model/tabular/tableForm.ts";
import { Border } from "../reader/border.ts";
import type { ReadOptions } from "../reader/fetchPage.ts";
import { newestTime } from "../reader/newestTime.ts";
import { readLanes } from "../reader/readLanes.ts";
import { PageSize } from "../reader/pageSize.ts";
import { NotInWindowsError } from "../reader/readWindow.ts";
import { ReadWindows } from "../reader/readWindows.ts";
import type { ItemKind, ReadQuery, ResponseSource } from "../reader/responseSource.ts";
import { readSurveyFacts } from "../reader/surveyFacts.ts";
import { askedQuery } from "./askedQuery.ts";
import type { Convert, Converted, TableConversion } from "./conversion.ts";
import { readEarlier, type EarlierExport } from "./earlierExport.ts";
import { ExportWatch, type ExportProgress } from "./exportWatch.ts";
import { fileFault, withFileFaults } from "./fileFaults.ts";
import { itemFormatOf, itemLayouts, type ItemLayout } from "./itemLayout.ts";
import { checksum, Journal, type JournalHeader, type JournalIdentity } from "./journal.ts";
import { writeManifest } from "./manifest.ts";
import { OutputFile } from "./outputFile.ts";
import { isPassing, pause, type OnPause } from "./pause.ts";
import { manifestOf, unfinished, warningsOf } from "./report.ts";
import { Run } from "./run.ts";
import {
  checkReplaceable,
  checkTarget,
  createAnew,
  isThere,
  placeOf,
  putInPlace,
  removeConverted,
  replaceFile,
  syncFolderOf,
  targetFiles,
  withFileTaken,
  type TargetFiles,
} from "./targetFiles.ts";
import { rangeWindows, takeUp } from "./unfinished.ts";

export interface ExportResponsesOptions {
  readonly client: ResponseSource;
  readonly surveyId: string;
  readonly kind: ItemKind;
  readonly query?: ReadQuery | undefined;
  /** Absolute path of the file to write. */
  readonly file: string;
  readonly format: ExportFormat;
  /** How responses become a table: of formats that are one, and only of those. */
  readonly table?: TableConversion | undefined;
  /** Replace the file if there is one; it stays as it is until the export is complete. */
  readonly overwrite?: boolean | undefined;
  /** Continue what an earlier, unfinished export of the same left beside the file; otherwise that is begun anew. */
  readonly resume?: boolean | undefined;
  /** Windows of the range that are read at once, at most; as many as the client sends requests at once if absent. */
  readonly lanes?: number | undefined;
  /** As many as that from the beginning; 1 if absent: more are added while that makes it quicker. */
  readonly leastLanes?: number | undefined;
  /** An earlier export of the same, or the path of its manifest: what has come since then is exported. */
  readonly since?: string | EarlierExport | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Absent: the export rejects where it would pause. */
  readonly onPause?: OnPause | undefined;
  /** After every page, and before a wait. */
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

/**
 * Writes the responses, or their metadata, to a file (DESIGN.md, "Files"), newest first: each item byte for byte as the
 * service sent it, or, of the formats that are a table, as rows (EXPORTS.md).
 *
 * Until all is written, the file is `<file>.partial`, with `<file>.journal` and a folder `<file>.spool` beside it. When an
 * export fails or is cancelled, these stay, and `resume` goes on from them to the same bytes that an undisturbed export
 * gives; whatever had the final name is untouched. The table is made of the partial file when that is complete, as
 * `<file>.table`; where that fails, `resume` makes it anew, in whatever form, and whatever format but JSON, is asked for then.
 * @throws SurveyError "file-exists", "file-fault" or "invalid-input" before anything is asked; later also those of the
 * client
 */
export async function exportResponses(wanted: ExportResponsesOptions): Promise<ExportResult> {
  const { kind, query = {}, file, format, table, signal } = wanted;
  const options: AskedOptions = { ...wanted, query: askedQuery(kind, query) };
  if (isTableFormat(format) !== (table !== undefined)) {
    throw new TypeError(`The format ${format} is ${table ? "no" : "a"} table.`);
  }
  await checkTargets(options);
  return withFileTaken(file, async () => {
    const files = targetFiles(file);
    const convert = await table?.prepare(signal ?? new AbortController().signal);
    let run = await withFileFaults(file, () => openRun(options, files));
    try {
      while (!(await readAll(options, run))) {
        await run.abandon();
        run = await openRun({ ...options, resume: true }, files);
      }
      return await complete(options, run, convert);
    } catch (error) {
      await run.abandon();
      throw await unfinished(fileFault(error, file), run);
    }
  });
}

/** Everything that will get its name must be free to be written. */
async function checkTargets({ file, overwrite = false, table }: ExportResponsesOptions) {
  await checkTarget(file, overwrite, table?.isFolder);
  const { manifest, partial, journal } = targetFiles(file);
  await Promise.all([manifest, partial, journal].map((it) => checkReplaceable(it)));
  if (table?.codebook !== undefined) {
    await checkTarget(table.codebook, overwrite);
  }
}

/** With the query as files show it. */
type AskedOptions = ExportResponsesOptions & { readonly query: ReadQuery };

async function openRun(options: AskedOptions, files: TargetFiles): Promise<Run> {
  const layout = itemLayouts[itemFormatOf(options.format)];
  const earlier =
    typeof options.since === "string" ? await readEarlier(options, options.since) : options.since;
  const identity = await identityOf(options, earlier);
  const left =
    options.resume === true ? await takeUp(files, identity, layout, options.client) : undefined;
  return left ?? begin(options, files, identity, layout, earlier);
}

async function begin(
  options: AskedOptions,
  files: TargetFiles,
  identity: JournalIdentity,
  layout: ItemLayout,
  earlier: EarlierExport | undefined,
): Promise<Run> {
  const { client, surveyId, signal } = options;
  const startedAt = new Date().toISOString();
  const survey = await client.rawSurvey(surveyId, { signal });
  const { label, createdAt } = readSurveyFacts(survey);
  const query = { ...identity.query, ...(earlier && { startDateTime: earlier.startDateTime }) };
  const newest = await newestTime(readOptions(options, query));
  const end = newest.isEmpty ? earlier?.known.finishedAt : newest.time;
  const endDateTime = earlierOf(end, query.endDateTime);
  const head = layout.head({
    apiVersion: client.version,
    survey,
    query: { ...query, endDateTime },
  });
  const header: JournalHeader = {
    journal: 3,
    ...identity,
    surveyLabel: label,
    startDateTime: query.startDateTime,
    endDateTime,
    frozen: newest.time !== undefined,
    known: earlier?.known,
    createdAt,
    startedAt,
    pid: process.pid,
    headBytes: head.length,
    headCrc: checksum(head),
  };
  const isLost =
    options.resume === true && ((await isThere(files.journal)) || (await isThere(files.partial)));
  await rm(files.spool, { recursive: true, force: true });
  await rm(files.journal, { force: true });
  const handle = await createAnew(files.partial);
  try {
    const output = new OutputFile(handle);
    await output.append(head);
    const windows = new ReadWindows(rangeWindows(header), createdAt);
    const parts = windows.list.map((window, index) => ({
      window,
      base: index === 0 ? head.length : undefined,
      end: 0,
      rows: 0,
      isWhole: false,
    }));
    return new Run({
      files,
      header,
      layout,
      handle,
      output,
      journal: await Journal.create(files.journal, header),
      windows,
      parts,
      pages: [],
      newest: [],
      isAlone: false,
      lost: isLost ? "all" : "none",
      isInPlace: await placeOf(files.partial, handle),
    });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** @returns whether all is in the partial file; otherwise the run is to be taken up anew, with one lane */
async function readAll(options: ExportResponsesOptions, run: Run): Promise<boolean> {
  const { client, onPause, onProgress } = options;
  const reading = readOptions(options, run.header.query);
  const watch = new ExportWatch(run, onProgress);
  const { windows, header } = run;
  // Once for the whole run: after a pause, what has come of it must not be waited for again.
  const known = header.known && new Border(header.known.finishedAt, header.known.items).known();
  const { lanes: most = client.concurrency, leastLanes: least = 1 } = options;
  const lanes = run.isAlone ? { least: 1, most: 1 } : { least, most };
  for (;;) {
    try {
      await readLanes({
        ...reading,
        windows,
        lanes,
        known,
        sink: run,
        attempts: watch,
        onLanes: watch.onLanes,
      });
      await run.joined(reading.signal);
      return true;
    } catch (error) {
      if (error instanceof NotInWindowsError) {
        await run.putDownAlone();
        return false;
      }
      if (!onPause || !isPassing(error)) {
        throw error;
      }
      await pause(options, run.header.spaceMark, onPause, error);
    }
  }
}

async function complete(
  options: ExportResponsesOptions,
  run: Run,
  convert: Convert | undefined,
): Promise<ExportResult> {
  const { client, file, format, toolVersion } = options;
  const { files } = run;
  if (!run.isComplete) {
    throw new SurveyError(
      "incomplete",
      "The export is not complete, which is a fault of ours. Go on with it, and tell us if it stays so.",
    );
  }
  await run.output.append(itemLayouts[itemFormatOf(format)].tail(run.rows));
  const { size } = await run.handle.stat();
  if (size !== run.output.size || !(await run.isInPlace())) {
    throw new SurveyError(
      "file-fault",
      `${files.partial} was changed or removed by another program while it was being written.`,
    );
  }
  const itemsHash = await run.output.finish();
  await run.clear();
  // Asked again: the file may have come to be while the export ran.
  await checkTargets(options);
  const converted = convert && (await converting(options, run, convert));
  const { bytes, sha256, table } = converted ?? { bytes: run.output.size, sha256: itemsHash };
  const warnings = [...warningsOf(run), ...(converted?.warnings ?? [])];
  // The manifest first: then the file never has its final name without one, and if the process ends in between, `resume`
  // finds the pages where they were.
  const { baseUrl } = client;
  const manifest = manifestOf(run, {
    baseUrl,
    format,
    bytes,
    sha256,
    table,
    warnings,
    toolVersion,
  });
  await writeManifest(files.manifest, file, manifest);
  if (converted) {
    if (options.table?.codebook !== undefined) {
      await replaceFile(files.codebook, options.table.codebook);
    }
    await putInPlace(files);
  } else {
    await replaceFile(files.partial, file);
  }
  await syncFolderOf(file);
  await rm(files.journal, { force: true });
  await rm(files.partial, { force: true });
  await removeConverted(files);
  return { file, format, responses: run.rows, pages: run.pages, bytes, sha256, warnings };
}

async function converting(
  {
    overwrite = false,
    table,
    signal = new AbortController().signal,
    onProgress,
  }: ExportResponsesOptions,
  run: Run,
  convert: Convert,
): Promise<Converted> {
  const { files, header } = run;
  const watch = new ExportWatch(run, onProgress);
  try {
    const converted = await convert({
      items: files.partial,
      target: files.table,
      codebook: files.codebook,
      startedAt: header.startedAt,
      signal,
      onProgress: (progress) => watch.converting(progress),
    });
    // It took a while, too.
    await checkTarget(files.file, overwrite, table?.isFolder);
    return converted;
  } catch (error) {
    await removeConverted(files);
    throw error;
  }
}

async function identityOf(
  { client, surveyId, kind, format, query, signal }: AskedOptions,
  earlier: EarlierExport | undefined,
): Promise<JournalIdentity> {
  const { dataSpace, version } = client;
  return {
    dataSpace,
    spaceMark: await client.spaceMark({ signal }),
    apiVersion: version,
    surveyId,
    kind,
    format: itemFormatOf(format),
    query,
    since: earlier?.sha256,
  };
}

function readOptions(options: ExportResponsesOptions, query: ReadQuery): ReadOptions {
  const { client, surveyId, kind, signal = new AbortController().signal } = options;
  return { source: client, surveyId, kind, query, signal, pageSize: new PageSize() };
}

/** Times of the API are text that sorts as text. */
function earlierOf(a: string | undefined, b: string | undefined): string | undefined {
  return a !== undefined && b !== undefined ? (a < b ? a : b) : (a ?? b);
}
