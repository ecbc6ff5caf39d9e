import type { SurveyClient } from "../../../src/client/surveyClient.ts";
import type { Response } from "../../../src/model/response.ts";
import { nodeSqlite } from "../../../src/store/sqliteDriver.ts";
import { keptTables, type KeptTables } from "../../../src/table/keptTables.ts";
import { readTable, type ReadTables } from "../../../src/table/readTable.ts";
import { all } from "../../client/support/all.ts";
import type { NaiveSurvey } from "./naiveSummary.ts";

/** Tables in this process; the tests' Node has SQLite. */
export function tablesIn(folder: string): KeptTables {
  const driver = nodeSqlite();
  if (!driver) {
    throw new Error("This Node has no SQLite of its own.");
  }
  return keptTables(driver, folder);
}

/** Reads a survey into a table as a panel does. @returns the table's number, and what the service says of the survey */
export async function fillTable(
  tables: KeptTables,
  client: SurveyClient,
  surveyId: string,
): Promise<{ table: number; of: NaiveSurvey }> {
  const survey = await client.getSurvey(surveyId);
  const collectGroups = await client.listCollectGroups(surveyId);
  const { table } = tables.open({ space: "space", version: survey.apiVersion, surveyId }, "Space");
  tables.putSurvey(table, survey, collectGroups);
  await readTable({
    client,
    tables: directly(tables),
    table,
    surveyId,
    survey: Promise.resolve(survey),
    signal: new AbortController().signal,
  });
  const responses: Response[] = await all(client.responses(surveyId));
  const columns = tables.view(table, { filter: {} }).structure?.columns ?? [];
  return { table, of: { survey, collectGroups, columns, responses } };
}

function directly(tables: KeptTables): ReadTables {
  return {
    takeTurn: async (...values) => tables.takeTurn(...values),
    isTurnElsewhere: async (...values) => tables.isTurnElsewhere(...values),
    keepTurn: async (...values) => tables.keepTurn(...values),
    leaveTurn: async (...values) => tables.leaveTurn(...values),
    addPage: async (...values) => tables.addPage(...values),
    putWindows: async (...values) => tables.putWindows(...values),
    finish: async (...values) => tables.finish(...values),
    reset: async (...values) => tables.reset(...values),
    overlap: async (...values) => tables.overlap(...values),
  };
}
