import { isBlank, withColumns, type UrlCell, type UrlRow, type UrlTable } from "./urlTable.ts";

/*
 * Edits of the rows. Every edit makes a new table that shares the unchanged rows, so that data about a row, such as its URL,
 * can be kept by the row object, also after undo.
 */

export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

function blankRow({ columns }: UrlTable): UrlRow {
  return columns.map(() => null);
}

/** Keeps at least one row to type into. */
function atLeastOneRow(table: UrlTable): UrlTable {
  return table.rows.length > 0 ? table : { ...table, rows: [blankRow(table)] };
}

/** Returns the row itself if no cell changes. */
function withCells(row: UrlRow, cellAt: (before: UrlCell, column: number) => UrlCell): UrlRow {
  const cells = row.map(cellAt);
  return cells.every((it, column) => it === row[column]) ? row : cells;
}

/** Puts a block of cells over those from the given one on, and adds as many rows as that takes. */
export function withBlock(
  table: UrlTable,
  row: number,
  column: number,
  block: readonly (readonly UrlCell[])[],
): UrlTable {
  const rows = [...table.rows];
  while (rows.length < row + block.length) {
    rows.push(blankRow(table));
  }
  for (const [index, cells] of block.entries()) {
    const before = rows[row + index] ?? blankRow(table);
    rows[row + index] = withCells(before, (it, at) => {
      const cell = at < column ? undefined : cells[at - column];
      return cell === undefined ? it : cell;
    });
  }
  return { ...table, rows };
}

/** Adds the rows of another table at the end, in place of blank rows there. */
export function withTable(table: UrlTable, added: UrlTable): UrlTable {
  const columns = [...table.columns, ...added.columns.filter((it) => !table.columns.includes(it))];
  const kept = table.rows.slice(0, table.rows.findLastIndex((it) => !isBlank(it)) + 1);
  const { rows } = withColumns({ ...table, rows: kept }, columns);
  return atLeastOneRow({ columns, rows: [...rows, ...withColumns(added, columns).rows] });
}

export function withRowAfter(table: UrlTable, row: number): UrlTable {
  return { ...table, rows: table.rows.toSpliced(row + 1, 0, blankRow(table)) };
}

export function withoutRows(table: UrlTable, first: number, last: number): UrlTable {
  return atLeastOneRow({ ...table, rows: table.rows.toSpliced(first, last - first + 1) });
}

/** Clears the cells of the range; the rows stay. */
export function cleared(table: UrlTable, { top, bottom, left, right }: CellRange): UrlTable {
  return {
    ...table,
    rows: table.rows.map((row, index) =>
      index >= top && index <= bottom
        ? withCells(row, (cell, column) => (column >= left && column <= right ? null : cell))
        : row,
    ),
  };
}
