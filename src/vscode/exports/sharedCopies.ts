import type { SurveyClient } from "../../client/surveyClient.ts";
import { orCancelled } from "../../client/waiting.ts";
import { openedState } from "../../export/exportCopies.ts";
import type { CopyRequest, LentCopies } from "../../jobs/jobHost.ts";
import { SurveyError } from "../../model/errors.ts";
import { lend } from "../reports/readSurvey.ts";
import type { ResponseTables } from "../responses/responseTables.ts";

/**
 * Lends copies to an export. If the copies of the data space are removed meanwhile, nothing that the export has read is kept
 * as a copy, and an export that reads from the survey's copy is aborted.
 * @throws what `work` throws; SurveyError "file-fault" if the export was aborted
 */
export async function withCopies<T>(
  tables: ResponseTables,
  { client, surveyId, fresh = "all", signal, onPause }: CopyRequest,
  work: (lent: LentCopies) => Promise<T>,
): Promise<T> {
  const copy =
    surveyId === undefined
      ? undefined
      : await orCancelled(tables.keyForExport(client, surveyId), signal);
  const readsCopy = fresh !== "all";
  const removed = new AbortController();
  const isStopped = (space: string | undefined) => {
    const isOf = copy !== undefined && (space === undefined || space === copy.space);
    if (isOf) {
      removed.abort();
    }
    return isOf && readsCopy;
  };
  try {
    return await lend(tables, signal, isStopped, ({ copies }, either) =>
      work({
        copies: {
          ...copies,
          adoptCopy: (own, key) =>
            removed.signal.aborted ? copies.removeCopy(own) : copies.adoptCopy(own, key),
        },
        copy,
        signal: either,
        // An open question to the person must not delay the removal.
        onPause: onPause && ((reason) => orCancelled(onPause(reason, either), either)),
      }),
    );
  } catch (error) {
    if (!removed.signal.aborted || !readsCopy || signal.aborted) {
      throw error;
    }
    throw SurveyError.of(
      "file-fault",
      "The responses that are kept on this machine were removed while they were exported. Export again.",
    );
  }
}

/** Returns as of when the survey's copy on this machine is complete, in ms since 1970; `undefined` if it is not. */
export async function copyAsOf(
  tables: ResponseTables,
  client: SurveyClient,
  surveyId: string,
): Promise<number | undefined> {
  const key = await tables.keyForExport(client, surveyId);
  if (!key || !tables.has(key)) {
    return undefined;
  }
  return tables.using(async ({ copies }) => {
    const copy = await copies.openCopy(key, client.dataSpace);
    const { wholeVersion, asOf } = await openedState(copies, copy);
    await copies.closeCopy(copy);
    return wholeVersion && asOf;
  });
}
