import type { SurveyClient } from "../../client/surveyClient.ts";
import { cancelled, orCancelled } from "../../client/waiting.ts";
import type { CopyRequest, LentCopies } from "../../jobs/jobHost.ts";
import { SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import type { ResponseTables, TablesUser } from "../responses/responseTables.ts";

/**
 * Lends copies to an export. Where those of the data space are removed meanwhile, none of it comes to stay, and an export that
 * reads from one is ended.
 * @throws what `work` throws; SurveyError "file-fault" where it was ended
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
  const user: TablesUser = {
    async stopReading(space) {
      if (copy && (space === undefined || space === copy.space)) {
        isRemoved = true;
        if (fresh !== "all") {
          removed.abort(cancelled());
          await ended;
        }
      }
    },
    cleared: () => undefined,
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
    // A question that stands open must not hold up the removal.
    onPause: onPause && ((reason) => orCancelled(onPause(reason, either), either)),
  });
  ended = working.catch(() => undefined);
  try {
    return await working;
  } catch (error) {
    throw removed.signal.aborted && !signal.aborted ? copyRemoved() : error;
  } finally {
    // What is kept may have grown beyond what the settings allow; where that fails, the next reading tries again.
    await tables.limit().catch(() => undefined);
    tables.release(user);
  }
}

function copyRemoved(): SurveyError {
  return new SurveyError(
    "file-fault",
    localizable(
      "The responses that are kept on this machine were removed while they were exported. Export again.",
    ),
  );
}

/** When the whole copy of a survey that is kept on this machine was read; absent where there is none. */
export async function keptSince(
  tables: ResponseTables,
  client: SurveyClient,
  surveyId: string,
): Promise<number | undefined> {
  const key = await tables.keyForExport(client, surveyId);
  if (!key || !tables.has(key)) {
    return undefined;
  }
  const user: TablesUser = { stopReading: async () => undefined, cleared: () => undefined };
  const { copies } = tables.use(user);
  try {
    const copy = await copies.openCopy(key, client.dataSpace);
    const { whole, asOf } = await copies.copyState(copy);
    await copies.closeCopy(copy);
    return whole && asOf;
  } finally {
    tables.release(user);
  }
}
