import type { Column, Row } from "../../../src/model/grid.ts";
import { columnKey } from "../../../src/model/grid.ts";
import { isScale } from "../../../src/model/scale.ts";
import type {
  Bases,
  QuestionSummary,
  Split,
  Statistics,
  SummaryValue,
} from "../../../src/model/summary.ts";

/** Input for the summaries of a test's host, which counts rows in memory in the plainest way. */
export interface SummaryInput {
  readonly columns: readonly Column[];
  /** All rows, whatever the filter: they decide the kinds of questions and the bins. */
  readonly rows: readonly Row[];
  readonly matching: readonly Row[];
  readonly split?: string | undefined;
  readonly weight?: string | undefined;
}

type Cells = readonly { readonly cell: Row["cells"][number]; readonly weight: number }[];

export function plainSummary(key: string, counting: SummaryInput): QuestionSummary | undefined {
  const { columns, rows, matching } = counting;
  const column = columns.find((it) => columnKey(it) === key);
  if (!column) {
    return undefined;
  }
  const place = columns.indexOf(column);
  const weightOf = weigher(counting);
  const cellsOf = (some: readonly Row[]): Cells =>
    some
      .map((row) => ({ cell: row.cells[place] ?? null, weight: weightOf(row) }))
      .filter((it) => it.weight > 0);
  const given = new Set(rows.flatMap((row) => (row.cells[place] ?? []).map((it) => it.value)));
  const isNumber = column.options.length === 0 && [...given].every((it) => /^-?\d+$/.test(it));
  const isMultiple =
    column.type === "MULTI_SELECT" || rows.some((row) => (row.cells[place]?.length ?? 0) > 1);
  const kind =
    column.options.length > 0
      ? isMultiple
        ? "multiple"
        : "single"
      : isNumber && given.size > 0
        ? "number"
        : "text";
  const cells = cellsOf(matching);
  const counts = countsOf(cells);
  const values = valuesOf(column, kind, cells, counts);
  const binsOf = binning([...given].map(Number));
  const numbers = (some: Cells): number[] =>
    some.flatMap(({ cell }) => (cell ?? []).map((it) => Number(it.value)));
  return {
    column: key,
    kind,
    bases: basesOf(column, cells),
    values,
    distinct: [...counts.values()].filter((it) => it > 0).length,
    ...((kind === "number" || kind === "single") && areNumbers(numbers(cells))
      ? { statistics: statisticsOf(numbers(cells)) }
      : {}),
    ...(kind === "single" && isScale([...column.options.map((it) => it.name), ...given])
      ? { isScale: true }
      : {}),
    ...(kind === "number" ? { histogram: binsOf(numbers(cells)) } : {}),
    ...(column.options.length === 0 && areAllDifferent(rows.map((it) => it.cells[place] ?? null))
      ? { areAllDifferent: true }
      : column.kind === "embedded" && kind === "number"
        ? { isWeight: true }
        : {}),
    ...splitOf(counting, column, values, cellsOf),
  };
}

function weigher({ columns, weight }: SummaryInput): (row: Row) => number {
  const place = columns.findIndex((it) => columnKey(it) === weight);
  return (row) => (place === -1 ? 1 : Number(row.cells[place]?.[0]?.value ?? 0));
}

function countsOf(cells: Cells): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { cell, weight } of cells) {
    for (const value of new Set((cell ?? []).map((it) => it.value))) {
      counts.set(value, (counts.get(value) ?? 0) + weight);
    }
  }
  return counts;
}

function basesOf({ kind, rank }: Column, cells: Cells): Bases {
  const sum = (some: Cells): number => some.reduce((total, it) => total + it.weight, 0);
  const tells = kind === "variable" && rank === undefined;
  return {
    all: sum(cells),
    ...(tells ? { asked: sum(cells.filter((it) => it.cell !== null)) } : {}),
    answered: sum(cells.filter((it) => (it.cell?.length ?? 0) > 0)),
  };
}

