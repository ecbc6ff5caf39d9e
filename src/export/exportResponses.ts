import { SurveyError } from "../model/errors.ts";
import { inEnglish, type LocalizableText } from "../model/localizable.ts";
import { oneLine } from "../model/oneLine.ts";
import type { RawStructure } from "../client/surveyStructure.ts";
import type { Survey } from "../model/survey.ts";
import { isTableFormat, type ItemFormat } from "../formats/kinds/formats.ts";
import { cancelled } from "../client/waiting.ts";
import { readSurveyFacts } from "../reader/surveyFacts.ts";
import { allOrStop } from "./allOrStop.ts";
import { exportQuery } from "./exportQuery.ts";
import type { Convert, Converted } from "./conversion.ts";
import { readEarlier } from "./earlierExport.ts";
import type {
  NormalisedExportOptions,
  ExportResponsesOptions,
  ExportResult,
} from "./exportOptions.ts";
import { ExportWatch } from "./exportWatch.ts";
import { fileFault, withFileFaults } from "./fileFaults.ts";
import { finishReplacing } from "./finishReplacing.ts";
import { replaceWithManifest } from "./manifest.ts";
import { manifestOf, withAdvice, warningsOf } from "./outcome.ts";
import { removeTrashBeside } from "./ownCopy.ts";
import { SourceCopy } from "./sourceCopy.ts";
import {
  sentSurvey,
  sinceWarnings,
  spanWarnings,
  structureHash,
  unknownGroupWarnings,
  unknownNameWarnings,
} from "./structureFacts.ts";
import {
  checkNameLength,
  checkPartial,
  checkReplaceable,
  checkTarget,
  checkWritten,
  hasSizes,
  pathExists,
  putInPlace,
  removeConverted,
  removeTable,
  removeUnfinished,
  targetFiles,
  withFileLock,
  writtenByAnother,
} from "./targetFiles.ts";
import type { WrittenItems } from "./writeItems.ts";

/**
 * Writes the responses, or their metadata, to a file (docs/export.md), newest first: each item byte for byte as the service
 * sent it, or, in table formats, as rows.
 *
 * A copy is brought up to date, and the file is written from it in one pass, as `<file>.written`. What is read for this
 * export alone is in `<file>.partial`. If an export fails or is cancelled, that stays if it has anything, and `resume`
 * continues from it; an existing file with the final name stays unchanged.
 * @throws SurveyError "file-exists", "file-fault" or "invalid-input" before anything is asked; later also errors of the
 * client
 */
export async function exportResponses(wanted: ExportResponsesOptions): Promise<ExportResult> {
  const { kind, query = {}, file, format, table, since, signal } = wanted;
  if (isTableFormat(format) !== (table !== undefined)) {
    throw new TypeError(`The format ${format} is ${table ? "no" : "a"} table.`);
  }
  const shownQuery = exportQuery(kind, query);
  await checkTargets(wanted);
  return withFileLock(file, async () => {
    removeTrashBeside(file);
    const options: NormalisedExportOptions = {
      ...wanted,
      query: shownQuery,
      earlier:
        typeof since === "string"
          ? await readEarlier({ ...wanted, query: shownQuery }, since)
          : since,
      signal: signal ?? new AbortController().signal,
      startedAt: new Date().toISOString(),
    };
    const source = await withFileFaults(file, () => SourceCopy.open(options));
    try {
      return await exportFrom(source, options);
    } catch (error) {
      const fault = fileFault(error, file);
      // A fault of the files may be that another process is writing them.
      const isOfFiles = fault instanceof SurveyError && fault.code === "file-fault";
      const isRemoved = !isOfFiles && (await source.removeIfEmpty().catch(() => false));
      throw withAdvice(fault, source, wanted, !isRemoved);
    } finally {
      await source.close();
    }
  });
}

/** Checks that every path that will be written is free, or may be replaced. */
async function checkTargets({ file, overwrite = false, table }: ExportResponsesOptions) {
  await checkTarget(file, overwrite, table?.isFolder);
  const { manifest, partial, written } = targetFiles(file);
  await checkReplaceable(manifest);
  await checkPartial(partial);
  await checkWritten(written);
  await checkNameLength(file, table?.codebook !== undefined);
  if (table?.codebook !== undefined) {
    await checkTarget(table.codebook, overwrite);
  }
}

