import { withResponseColumns, type Column } from "../model/grid.ts";
import { isSameColumn } from "../model/sameColumn.ts";
import type { Option } from "../model/survey.ts";

/** A column with the number under which its vectors are stored. The number stays when the column is renamed or moved. */
export interface NumberedColumn {
  readonly number: number;
  readonly column: Column;
}

/** Numbers columns after the responses of a page have added to them. Each kind keeps its order, with new columns last. */
export function withGrown(
  known: readonly NumberedColumn[],
  columns: readonly Column[],
): readonly NumberedColumn[] {
  if (
    columns.length === known.length &&
    columns.every((it, index) => it === known[index]?.column)
  ) {
    return known;
  }
  let next = nextNumber(known);
  const left = {
    metadata: numbersOf(known, "metadata"),
    variable: numbersOf(known, "variable"),
    embedded: numbersOf(known, "embedded"),
  };
  return columns.map((column) => ({
    number: left[column.kind].shift() ?? next++,
    column,
  }));
}

function numbersOf(known: readonly NumberedColumn[], kind: Column["kind"]): number[] {
  return known.filter((it) => it.column.kind === kind).map((it) => it.number);
}

/** Returns the structure's columns; columns that only responses have named come last among their kind. */
export function withStructure(
  known: readonly NumberedColumn[],
  structure: readonly Column[],
): readonly NumberedColumn[] {
  let next = nextNumber(known);
  const left = [...known];
  const found = structure.map((column): NumberedColumn => {
    const index = left.findIndex((it) => isSame(it.column, column));
    const [same] = index < 0 ? [] : left.splice(index, 1);
    return same
      ? { number: same.number, column: merged(column, same.column) }
      : { number: next++, column };
  });
  return inOrder([...found, ...left]);
}

/** Returns the columns in the order of the grid, whatever order they were stored in. */
export function inOrder(columns: readonly NumberedColumn[]): readonly NumberedColumn[] {
  const all = new Map(columns.map((it) => [it.column, it]));
  return withResponseColumns([...all.keys()], []).flatMap((it) => all.get(it) ?? []);
}

function isSame(a: Column, b: Column): boolean {
  return a.kind === b.kind && (a.kind === "variable" ? isSameColumn(a, b) : a.name === b.name);
}

/** Adds to the structure's column what only responses told: options, and a name if the structure has just a rank. */
function merged(structure: Column, known: Column): Column {
  const codes = new Set(structure.options.map((it) => it.name));
  const added: readonly Option[] = known.options.filter((it) => !codes.has(it.name));
  return {
    ...structure,
    name: structure.name === String(structure.rank) ? known.name : structure.name,
    options: [...structure.options, ...added],
  };
}

function nextNumber(known: readonly NumberedColumn[]): number {
  return Math.max(-1, ...known.map((it) => it.number)) + 1;
}
