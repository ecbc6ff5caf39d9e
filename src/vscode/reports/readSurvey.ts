import { cancelled, orCancelled } from "../../client/waiting.ts";
import type { Column } from "../../model/grid.ts";
import type { CollectGroup, Survey } from "../../model/survey.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { readIntoShown, readStructure } from "../responses/readIntoShown.ts";
import type { ShownTable } from "../responses/shownTable.ts";
import type { ResponseTables, TablesUser } from "../responses/responseTables.ts";

export interface ReadParts {
  readonly dataSpaces: Pick<DataSpaces, "client">;
  readonly tables: ResponseTables;
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** After each page, with the number of responses that are loaded. */
  readonly onLoaded: (loaded: number) => void;
  /** Another reading has to end first, of this window or of another; it may be told again and again. */
  readonly onWaiting: (isElsewhere: boolean) => void;
}

/** A table that has all of a survey. */
export interface ReadSurvey extends ShownTable {
  readonly survey: Survey;
  readonly columns: readonly Column[];
  readonly collectGroups: readonly CollectGroup[];
  readonly responses: number;
  /** Epoch milliseconds of this machine's clock. */
  readonly readAt: number;
  /** Aborted also where the table is about to be emptied, as when the data space is removed. */
  readonly signal: AbortSignal;
}

/**
 * Reads into a survey's table what the service has and the table has not, and hands it on.
 * @throws SurveyErrors of the client and of the table, "cancelled", and what `use` throws
 */
export async function withSurvey<T>(
  parts: ReadParts,
  subject: { readonly dataSpace: string; readonly surveyId: string },
  { signal, onLoaded, onWaiting }: ReadOptions,
  use: (survey: ReadSurvey) => Promise<T>,
): Promise<T> {
  const { dataSpaces, tables } = parts;
  const { dataSpace, surveyId } = subject;
  const client = await orCancelled(dataSpaces.client(dataSpace), signal);
  const key = await orCancelled(tables.keyOf(client, surveyId), signal);
  const emptied = new AbortController();
  const either = AbortSignal.any([signal, emptied.signal]);
  let ended: Promise<unknown> = Promise.resolve();
  const user: TablesUser = {
    async stopReading(space) {
      if (space === undefined || space === key.space) {
        emptied.abort(cancelled());
        await ended;
      }
    },
    cleared: () => undefined,
  };
  const passing = tables.passing(key);
  const calls = tables.use(user);
  const work = async (): Promise<T> => {
    const structure = readStructure(client, surveyId, either);
    const { table } = await calls.open(key, dataSpace);
    try {
      const shown = { key, tables: calls, table };
      const { survey, collectGroups } = await readIntoShown(
        shown,
        structure,
        { client, surveyId, signal: either },
        {
          onSurvey: () => undefined,
          onProgress: ({ loaded }) => onLoaded(loaded),
          onWaiting,
          onChanged: () => undefined,
        },
      );
      const view = await calls.view(table, { filter: {} });
      const columns = view.structure?.columns ?? [];
      const { loaded: responses, readAt } = view;
      const read = { survey, columns, collectGroups, responses, readAt };
      return await use({ ...shown, ...read, signal: either });
    } finally {
      await tables.close(table, passing);
    }
  };
  const working = work();
  ended = working.catch(() => undefined);
  try {
    return await working;
  } finally {
    // What is kept may have grown beyond what the settings allow; where that fails, the next reading tries again.
    await tables.limit().catch(() => undefined);
    tables.release(user);
  }
}
