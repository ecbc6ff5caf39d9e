import type { SurveyClient } from "../client/surveyClient.ts";
import type { SurveyStructure } from "../client/surveyStructure.ts";
import { isUnreachable, SurveyError } from "../model/errors.ts";
import type { Column } from "../model/grid.ts";
import type { CollectGroup, Survey } from "../model/survey.ts";
import { readIntoShown, readStructure } from "../table/readIntoShown.ts";
import type { ShownTable } from "../table/shownTable.ts";
import type { TableClient } from "../table/tableClient.ts";
import { wholeView } from "../table/wholeView.ts";
import type { CopyKey } from "../copy/copyFolders.ts";

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Called after each page, with the number of responses that are loaded. */
  readonly onLoaded: (loaded: number) => void;
  /** Called if another reading must end first, of this process or of another. May be called repeatedly. */
  readonly onWaiting: (isElsewhere: boolean) => void;
  /**
   * Called with the error if the service cannot be reached and kept responses are used instead; `readAt` says when they were
   * read. Without it, reading rejects with the error.
   */
  readonly onStoredUsed?: ((why: SurveyError) => void) | undefined;
}

/** A table with all responses of a survey. */
export interface ReadSurvey extends ShownTable {
  readonly survey: Survey;
  readonly columns: readonly Column[];
  readonly collectGroups: readonly CollectGroup[];
  readonly responses: number;
  /** Epoch milliseconds of this machine's clock. */
  readonly readAt: number;
  /** Also aborted if the table is about to be emptied, as when the data space is removed. */
  readonly signal: AbortSignal;
}

export interface TableReading extends ReadOptions {
  readonly client: SurveyClient;
  readonly key: CopyKey;
  /** Closes the table at the end. */
  readonly close: (table: number) => Promise<void>;
}

/**
 * Reads into a survey's table what it does not have yet, and calls `use` with it.
 * @throws SurveyErrors of the client and of the table, "cancelled", and what `use` throws
 */
export async function withReadTable<T>(
  tables: TableClient,
  reading: TableReading,
  use: (survey: ReadSurvey) => Promise<T>,
): Promise<T> {
  const { client, key, signal, onStoredUsed, close } = reading;
  const { table, stored } = await tables.open(key, client.dataSpace);
  try {
    const shown = { key, tables, table };
    const { survey, collectGroups } = await readInto(shown, reading).catch(
      (error: unknown): SurveyStructure => {
        const isStored = stored !== undefined && stored.loaded > 0;
        if (
          !onStoredUsed ||
          !isStored ||
          !isUnreachable(error) ||
          !(error instanceof SurveyError)
        ) {
          throw error;
        }
        onStoredUsed(error);
        return stored;
      },
    );
    const view = await wholeView(tables, table, signal);
    const columns = view.structure?.columns ?? [];
    const { loaded: responses, readAt } = view;
    const read = { survey, columns, collectGroups, responses, readAt };
    return await use({ ...shown, ...read, signal });
  } finally {
    await close(table);
  }
}

function readInto(
  shown: ShownTable,
  { client, key: { surveyId }, signal, onLoaded, onWaiting }: TableReading,
): Promise<SurveyStructure> {
  return readIntoShown(
    shown,
    readStructure(client, surveyId, signal),
    { client, surveyId, signal },
    {
      onSurvey: () => undefined,
      onProgress: ({ loaded }) => onLoaded(loaded),
      onWaiting,
      onChanged: () => undefined,
    },
  );
}
