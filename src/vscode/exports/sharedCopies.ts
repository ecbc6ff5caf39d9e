import type { SurveyClient } from "../../client/surveyClient.ts";
import { cancelled, orCancelled } from "../../client/waiting.ts";
import { openedState } from "../../export/exportCopies.ts";
import type { CopyRequest, LentCopies } from "../../jobs/jobHost.ts";
import { SurveyError } from "../../model/errors.ts";
import type { ResponseTables, TableUser } from "../responses/responseTables.ts";

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
  const removed = new AbortController();
  let isRemoved = false;
  let ended: Promise<unknown> = Promise.resolve();
  const user: TableUser = {
    async stopReading(space) {
      if (copy && (space === undefined || space === copy.space)) {
        isRemoved = true;
        if (fresh !== "all") {
          removed.abort(cancelled());
          await ended;
        }
      }
    },
  };
  const { copies } = tables.use(user);
  const either = AbortSignal.any([signal, removed.signal]);
  const working = work({
    copies: {
      ...copies,
      adoptCopy: (own, key) => (isRemoved ? copies.removeCopy(own) : copies.adoptCopy(own, key)),
    },
    copy,
    signal: either,
    // An open question to the person must not delay the removal.
    onPause: onPause && ((reason) => orCancelled(onPause(reason, either), either)),
  });
  ended = working.catch(() => undefined);
  try {
    return await working;
  } catch (error) {
    throw removed.signal.aborted && !signal.aborted ? copyRemoved() : error;
  } finally {
    // The kept copies may exceed the size in the settings. If removing some fails, the next reading tries again.
    await tables.limit().catch(() => undefined);
    tables.release(user);
  }
}

function copyRemoved(): SurveyError {
  return SurveyError.of(
    "file-fault",
    "The responses that are kept on this machine were removed while they were exported. Export again.",
  );
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
