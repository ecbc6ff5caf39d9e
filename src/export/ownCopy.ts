import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import { oneLine } from "../model/oneLine.ts";
import type { QueriedExport } from "./exportOptions.ts";
import type { ExportSource } from "./exportSource.ts";
import { exportRequest } from "./exportRequest.ts";
import { text } from "./schemas.ts";
import { isThere, removeLink, targetFiles } from "./targetFiles.ts";

/** What an export's own copy says of itself: another export must not continue it. */
const note = z.object({
  ...exportRequest.pick({ dataSpace: true, surveyId: true, kind: true, query: true }).shape,
  spaceMark: z.string(),
  apiVersion: z.string(),
  /** The hash of the file that an incremental export continues. */
  since: text,
  startedAt: z.string(),
  /** It is of no use to another export: some of it was taken over from the survey's copy, as that was then. */
  isSeeded: z.boolean().optional(),
});
type Note = z.output<typeof note>;

/**
 * The copy of the export alone: what an earlier attempt left, or begun anew.
 * @param isSeeded it is to be begun anew, with what the survey's copy has
 */
export async function openOwn(options: QueriedExport, spaceMark: string, isSeeded = false) {
  const { client, copies, file, resume = false, startedAt } = options;
  const folder = targetFiles(file).partial;
  const wanted = noteOf(options, spaceMark);
  await removeLink(folder);
  const isThereBefore = resume !== false && (await isThere(folder));
  const copy = await copies.openCopy({ folder, version: client.version }, client.dataSpace);
  try {
    const left = isThereBefore ? readNote(await copies.note(copy)) : undefined;
    const fits = left !== undefined && isOf(left, wanted);
    if (left && !fits && resume !== "fitting") {
      throw ofAnother(folder, left);
    }
    const goesOn = fits && left.isSeeded !== true && !isSeeded;
    if (!goesOn) {
      await copies.beginCopy(copy, JSON.stringify({ ...wanted, isSeeded }));
    }
    return {
      copy,
      isLost: isThereBefore && !left,
      startedAt: goesOn ? left.startedAt : startedAt,
    };
  } catch (error) {
    await copies.closeCopy(copy);
    throw error;
  }
}

/** Begins it anew, as that of this export. */
export function beginOwn(
  { options, spaceMark }: Pick<ExportSource, "options" | "spaceMark">,
  copy: number,
): Promise<void> {
  return options.copies.beginCopy(copy, JSON.stringify(noteOf(options, spaceMark)));
}

function noteOf(options: QueriedExport, spaceMark: string): Note {
  const { client, surveyId, kind, query, earlier, startedAt } = options;
  const { dataSpace, version: apiVersion } = client;
  const since = earlier?.sha256;
  return { dataSpace, spaceMark, apiVersion, surveyId, kind, query, since, startedAt };
}

function readNote(json: string | undefined): Note | undefined {
  return json === undefined ? undefined : note.parse(JSON.parse(json));
}

function isOf(
  { startedAt: _, isSeeded: __, ...left }: Note,
  { startedAt: ___, ...wanted }: Note,
): boolean {
  // Through JSON, as the note went: it knows no fields without a value.
  return isDeepStrictEqual(left, JSON.parse(JSON.stringify(wanted)));
}

function ofAnother(folder: string, left: Note): SurveyError {
  return new SurveyError(
    "invalid-input",
    localizable(
      'The unfinished export {0} belongs to another request ({1} of the survey "{2}" from the data space "{3}"), so this export cannot continue it. Export the same again, or start over.',
      folder,
      left.kind,
      oneLine(left.surveyId),
      left.dataSpace,
    ),
  );
}

export function beingWritten(file: string): SurveyError {
  return new SurveyError(
    "file-fault",
    localizable(
      "The export {0} is being written by another process. Wait for it, or start over.",
      targetFiles(file).partial,
    ),
  );
}
