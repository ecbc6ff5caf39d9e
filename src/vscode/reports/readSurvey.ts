import { cancelled, orCancelled } from "../../client/waiting.ts";
import { withReadTable, type ReadOptions, type ReadSurvey } from "../../reports/readTable.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import type { TableClient } from "../../table/tableClient.ts";
import type { ResponseTables, TableUser } from "../responses/responseTables.ts";

export interface ReadParts {
  readonly dataSpaces: Pick<DataSpaces, "client">;
  readonly tables: ResponseTables;
}

/**
 * Reads new responses of a survey into its table, and passes it to `use`.
 * @throws SurveyErrors of the client and of the table, "cancelled", and what `use` throws
 */
export async function withSurvey<T>(
  parts: ReadParts,
  subject: { readonly dataSpace: string; readonly surveyId: string },
  { signal, ...told }: ReadOptions,
  use: (survey: ReadSurvey) => Promise<T>,
): Promise<T> {
  const { dataSpaces, tables } = parts;
  const { dataSpace, surveyId } = subject;
  const client = await orCancelled(dataSpaces.client(dataSpace), signal);
  const key = await orCancelled(tables.keyOf(client, surveyId), signal);
  const passing = tables.passing(key);
  const close = (table: number): Promise<void> => tables.close(table, passing);
  const isOf = (space: string | undefined) => space === undefined || space === key.space;
  return lend(tables, signal, isOf, (calls, either) =>
    withReadTable(calls, { ...told, client, key, signal: either, close }, use),
  );
}

/**
 * Passes the client of the tables to work.
 * @param isStopped returns true if the work is to be aborted when tables of the data space, or all if `undefined`, are emptied
 */
export async function lend<T>(
  tables: ResponseTables,
  signal: AbortSignal,
  isStopped: (space: string | undefined) => boolean,
  work: (calls: TableClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  let ended: Promise<unknown> = Promise.resolve();
  const user: TableUser = {
    async stopReading(space) {
      if (isStopped(space)) {
        stopping.abort(cancelled());
        await ended;
      }
    },
  };
  const working = work(tables.use(user), AbortSignal.any([signal, stopping.signal]));
  ended = working.catch(() => undefined);
  try {
    return await working;
  } finally {
    // The copies may have grown beyond the size that the settings allow. If this fails, the next reading tries again.
    await tables.limit().catch(() => undefined);
    tables.release(user);
  }
}
