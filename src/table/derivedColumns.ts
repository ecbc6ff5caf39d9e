import { createHash } from "node:crypto";
import * as z from "zod";
import { bytes, integer, parsed, text } from "../store/rows.ts";
import { derivedPrefix } from "../copy/schema.ts";
import { cellReader } from "../model/grid.ts";
import { metadataColumns, type MetadataColumn } from "../model/metadataColumns.ts";
import type { Response } from "../model/response.ts";
import type { SqliteDatabase } from "../store/sqliteDriver.ts";
import { inOrder, type NumberedColumn } from "./numberedColumns.ts";
import type { VectorPart } from "./pageStore.ts";
import { encodeVector } from "./vector.ts";

/*
 * Data derived from a copy's items, in tables of the same file: the columns, and for each page a vector of every column that
 * has any cells in it. All of it can be derived again, and is if the tables have other names. So another version of this
 * schema needs another number here. Other columns that the grid has of every survey make other names by themselves.
 *
 * state    one row; pages: how many pages of the copy are derived
 * columns  one row (JSON); structure: number of the structure that the columns are from
 * vector   see vector.ts; part: 0 values, 1 others
 */
const prefix = `${derivedPrefix}2_${gridMark(metadataColumns)}_`;
const stateTable = `${prefix}state`;
const columnsTable = `${prefix}columns`;
const vectorTable = `${prefix}vector`;

const schema = `
CREATE TABLE IF NOT EXISTS ${stateTable} (one INTEGER PRIMARY KEY, pages INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS ${columnsTable} (
  one INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  structure INTEGER NOT NULL,
  columns TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS ${vectorTable} (
  column INTEGER NOT NULL,
  part INTEGER NOT NULL,
  page INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (column, part, page)
) WITHOUT ROWID;
`;

/** Returns a mark of the columns that have vectors: another one if a version's grid has another column, or one less. */
export function gridMark(
  columns: Readonly<Record<string, Pick<MetadataColumn, "versions" | "grid">>>,
): string {
  const names = Object.entries(columns)
    .filter(([, it]) => it.grid)
    .map(([name, it]) => `${name}:${it.versions.join()}`);
  return createHash("sha256").update(names.sort().join(" ")).digest("hex").slice(0, 8);
}

/** Their indexes are stored in the file, so the order must not change. */
const parts: readonly VectorPart[] = ["values", "others"];

const option = z.object({ name: z.string(), rank: z.number().optional(), label: z.string() });

const numberedColumns: z.ZodType<NumberedColumn[]> = z.array(
  z.object({
    number: z.int().nonnegative(),
    column: z.object({
      kind: z.enum(["metadata", "variable", "embedded"]),
      name: z.string(),
      rank: z.number().optional(),
      text: z.string(),
      type: z.string().optional(),
      options: z.array(option),
      block: z.string().optional(),
    }),
  }),
);

/** The derived data when the file was last read. */
export interface Derived {
  /** Number of the copy's pages that are derived, counted from the first. */
  readonly pages: number;
  /** Increases with each change of the columns. */
  readonly revision: number;
  /** Number of the structure that the columns are from. */
  readonly structure: number;
  readonly numbered: readonly NumberedColumn[];
}

export const nothingDerived: Derived = { pages: 0, revision: 0, structure: 0, numbered: [] };

/** @param before the previous result of the same epoch; columns that have not changed are not read again */
export function derivedIn(database: SqliteDatabase, before: Derived): Derived {
  const state = hasTables(database) ? database.get(`SELECT pages FROM ${stateTable}`) : undefined;
  if (!state) {
    return nothingDerived;
  }
  const row = database.get(`SELECT revision, structure FROM ${columnsTable}`);
  const [pages, revision] = [integer(state, "pages"), integer(row, "revision")];
  const structure = integer(row, "structure");
  if (revision === before.revision) {
    return { ...before, pages };
  }
  const json = text(database.get(`SELECT columns FROM ${columnsTable}`) ?? {}, "columns");
  return { pages, revision, structure, numbered: inOrder(parsed(numberedColumns, json)) };
}

function hasTables(database: SqliteDatabase): boolean {
  const found = database.get("SELECT 1 FROM sqlite_master WHERE name = ?", vectorTable);
  return found !== undefined;
}

/** Adds the vectors of the next page, and stores the columns if they have changed. */
export function putDerived(
  database: SqliteDatabase,
  before: Derived,
  { structure, numbered }: Pick<Derived, "structure" | "numbered">,
  responses: readonly Response[],
): void {
  database.exec(schema);
  if (before.revision === 0 || numbered !== before.numbered || structure !== before.structure) {
    database.run(
      `INSERT OR REPLACE INTO ${columnsTable} VALUES (1, ?, ?, ?)`,
      before.revision + 1,
      structure,
      JSON.stringify(numbered),
    );
  }
  const rows = responses.map(cellReader(numbered.map((it) => it.column)));
  for (const [index, { number }] of numbered.entries()) {
    const cells = rows.map((it) => it[index] ?? null);
    for (const [place, part] of parts.entries()) {
      const vector = encodeVector(cells, part);
      if (vector) {
        database.run(
          `INSERT INTO ${vectorTable} VALUES (?, ?, ?, ?)`,
          number,
          place,
          before.pages,
          vector,
        );
      }
    }
  }
  database.run(`INSERT OR REPLACE INTO ${stateTable} VALUES (1, ?)`, before.pages + 1);
}

/**
 * Returns the vectors of the pages from `from` up to but without `to`, by page.
 * @param column the column's number
 */
export function vectorsOf(
  database: SqliteDatabase,
  column: number,
  part: VectorPart,
  { from, to }: { readonly from: number; readonly to: number },
): ReadonlyMap<number, Uint8Array> {
  const rows = database.all(
    `SELECT page, bytes FROM ${vectorTable} WHERE column = ? AND part = ? AND page >= ? AND page < ?`,
    column,
    parts.indexOf(part),
    from,
    to,
  );
  return new Map(rows.map((it) => [integer(it, "page"), bytes(it, "bytes")]));
}
