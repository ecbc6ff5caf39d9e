import { cellReader } from "../model/grid.ts";
import type { Response } from "../model/response.ts";
import type { SqliteDatabase } from "../store/sqliteDriver.ts";
import type { NumberedColumn } from "./keptColumns.ts";
import type { VectorPart } from "./pageStore.ts";
import { bytes, integer } from "./tableFile.ts";
import { encodeVector } from "./vector.ts";

/* The vectors of a table's columns, one a page, where a page has any. */

/** Their places stand in the file. */
const parts: readonly VectorPart[] = ["values", "others"];

export function putVectors(
  database: SqliteDatabase,
  page: number,
  numbered: readonly NumberedColumn[],
  responses: readonly Response[],
): void {
  const rows = responses.map(cellReader(numbered.map((it) => it.column)));
  for (const [index, { number }] of numbered.entries()) {
    const cells = rows.map((it) => it[index] ?? null);
    for (const [place, part] of parts.entries()) {
      const vector = encodeVector(cells, part);
      if (vector) {
        database.run("INSERT INTO vector VALUES (?, ?, ?, ?)", number, place, page, vector);
      }
    }
  }
}

/** Those of the pages from..to, by page. @param column its number */
export function vectorsOf(
  database: SqliteDatabase,
  column: number,
  part: VectorPart,
  { from, to }: { readonly from: number; readonly to: number },
): ReadonlyMap<number, Uint8Array> {
  const rows = database.all(
    "SELECT page, bytes FROM vector WHERE column = ? AND part = ? AND page >= ? AND page < ?",
    column,
    parts.indexOf(part),
    from,
    to,
  );
  return new Map(rows.map((it) => [integer(it, "page"), bytes(it, "bytes")]));
}
