import { cancelled, orCancelled } from "../../client/waiting.ts";
import { withReadTable, type ReadOptions, type ReadSurvey } from "../../reports/readTable.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
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
  const emptied = new AbortController();
  const either = AbortSignal.any([signal, emptied.signal]);
  let ended: Promise<unknown> = Promise.resolve();
  const user: TableUser = {
    async stopReading(space) {
      if (space === undefined || space === key.space) {
        emptied.abort(cancelled());
        await ended;
      }
    },
  };
  const passing = tables.passing(key);
  const close = (table: number): Promise<void> => tables.close(table, passing);
  const reading = { ...told, client, key, signal: either, close };
  const working = withReadTable(tables.use(user), reading, use);
  ended = working.catch(() => undefined);
  try {
    return await working;
  } finally {
    // The copies may have grown beyond the size that the settings allow. If this fails, the next reading tries again.
    await tables.limit().catch(() => undefined);
    tables.release(user);
  }
}
