import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { SurveyError } from "../model/errors.ts";
import { localizable, sentences } from "../model/localizable.ts";
import { isCopyTrash } from "../copy/copyFolders.ts";
import { oneLine } from "../model/oneLine.ts";
import { wording } from "../model/wordings.ts";
import type { NormalisedExportOptions } from "./exportOptions.ts";
import { exportRequest } from "./exportRequest.ts";
import { removeTrashIn } from "../store/databaseFile.ts";
import { text } from "./schemas.ts";
import { isFolder, targetFiles } from "./targetFiles.ts";

/** The note in an export's own copy. It tells which export the copy belongs to, so that no other continues it. */
const note = z.object({
  ...exportRequest.pick({ dataSpace: true, surveyId: true, kind: true, query: true }).shape,
  spaceMark: z.string(),
  apiVersion: z.string(),
  /** The hash of the file that an incremental export continues. */
  since: text,
  startedAt: z.string(),
  /**
   * True if part of the copy was taken over from the survey's copy. It is not continued, because the survey's copy may have
   * changed.
   */
  isSeeded: z.boolean().optional(),
});
type Note = z.output<typeof note>;

/** A copy that belongs to one export alone. */
export interface OwnCopy {
  readonly copy: number;
  /** Its note, as JSON. */
  readonly note: string;
  /** True if the copy must be begun with its note, whatever is in it. */
  readonly isNew: boolean;
  /** True if what an earlier attempt left is damaged. */
  readonly hasLostItems: boolean;
  readonly startedAt: string;
}

/**
 * Opens the export's own copy: what an earlier attempt left, or a new one.
 * @param isSeeded true if the copy is to be begun with items of the survey's copy
 */
export async function openOwn(
  options: NormalisedExportOptions,
  spaceMark: string,
  isSeeded = false,
): Promise<OwnCopy> {
  const { client, copies, file, resume = false, startedAt } = options;
  const folder = targetFiles(file).partial;
  const wanted = noteOf(options, spaceMark);
  const isThereBefore = resume !== false && (await isFolder(folder));
  const copy = await copies.openCopy({ folder, version: client.version }, client.dataSpace);
  try {
    const json = isThereBefore ? await copies.note(copy) : undefined;
    const left = json === undefined ? undefined : note.parse(JSON.parse(json));
    const fits = left !== undefined && isOf(left, wanted);
    if (left && !fits && resume !== "fitting") {
      throw ofAnother(folder, left);
    }
    return json !== undefined && fits && left.isSeeded !== true && !isSeeded
      ? { copy, note: json, isNew: false, hasLostItems: false, startedAt: left.startedAt }
      : {
          copy,
          note: JSON.stringify({ ...wanted, isSeeded }),
          isNew: true,
          hasLostItems: isThereBefore && !left,
          startedAt,
        };
  } catch (error) {
    await copies.closeCopy(copy);
    throw error;
  }
}

/** Removes copies of exports to the same folder whose process was killed while it removed them. */
export function removeTrashBeside(file: string): void {
  try {
    removeTrashIn(dirname(file), isCopyTrash);
  } catch {
    // This account may not list the folder.
  }
}

function noteOf(options: NormalisedExportOptions, spaceMark: string): Note {
  const { client, surveyId, kind, query, earlier, startedAt } = options;
  const { dataSpace, version: apiVersion } = client;
  // All empty files have the same hash.
  const since =
    earlier &&
    (earlier.known ? earlier.sha256 : `${earlier.sha256} ${earlier.startDateTime ?? ""}`);
  return { dataSpace, spaceMark, apiVersion, surveyId, kind, query, since, startedAt };
}

function isOf(
  { startedAt: _, isSeeded: __, ...left }: Note,
  { startedAt: ___, ...wanted }: Note,
): boolean {
  // Convert via JSON, as for the note: that drops fields without a value.
  return isDeepStrictEqual(left, JSON.parse(JSON.stringify(wanted)));
}

function ofAnother(folder: string, left: Note): SurveyError {
  return new SurveyError(
    "invalid-input",
    sentences(
      localizable(
        'The unfinished export {0} belongs to another request ({1} of the survey "{2}" from the data space "{3}"), so this export cannot continue it.',
        folder,
        left.kind,
        oneLine(left.surveyId),
        left.dataSpace,
      ),
      wording("exportTheSame"),
    ),
  );
}

export function beingWritten(file: string): SurveyError {
  return SurveyError.of(
    "file-fault",
    "The export {0} is being written by another process. Wait for it, or start over.",
    targetFiles(file).partial,
  );
}
