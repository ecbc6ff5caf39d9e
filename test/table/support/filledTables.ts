import type { SurveyClient } from "../../../src/client/surveyClient.ts";
import type { CopyKey } from "../../../src/copy/copyFolders.ts";
import { CopyDirectory } from "../../../src/copy/copyDirectory.ts";
import type { ReadOutcome } from "../../../src/copy/readCopy.ts";
import type { CopiedPage, SurveyCopy } from "../../../src/copy/surveyCopy.ts";
import type { CollectGroup, Survey } from "../../../src/model/survey.ts";
import type { Response } from "../../../src/model/response.ts";
import { CopyRows } from "../../../src/table/copyRows.ts";
import { TableRegistry } from "../../../src/table/tableRegistry.ts";
import type { PageClient } from "../../../src/table/readRemotely.ts";
import { readIntoTable, type TableReadOptions } from "../../../src/table/readIntoTable.ts";
import { nodeSqlite } from "../../../src/store/sqliteDriver.ts";
import { collect } from "../../client/support/collect.ts";
import type { NaiveSurvey } from "./naiveSummary.ts";

/** Returns tables in this process. */
export function tablesIn(folder: string): TableRegistry {
  return new TableRegistry(nodeSqlite, folder);
}

/** Another process's reader of a table's copy. It takes the lease. */
export class OtherProcess {
  readonly copy: SurveyCopy;
  readonly #responses: CopyRows;

  constructor(folder: string, key: CopyKey) {
    this.copy = new CopyDirectory(nodeSqlite, folder).open(key, "Space");
    this.copy.takeLease();
    this.#responses = new CopyRows(this.copy);
  }

  /** Adds a page as a panel does. */
  add(page: CopiedPage): void {
    this.copy.addPage(page, this.#responses.beforeCommit);
  }
}

/** Returns the survey and its collect groups as a service of v3 sends them. */
export function rawStructure(
  survey: Survey,
  collectGroups: readonly CollectGroup[] = [],
): [survey: Uint8Array, collectGroups: Uint8Array] {
  return [Buffer.from(JSON.stringify(survey)), Buffer.from(JSON.stringify(collectGroups))];
}

/** Reads in this process what the host otherwise has read in the worker. */
export function readInto(
  tables: TableRegistry,
  table: number,
  client: PageClient,
  options: Partial<TableReadOptions> = {},
): Promise<ReadOutcome> {
  return readIntoTable({ read: (...values) => tables.read(...values) }, table, client, {
    surveyId: "S1",
    survey: Promise.resolve({}),
    signal: new AbortController().signal,
    ...options,
  });
}

/** Reads a survey into a table as a panel does. @returns the table's number, and the survey as the naive twin needs it */
export async function fillTable(
  tables: TableRegistry,
  client: SurveyClient,
  surveyId: string,
): Promise<{ table: number; of: NaiveSurvey }> {
  const { version } = client;
  const { table } = tables.open({ space: "space", version, surveyId }, "Space");
  const { survey, collectGroups } = tables.putStructure(
    table,
    await client.rawSurvey(surveyId),
    await client.rawCollectGroups(surveyId),
  );
  await readInto(tables, table, client, { surveyId });
  const responses: Response[] = await collect(client.responses(surveyId));
  const { structure } = await tables.view(table, { filter: {} });
  return { table, of: { survey, collectGroups, columns: structure?.columns ?? [], responses } };
}
