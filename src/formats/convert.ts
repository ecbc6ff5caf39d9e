import { SurveyCopy } from "../copy/surveyCopy.ts";
import type { ConversionProgress } from "../export/conversion.ts";
import { CopyItems } from "../export/copyItems.ts";
import { nodeSqlite } from "../store/sqliteDriver.ts";
import { fileFault, withFileFaults } from "../export/fileFaults.ts";
import { OutputFile } from "../export/outputFile.ts";
import { createReplacing, removeTable, writeAtomically } from "../export/targetFiles.ts";
import { withWords, wordsOf } from "../model/localizable.ts";
import { oneLine } from "../model/oneLine.ts";
import type { Response } from "../model/response.ts";
import { codebookRows } from "../model/tabular/codebook.ts";
import { tableScan, type Table } from "../model/tabular/table.ts";
import type { TableValue } from "../model/tabular/tableColumn.ts";
import type { ConvertedTable, ConvertJob } from "./calls.ts";
import { codebookText } from "./codebook.ts";
import { DayFiles } from "./dayFiles.ts";
import { decodedResponses } from "./decodedResponses.ts";
import { fileTable } from "./fileTable.ts";
import { tableKinds } from "./kinds/formats.ts";
import { tableWarnings } from "./tableWarnings.ts";
import type { ByteSink, TableWriter, WriterContext } from "./writer.ts";

/**
 * Makes a table of items: reads all of them once to find the columns, and once more to write the rows. Memory does not
 * depend on the number of items.
 * @throws SurveyError "file-fault", "malformed-answer", and "invalid-input" or "too-large" if the table does not fit into
 * the format
 */
export async function convertItems(
  job: ConvertJob,
  notify: (progress: ConversionProgress) => void,
): Promise<ConvertedTable> {
  const { source, target } = job;
  await withFileFaults(target, () => removeTable(target));
  const copy = new SurveyCopy(nodeSqlite, { ...job.items, dataSpace: source.dataSpace });
  try {
    return await converted(job, new CopyItems(copy, job.items.wanted), notify);
  } finally {
    copy.close();
  }
}

/** Earliest time that ZIP archives can contain. */
const earliestInZip = "1980-01-01T00:00:00";

async function converted(
  job: ConvertJob,
  items: CopyItems,
  notify: (progress: ConversionProgress) => void,
): Promise<ConvertedTable> {
  const { source, form, format, target, toolVersion } = job;
  const scan = tableScan(source);
  for (const responses of decodedResponses(source, items, "columns", notify)) {
    scan.add(responses);
  }
  const table = scan.table(form);
  const isFolder = form.partition === "day";
  const implementation = await tableKinds[format].implementation();
  const description = fileTable(table, implementation, form);
  const { columns, sets, renamed, unknownCodes, rows, responses } = description;
  const codebook = codebookRows(source.survey, description);
  const title = oneLine(source.survey.label);
  const context: WriterContext = {
    table: description,
    form,
    title,
    createdAt: creationTime(items),
    toolVersion,
    codebook,
  };
  const createFile = (sink: ByteSink) => implementation.createWriter(sink, context);
  const output = isFolder
    ? new DayFiles(target, createFile)
    : await withFileFaults(target, () => fileOutput(target, createFile));
  let withoutRows = 0;
  let written: Written;
  try {
    for (const some of decodedResponses(source, items, "rows", notify)) {
      withoutRows += await writeRows(output, table, some);
    }
    written = await output.finish();
  } catch (error) {
    await output.abandon().catch(() => undefined);
    throw fileFault(error, target);
  }
  if (job.codebook) {
    const { file, format: language, translations } = job.codebook;
    const text = codebookText(codebook, language, title, form.preset, wordsOf(translations));
    await withFileFaults(file, () => writeAtomically(file, Buffer.from(text, "utf8")));
  }
  return {
    ...items.facts(),
    ...written,
    // Only what can be sent between threads.
    description: { columns, sets, renamed, unknownCodes, rows, responses },
    // Warnings contain names and codes as the service sent them, which may have several lines.
    warnings: [...tableWarnings(description, withoutRows), ...written.warnings].map((it) =>
      withWords(it, oneLine),
    ),
  };
}

/**
 * Returns the time at which the file says that it was made: that of its newest response, ISO 8601, UTC. So the same
 * responses give the same bytes, whoever writes them and whenever.
 */
function creationTime(items: CopyItems): string {
  const newest = items.endDateTime() ?? "";
  return `${newest > earliestInZip ? newest : earliestInZip}Z`;
}

type Written = Pick<ConvertedTable, "bytes" | "sha256" | "files" | "warnings">;

/** A file, or a folder of files. */
interface TableOutput {
  /** @param time of the responses' submission, or its day; not used for a single file */
  write(time: string | undefined, rows: readonly (readonly TableValue[])[]): Promise<void>;
  finish(): Promise<Written>;
  abandon(): Promise<void>;
}

async function fileOutput(
  target: string,
  createFile: (sink: ByteSink) => TableWriter,
): Promise<TableOutput> {
  const output = new OutputFile(await createReplacing(target));
  let writer: TableWriter | undefined;
  // Create the writer with the first rows, so that what it throws is handled like every other error.
  const begun = () => (writer ??= createFile(output));
  return {
    write: async (_, rows) => begun().write(rows),
    finish: async () => {
      const writer = begun();
      await writer.finish();
      const sha256 = await output.finish();
      return { bytes: output.size, sha256, warnings: writer.warnings };
    },
    abandon: () => output.abandon(),
  };
}

/** Writes consecutive rows of the same day together. @returns the number of responses without rows */
async function writeRows(
  output: TableOutput,
  table: Table,
  responses: readonly Response[],
): Promise<number> {
  let withoutRows = 0;
  let day: string | undefined;
  let rows: TableValue[][] = [];
  for (const response of responses) {
    const its = table.rowsOf(response);
    const itsDay = response.finishedAt?.slice(0, dayLength);
    if (its.length === 0) {
      withoutRows++;
      continue;
    }
    if (itsDay !== day && rows.length > 0) {
      await output.write(day, rows);
      rows = [];
    }
    day = itsDay;
    for (const row of its) {
      rows.push(row);
    }
  }
  if (rows.length > 0) {
    await output.write(day, rows);
  }
  return withoutRows;
}

const dayLength = "YYYY-MM-DD".length;