async function exportFrom(
  source: SourceCopy,
  options: NormalisedExportOptions,
): Promise<ExportResult> {
  const { client, file, format, table, signal } = options;
  const files = targetFiles(file);
  const stop = new AbortController();
  const watch = new ExportWatch(options.onProgress);
  const { structure } = source;
  const reading = source.bringUpToDate(AbortSignal.any([signal, stop.signal]), watch);
  const facts = surveyFacts(client, structure, Promise.race([watch.stored, reading]));
  // If the reading fails, nobody awaits them.
  facts.catch(() => undefined);
  const [{ survey }, convert] = await allOrStop(stop, [
    structure,
    structure.then((it) => table?.prepare(it)),
    reading,
  ]);
  const written = await writeFromCopy(options, source, watch, () =>
    withFileFaults(file, () => writeTarget(options, source, survey, convert, watch)),
  );
  const { state } = source;
  await checkBeforeReplacing(options);
  const { label, ...known } = await facts;
  const warningTexts = await allWarnings(source, written, options, known);
  const warnings = warningTexts.map((it) => oneLine(inEnglish(it)));
  // Write the manifest first, so that the file never has its final name without one. If the process ends in between,
  // `finishReplacing` goes on, and `resume` finds what was read where it was.
  const told = { label, baseUrl: client.baseUrl, structureHash: known.hash, warnings };
  const manifest = manifestOf(options, source, { ...written, ...told });
  if (!(await hasSizes(files.written, written))) {
    throw writtenByAnother(file);
  }
  const put = async () => {
    try {
      await putInPlace(files, table?.codebook);
    } catch (error) {
      await removeConverted(files);
      throw error;
    }
  };
  await replaceWithManifest(file, manifest, put, table?.codebook);
  // The file is complete, even if another program is using the survey's copy, which is to be replaced.
  await source.adoptOrRemove().catch(() => removeUnfinished(file).catch(() => undefined));
  const { responses, bytes, sha256 } = written;
  const { asOf } = source;
  return {
    file,
    format,
    responses,
    pages: state.pages,
    bytes,
    sha256,
    asOf,
    warnings,
    warningTexts,
  };
}

/** @param idle resolves when this thread waits for answers: to decode a structure takes a while */
async function surveyFacts(
  client: NormalisedExportOptions["client"],
  structure: Promise<RawStructure>,
  idle: Promise<void>,
) {
  const [{ survey }] = await Promise.all([structure, idle]);
  const sent = sentSurvey(client, survey);
  return { label: readSurveyFacts(survey).label, sent, hash: sent && structureHash(sent) };
}

/** Writes the file. If another reading has replaced the copy meanwhile, brings the new one up to date and writes once more. */
async function writeFromCopy(
  { query, signal }: NormalisedExportOptions,
  source: SourceCopy,
  watch: ExportWatch,
  write: () => Promise<Written>,
): Promise<Written> {
  try {
    return await write();
  } catch (error) {
    if (query.filter && error instanceof SurveyError && error.code === "malformed-answer") {
      // The filter cannot decode an item: only one that is read again may be better.
      await source.discardItems();
      throw error;
    }
    if (!(await source.wasReplaced().catch(() => false))) {
      throw error;
    }
    await source.bringUpToDate(signal, watch);
    return write();
  }
}

/** The last chance to stop: another program may have made the file, or the user cancelled, while it was being written. */
async function checkBeforeReplacing(options: NormalisedExportOptions): Promise<void> {
  try {
    await checkTargets(options);
    await options.confirmReplace?.();
    if (options.signal.aborted) {
      throw cancelled();
    }
  } catch (error) {
    await removeConverted(targetFiles(options.file));
    throw error;
  }
}

async function allWarnings(
  source: SourceCopy,
  written: Written,
  options: NormalisedExportOptions,
  { sent, hash }: { readonly sent: Survey | undefined; readonly hash: string | undefined },
): Promise<LocalizableText[]> {
  const { client, kind, query, earlier, structureChanges } = options;
  // Metadata have no codes and labels that a changed structure could affect.
  const ofStructure =
    kind === "responses"
      ? [
          ...(sent ? unknownNameWarnings(sent, query, written) : []),
          ...sinceWarnings(earlier?.structureHash, hash),
          ...spanWarnings((await structureChanges?.()) ?? [], written),
        ]
      : [];
  return [
    ...warningsOf(source, written, options),
    ...unknownGroupWarnings(client, await source.structure, query, written),
    ...ofStructure,
    ...written.warnings,
  ];
}

type Written = WrittenItems & Pick<Converted, "warnings"> & Partial<Pick<Converted, "table">>;

async function writeTarget(
  options: NormalisedExportOptions,
  source: SourceCopy,
  survey: Uint8Array,
  convert: Convert | undefined,
  watch: ExportWatch,
): Promise<Written> {
  const { file, format, signal } = options;
  const files = targetFiles(file);
  if (!source.state.wholeVersion) {
    throw SurveyError.of(
      "incomplete",
      "The export is not complete, which is an error of Survey Explorer. Continue it, and report it if this persists.",
    );
  }
  if (await pathExists(file)) {
    // What follows removes the file that belongs to the manifest.
    await finishReplacing(file);
  }
  // May be a folder, if an export of a table by day was killed.
  await removeTable(files.written);
  if (!isTableFormat(format) || !convert) {
    return {
      ...(await source.write(format as ItemFormat, survey, files.written, signal)),
      warnings: [],
    };
  }
  try {
    return await convert({
      items: await source.items(),
      target: files.written,
      codebook: files.codebook,
      signal,
      onProgress: watch.converting,
    });
  } catch (error) {
    await removeConverted(files);
    throw error;
  }
}
