import { embeddedColumn, type Column } from "../../../src/model/grid.ts";
import type { Option } from "../../../src/model/survey.ts";
import type { Codes, Run, ColumnCells, TextCell } from "../../../src/analysis/columnCells.ts";

export const shapes = ["whole", "pages", "lists"] as const;
/** How the rows are stored: in one run, in several, or in several with lists of values. */
export type Shape = (typeof shapes)[number];

export interface Given {
  readonly cells: readonly TextCell[];
  /** Other texts beside the answers, in the form of a table. */
  readonly others?: readonly TextCell[];
  readonly options?: readonly Option[];
  /** Codes that only responses contain. */
  readonly unknown?: readonly string[];
  readonly type?: string;
  readonly tellsAsked?: boolean;
  readonly missing?: readonly string[];
}

export function options(...codes: string[]): Option[] {
  return codes.map((name) => ({ name, label: `Label ${name}` }));
}

/** Builds a column as a table would pass it. */
export function subjectOf(given: Given, shape: Shape = "whole", name = "q"): ColumnCells {
  const { cells, others = [], unknown = [] } = given;
  const column: Column = {
    ...embeddedColumn(name, "Text"),
    kind: "variable",
    type: given.type,
    options: given.options ?? [],
  };
  return {
    column,
    known: new Set(column.options.map((it) => it.name).filter((it) => !unknown.includes(it))),
    recordsShown: given.tellsAsked ?? true,
    missing: given.missing ?? [],
    runs: () => runsOf(cells, shape),
    others: () => runsOf(others, shape === "lists" ? "pages" : shape),
  };
}

/** Rows per page; few, so that small tests have several pages. */
const pageRows = 3;

function runsOf(cells: readonly TextCell[], shape: Shape): Run[] {
  if (shape === "whole") {
    return [runOf(cells, 0)];
  }
  const runs: Run[] = [];
  for (let first = 0; first < cells.length; first += pageRows) {
    const its = cells.slice(first, first + pageRows);
    // As in a table, a page without any cell has no run.
    if (its.some((it) => it !== null)) {
      runs.push(shape === "lists" ? listsOf(its, first) : runOf(its, first));
    }
  }
  return runs;
}

function runOf(cells: readonly TextCell[], first: number): Run {
  const distinct = [...new Set(cells.map((it) => JSON.stringify(it)))].filter(
    (it) => it !== "null" && it !== "[]",
  );
  const codes = cells.map((it) =>
    it === null ? 0 : it.length === 0 ? 1 : distinct.indexOf(JSON.stringify(it)) + 2,
  );
  const entries = distinct.map((it): TextCell => JSON.parse(it) as string[]);
  return { first, codes: fitting(codes), cells: () => [null, [], ...entries] };
}

function listsOf(cells: readonly TextCell[], first: number): Run {
  const values = ["", ...new Set(cells.flatMap((it) => it ?? []))];
  const starts = [0];
  const items: number[] = [];
  for (const cell of cells) {
    items.push(...(cell === null ? [0] : cell.map((it) => values.indexOf(it, 1))));
    starts.push(items.length);
  }
  return {
    first,
    codes: fitting(cells.map((it, row) => (it === null ? 0 : it.length === 0 ? 1 : row + 2))),
    cells: () => [null, [], ...cells.map((it) => it ?? [])],
    lists: { starts: Uint32Array.from(starts), codes: fitting(items), values },
  };
}

function fitting(codes: readonly number[]): Codes {
  return codes.every((it) => it < 0x100) ? Uint8Array.from(codes) : Uint16Array.from(codes);
}
