import { structureColumns, type Column } from "../model/grid.ts";
import type { ApiVersion, CollectGroup, Survey } from "../model/survey.ts";
import type { SqliteDatabase } from "../store/sqliteDriver.ts";
import { inOrder, withStructure, type NumberedColumn } from "./keptColumns.ts";
import { partOf } from "./keptParts.ts";
import * as shapes from "./keptShapes.ts";
import type { PageFacts } from "./pageStore.ts";
import { DamagedError, integer, text } from "./tableFile.ts";

/** What the service said of the survey. */
export interface Described {
  readonly survey: Survey;
  readonly collectGroups: readonly CollectGroup[];
}

/** What a table's file says, as of when it was looked at last: all but the responses themselves and their vectors. */
export interface Memory {
  /** Of before the first look: "". */
  readonly epoch: string;
  readonly generation: number;
  readonly revision: number;
  readonly columnsRevision: number;
  readonly reading: number;
  readonly readAt: number;
  readonly isComplete: boolean;
  readonly isAlone: boolean;
  readonly pages: readonly PageFacts[];
  readonly numbered: readonly NumberedColumn[];
  readonly columns: readonly Column[];
  readonly described: Described | undefined;
}

/** Of before the first look. */
export const nothing: Memory = {
  epoch: "",
  generation: 0,
  revision: -1,
  columnsRevision: -1,
  reading: 0,
  readAt: 0,
  isComplete: false,
  isAlone: false,
  pages: [],
  numbered: [],
  columns: [],
  described: undefined,
};

/** Looks at the file again; what has not changed is not read. @returns `memory` itself where nothing has */
export function lookedAgain(memory: Memory, database: SqliteDatabase, version: ApiVersion): Memory {
  const row = database.get("SELECT * FROM state");
  if (!row) {
    throw new DamagedError("The state is missing.");
  }
  const epoch = text(row, "epoch");
  const isNew = epoch !== memory.epoch;
  const before = isNew ? nothing : memory;
  const revision = integer(row, "revision");
  if (revision === before.revision) {
    return memory;
  }
  const columnsRevision = integer(row, "columns");
  return {
    ...before,
    ...(columnsRevision === before.columnsRevision ? {} : columnsOf(database, version)),
    epoch,
    generation: isNew && memory.epoch !== "" ? memory.generation + 1 : memory.generation,
    revision,
    columnsRevision,
    reading: integer(row, "reading"),
    readAt: Number(row["read_at"] ?? 0),
    isComplete: row["is_complete"] === 1,
    isAlone: row["is_alone"] === 1,
    pages: [...before.pages, ...pagesFrom(database, before.pages.length)],
  };
}

/** The columns of a table without responses. */
export function plainColumns(
  survey: Survey | undefined,
  apiVersion: ApiVersion,
): readonly NumberedColumn[] {
  const bare = { apiVersion, questions: [], embeddedData: [] };
  return withStructure([], structureColumns(survey ?? bare));
}

function columnsOf(
  database: SqliteDatabase,
  version: ApiVersion,
): Pick<Memory, "numbered" | "columns" | "described"> {
  const survey = partOf(database, "survey", shapes.survey);
  const collectGroups = partOf(database, "collectGroups", shapes.collectGroups);
  const kept = partOf(database, "columns", shapes.numberedColumns);
  const numbered = kept ? inOrder(kept) : plainColumns(survey, version);
  return {
    numbered,
    columns: numbered.map((it) => it.column),
    described: survey && { survey, collectGroups: collectGroups ?? [] },
  };
}

function pagesFrom(database: SqliteDatabase, page: number): PageFacts[] {
  return database
    .all("SELECT first, rows, reading FROM page WHERE page >= ? ORDER BY page", page)
    .map((it) => ({
      first: integer(it, "first"),
      rows: integer(it, "rows"),
      reading: integer(it, "reading"),
    }));
}
