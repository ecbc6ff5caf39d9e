import type { QuestionSummary, Split, SummaryValue } from "../../../src/model/summary.ts";
import type { TextCell } from "../../../src/analysis/columnCells.ts";
import type { Given } from "./subjects.ts";

/*
 * Summaries computed cell by cell, as src/model/summary.ts describes them; without statistics, which have tests of their
 * own.
 */

interface Counted {
  readonly row: number;
  readonly weight: number;
}

/** The responses to count. */
export interface CountedRows {
  readonly rows: readonly Counted[];
  readonly isWeighted: boolean;
}

export function countedRows(
  rows: number,
  passing: readonly boolean[],
  weights: readonly number[] | undefined,
): CountedRows {
  return {
    rows: Array.from({ length: rows }, (_, row) => ({ row, weight: weights?.[row] ?? 1 })).filter(
      ({ row, weight }) => passing[row] && weight > 0,
    ),
    isWeighted: weights !== undefined,
  };
}

type Naive = Pick<QuestionSummary, "kind" | "bases" | "values" | "distinct" | "others">;

/** Rewrites numbers so that equal ones have the same text; leaves everything else as it is. */
function alike(given: Given): Given {
  const isNumber = naiveKind(given) === "number";
  const rewritten = (it: string): string => (it === "" ? "" : String(Number(it)));
  return isNumber
    ? { ...given, cells: given.cells.map((it) => it?.map(rewritten) ?? null) }
    : given;
}

export function naiveSummary(written: Given, { rows: counted, isWeighted }: CountedRows): Naive {
  const given = alike(written);
  const values = naiveValues(given, counted);
  const hasOptions = (given.options ?? []).length > 0;
  return {
    kind: naiveKind(given),
    bases: naiveBases(given, counted, isWeighted),
    values: hasOptions
      ? values.map((it) => ({ ...it, others: naiveOthers(given, counted, it.value) }))
      : values,
    distinct: new Set(counted.flatMap(({ row }) => given.cells[row] ?? [])).size,
    others: hasOptions ? undefined : naiveOthers(given, counted),
  };
}

function naiveKind({ cells, options = [], type }: Given): QuestionSummary["kind"] {
  const hasSeveral = cells.some((it) => it !== null && it.length > 1);
  if (options.length > 0) {
    return hasSeveral || type === "MULTI_SELECT" ? "multiple" : "single";
  }
  const texts = cells.flatMap((it) => it ?? []).filter((it) => it !== "");
  const areNumbers = texts.every((it) => /^-?(0|[1-9]\d*)(\.\d+)?$/.test(it));
  return areNumbers && texts.length > 0 && !hasSeveral ? "number" : "text";
}

function weightOf(counted: readonly Counted[], fits: (row: number) => boolean): number {
  return counted.reduce((sum, { row, weight }) => sum + (fits(row) ? weight : 0), 0);
}

function naiveBases(
  { cells, tellsAsked = true }: Given,
  counted: readonly Counted[],
  isWeighted: boolean,
): QuestionSummary["bases"] {
  const basesOf = (its: readonly Counted[]) => ({
    all: weightOf(its, () => true),
    asked: tellsAsked ? weightOf(its, (row) => cells[row] !== null) : undefined,
    answered: weightOf(its, (row) => (cells[row] ?? []).length > 0),
  });
  const alike = counted.map(({ row }) => ({ row, weight: 1 }));
  return { ...basesOf(counted), ...(isWeighted ? { unweighted: basesOf(alike) } : {}) };
}

function naiveValues(given: Given, counted: readonly Counted[]): SummaryValue[] {
  const { cells, options = [], unknown = [] } = given;
  const countOf = (value: string): number =>
    weightOf(counted, (row) => cells[row]?.includes(value) ?? false);
  const all = [...new Set(counted.flatMap(({ row }) => cells[row] ?? []))];
  const frequent = all
    .map((value) => ({ value, count: countOf(value) }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const kind = naiveKind(given);
  if (kind === "text") {
    return frequent.slice(0, 100);
  }
  if (kind === "number") {
    const order = (value: string): number => (value === "" ? Infinity : Number(value));
    return frequent.length > 100
      ? []
      : frequent.sort((a, b) => (order(a.value) < order(b.value) ? -1 : 1));
  }
  const labels = new Map(options.map(({ name, label }) => [name, label]));
  const known = [...labels.keys()].filter((it) => !unknown.includes(it));
  return [
    ...known.map((value) => ({ value, label: labels.get(value), count: countOf(value) })),
    ...frequent
      .filter(({ value }) => !known.includes(value))
      .slice(0, 1000)
      .map((it) => ({ ...it, label: labels.get(it.value), isUnknown: true as const })),
  ];
}

function naiveOthers(
  { cells, others = [] }: Given,
  counted: readonly Counted[],
  value?: string,
): QuestionSummary["others"] {
  const textsOf = (row: number): string[] =>
    (others[row] ?? []).filter(
      (it, place) => it !== "" && (value === undefined || cells[row]?.[place] === value),
    );
  const texts = [...new Set(counted.flatMap(({ row }) => textsOf(row)))]
    .map((text) => ({ text, count: weightOf(counted, (row) => textsOf(row).includes(text)) }))
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  return texts.length === 0
    ? undefined
    : {
        count: weightOf(counted, (row) => textsOf(row).length > 0),
        texts: texts.slice(0, 100),
        distinct: texts.length,
      };
}

type NaiveSplit = Pick<Split, "both" | "bothUnweighted" | "valueTotals"> & {
  readonly parts: readonly Pick<Split["parts"][number], "value" | "bases" | "counts">[];
};

export function naiveSplit(
  written: Given,
  writtenBy: Given,
  { rows: counted, isWeighted }: CountedRows,
): NaiveSplit {
  const [given, by] = [alike(written), alike(writtenBy)];
  const has = (cell: TextCell | undefined, value: string): boolean =>
    cell?.includes(value) ?? false;
  const values = naiveValues(given, counted).map((it) => it.value);
  const both = counted.filter(
    ({ row }) => (given.cells[row] ?? []).length > 0 && (by.cells[row] ?? []).length > 0,
  );
  const countsOf = (some: readonly Counted[]): number[] =>
    values.map((value) => weightOf(some, (row) => has(given.cells[row], value)));
  return {
    parts: naiveValues(by, counted).map(({ value }) => {
      const its = counted.filter(({ row }) => has(by.cells[row], value));
      return { value, bases: naiveBases(given, its, isWeighted), counts: countsOf(its) };
    }),
    both: weightOf(both, () => true),
    bothUnweighted: isWeighted ? both.length : undefined,
    valueTotals: countsOf(both),
  };
}
