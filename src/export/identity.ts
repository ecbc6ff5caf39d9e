import { isDeepStrictEqual } from "node:util";
import { SurveyError } from "../model/errors.ts";
import { oneLine } from "../model/label.ts";
import type { JournalHeader, JournalIdentity } from "./journal.ts";
import type { TargetFiles } from "./targetFiles.ts";

/**
 * Whether what an export left may be continued by one that is `wanted`.
 * @throws SurveyError "invalid-input" if it belongs to another export, "file-fault" if that is still at work
 */
export function checkIdentity(
  files: TargetFiles,
  header: JournalHeader,
  wanted: JournalIdentity,
): void {
  const { dataSpace, spaceMark, apiVersion, surveyId, kind, format, query, since } = header;
  const found = { dataSpace, spaceMark, apiVersion, surveyId, kind, format, query, since };
  // Through JSON, as the journal went: it knows no fields without a value.
  if (!isDeepStrictEqual(plain(found), plain(wanted))) {
    throw new SurveyError(
      "invalid-input",
      `The unfinished export ${files.partial} belongs to another request (${kind} of survey "${oneLine(header.surveyLabel)}" from the data space "${dataSpace}"), so it cannot be continued with this one. Ask for the same again, or begin anew.`,
    );
  }
  if (header.pid !== process.pid && isRunning(header.pid)) {
    throw new SurveyError(
      "file-fault",
      `The export ${files.partial} is still being written by another process (${header.pid}). Wait for it, or begin anew.`,
    );
  }
}

function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