function valuesOf(
  column: Column,
  kind: QuestionSummary["kind"],
  cells: Cells,
  counts: ReadonlyMap<string, number>,
): SummaryValue[] {
  const known = column.options.map((it) => it.name);
  const others = [...counts]
    .filter(([value]) => !known.includes(value))
    .sort((a, b) => (kind === "number" ? Number(a[0]) - Number(b[0]) : b[1] - a[1]));
  const value = (it: string): SummaryValue => {
    const label = column.options.find((option) => option.name === it)?.label;
    const texts = new Map<string, number>();
    for (const { cell, weight } of cells) {
      for (const answer of cell ?? []) {
        if (answer.value === it && answer.etcValue !== undefined) {
          texts.set(answer.etcValue, (texts.get(answer.etcValue) ?? 0) + weight);
        }
      }
    }
    return {
      value: it,
      ...(label === undefined ? {} : { label }),
      ...(known.length > 0 && label === undefined ? { isUnknown: true } : {}),
      count: counts.get(it) ?? 0,
      ...(texts.size > 0
        ? {
            others: {
              count: [...texts.values()].reduce((a, b) => a + b),
              texts: Array.from(texts, ([text, count]) => ({ text, count })),
              distinct: texts.size,
            },
          }
        : {}),
    };
  };
  return [...known.map(value), ...others.slice(0, 100).map(([it]) => value(it))];
}

function binning(all: readonly number[]): (numbers: readonly number[]) => {
  from: number;
  width: number;
  counts: number[];
} {
  const from = Math.min(...all);
  const width = Math.max(1, Math.ceil((Math.max(...all) - from + 1) / 20));
  const bins = Math.max(1, Math.ceil((Math.max(...all) - from + 1) / width));
  return (numbers) => ({
    from,
    width,
    counts: Array.from(
      { length: bins },
      (_, bin) => numbers.filter((it) => Math.floor((it - from) / width) === bin).length,
    ),
  });
}

function areAllDifferent(cells: readonly Row["cells"][number][]): boolean {
  const given = cells.flatMap((it) => it?.map(({ value }) => value) ?? []);
  return given.length >= 30 && new Set(given).size === given.length;
}

function areNumbers(numbers: readonly number[]): boolean {
  return numbers.length > 0 && !numbers.some(Number.isNaN);
}

function statisticsOf(numbers: readonly number[]): Statistics {
  const sorted = numbers.toSorted((a, b) => a - b);
  const n = sorted.length;
  const mean = sorted.reduce((a, b) => a + b, 0) / n;
  const at = (p: number): number => {
    const rank = (n - 1) * p;
    const [low, high] = [sorted[Math.floor(rank)] ?? 0, sorted[Math.ceil(rank)] ?? 0];
    return low + (high - low) * (rank - Math.floor(rank));
  };
  return {
    n,
    mean,
    ...(n > 1
      ? { sd: Math.sqrt(sorted.reduce((sum, it) => sum + (it - mean) ** 2, 0) / (n - 1)) }
      : {}),
    min: sorted[0] ?? 0,
    max: sorted.at(-1) ?? 0,
    q1: at(0.25),
    median: at(0.5),
    q3: at(0.75),
  };
}

function splitOf(
  { columns, matching, split }: SummaryInput,
  column: Column,
  values: readonly SummaryValue[],
  cellsOf: (rows: readonly Row[]) => Cells,
): { split: Split } | Record<string, never> {
  const by = columns.find((it) => columnKey(it) === split);
  if (!by || split === undefined || by === column) {
    return {};
  }
  const place = columns.indexOf(by);
  const partOf = (row: Row): readonly string[] => (row.cells[place] ?? []).map((it) => it.value);
  const names =
    by.options.length > 0
      ? by.options.map((it) => it.name)
      : [...new Set(matching.flatMap(partOf))].sort();
  const isListed = names.length <= 100 || names.some((it) => !/^-?\d+$/.test(it));
  const parts = (isListed ? names : []).map((value) => {
    const rows = matching.filter((row) => partOf(row).includes(value));
    const counts = countsOf(cellsOf(rows));
    const label = by.options.find((it) => it.name === value)?.label;
    const numbers = cellsOf(rows).flatMap(({ cell }) => (cell ?? []).map((it) => Number(it.value)));
    return {
      value,
      ...(label === undefined ? {} : { label }),
      bases: basesOf(column, cellsOf(rows)),
      counts: values.map((it) => counts.get(it.value) ?? 0),
      ...(areNumbers(numbers) ? { statistics: statisticsOf(numbers) } : {}),
    };
  });
  const both = matching.filter((row) => partOf(row).length > 0);
  const totals = countsOf(cellsOf(both));
  return {
    split: {
      column: split,
      parts,
      both: basesOf(column, cellsOf(both)).answered,
      valueTotals: values.map((it) => totals.get(it.value) ?? 0),
      noTest: "multiple",
    },
  };
}
