import { columnKey, gridCells, type Cell, type Column } from "../../../src/model/grid.ts";
import type { Response } from "../../../src/model/response.ts";
import { matchesFilter } from "../../../src/model/responseFilter.ts";
import type {
  ChiSquareTest,
  OtherTexts,
  QuestionSummary,
  Split,
  Statistics,
  SummaryKind,
  SummaryQuery,
  SummaryValue,
  Weighting,
} from "../../../src/model/summary.ts";
import type { CollectGroup, Survey } from "../../../src/model/survey.ts";

/*
 * Expected summaries, computed from the definitions in src/model/summary.ts: slowly, response by response, and without code
 * of src/analysis and src/table.
 */

export interface NaiveSurvey {
  readonly survey: Survey;
  readonly collectGroups: readonly CollectGroup[];
  /** Columns, including the options that only responses contain. */
  readonly columns: readonly Column[];
  readonly responses: readonly Response[];
}

/** Returns the bins of a column's histogram. They are taken from the tested summary, and checked by `binFaults`. */
export type Bins = (column: string) => { from: number; width: number; count: number } | undefined;

interface NaiveColumn {
  readonly key: string;
  readonly column: Column;
  readonly kind: SummaryKind;
  /** Labels by code, in the order of the options; empty if there are none. */
  readonly options: ReadonlyMap<string, string>;
  readonly known: ReadonlySet<string>;
  readonly tellsAsked: boolean;
  /** True if all codes are numbers. */
  readonly hasNumbers: boolean;
  readonly isScale: boolean;
  readonly areAllDifferent: boolean;
  readonly isWeight: boolean;
  /** Cells by response. */
  readonly cells: readonly Cell[];
  readonly values: readonly ReadonlySet<string>[];
  /** Numbers by response; NaN if there is none, or something else. */
  readonly numbers: readonly number[];
  /** Texts beside the answers, by response. */
  readonly others: readonly (readonly Beside[])[];
  /** True if any response has such a text. */
  readonly hasOthers: boolean;
}

interface Beside {
  readonly value: string;
  readonly text: string;
}

/** A response that counts, and its weight. */
interface Counted {
  readonly index: number;
  readonly weight: number;
}

/** The responses that count, divided by their values in a column. */
interface Divided {
  readonly by: NaiveColumn;
  readonly parts: readonly (Pick<SummaryValue, "value" | "label" | "isUnknown"> & {
    readonly its: readonly Counted[];
  })[];
}

const maxUnknown = 1000;
const maxNumbers = 100;
const maxTexts = 100;

export class NaiveSummaries {
  readonly #of: NaiveSurvey;
  readonly #columns: ReadonlyMap<string, NaiveColumn>;
  /** Cached by filter and weight, because many queries share them. */
  readonly #counted = new Map<string, readonly Counted[]>();

  constructor(of: NaiveSurvey) {
    this.#of = of;
    const cells = of.responses.map((it) => gridCells(of.columns, it));
    this.#columns = new Map(
      of.columns.map((column, place) => {
        const its = cells.map((it) => it[place] ?? null);
        return [columnKey(column), naiveColumn(of, column, its)];
      }),
    );
  }

  kindOf(column: string): SummaryKind | undefined {
    return this.#columns.get(column)?.kind;
  }

  /** Returns what is wrong with bins: they must be round, hold every number of the column, and not be too many. */
  binFaults(column: string, bins: ReturnType<Bins>): string[] {
    const it = this.#columns.get(column);
    const numbers = (it?.cells ?? []).flatMap((cell) =>
      (cell ?? []).filter(({ value }) => value !== "").map(({ value }) => Number(value)),
    );
    if (it?.kind !== "number" || !bins) {
      return it?.kind === "number"
        ? ["A number column has no histogram."]
        : bins
          ? ["The column has no numbers."]
          : [];
    }
    const { from, width, count } = bins;
    const least = numbers.reduce((a, b) => Math.min(a, b), Infinity);
    const most = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
    const [digits = ""] = width.toExponential().split("e");
    const slack = width * 1e-9;
    return [
      ...(["1", "2", "2.5", "5"].includes(digits) ? [] : [`A width of ${width}`]),
      ...(numbers.every(Number.isInteger) && !(Number.isInteger(width) && Number.isInteger(from))
        ? [`Not whole: ${from}, ${width}`]
        : []),
      ...(from > least || least >= from + width + slack ? [`From ${from}, least ${least}`] : []),
      ...(from + count * width < most - slack ? [`Up to ${from + count * width}: ${most}`] : []),
      ...(most < from + (count - 1) * width - slack ? [`The last bin is empty: ${most}`] : []),
      ...(count > 40 ? [`${count} bins`] : []),
    ];
  }

  weighting({ filter, weight }: SummaryQuery): Weighting | undefined {
    const weights = this.#weights(weight);
    if (!weights) {
      return undefined;
    }
    const passing = this.#of.responses.flatMap((it, index) =>
      matchesFilter(filter, it) ? [weights[index] ?? 0] : [],
    );
    return {
      sum: passing.reduce((sum, it) => sum + it, 0),
      excluded: passing.filter((it) => it === 0).length,
    };
  }

  summaries({ columns, filter, weight, split }: SummaryQuery, bins: Bins): QuestionSummary[] {
    const weights = this.#weights(weight);
    const key = JSON.stringify([filter, weight]);
    const counted =
      this.#counted.get(key) ??
      this.#of.responses.flatMap((it, index): Counted[] => {
        const itsWeight = weights ? (weights[index] ?? 0) : 1;
        return itsWeight > 0 && matchesFilter(filter, it) ? [{ index, weight: itsWeight }] : [];
      });
    this.#counted.set(key, counted);
    const splitting = split === undefined ? undefined : this.#columns.get(split);
    const by = splitting && divided(splitting, counted);
    return columns.flatMap((key) => {
      const column = this.#columns.get(key);
      const itsBy = key === split ? undefined : by;
      return column
        ? [summaryOf(column, counted, { bins: bins(key), by: itsBy, isWeighted: !!weights })]
        : [];
    });
  }

  /** Returns weights by response, 0 if the response does not count; undefined if the field has no numbers. */
  #weights(key: string | undefined): number[] | undefined {
    const column = key === undefined ? undefined : this.#columns.get(key);
    const values = column?.cells.map((it) => it?.[0]?.value ?? "") ?? [];
    if (column?.column.kind !== "embedded" || !values.some(isNumber)) {
      return undefined;
    }
    return values.map((it) => (isNumber(it) && Number(it) > 0 ? Number(it) : 0));
  }
}

function naiveColumn(of: NaiveSurvey, column: Column, cells: readonly Cell[]): NaiveColumn {
  const isGroup = column.kind === "metadata" && column.name === "collectGroupId";
  const options = new Map(
    isGroup
      ? of.collectGroups.map((it) => [it.collectGroupId, it.label])
      : column.options.map((it) => [it.name, it.label]),
  );
  const question = of.survey.questions.find((it) =>
    column.rank === undefined ? it.name === column.name : it.rank === column.rank,
  );
  // The structure has no codes of embedded data, so no code of it can be unknown.
  const known =
    column.kind === "variable"
      ? new Set(question?.options.map((it) => it.name))
      : new Set(options.keys());
  const isSeveral = cells.some((it) => it !== null && it.length > 1);
  const isMulti = /^multi/i.test(column.type ?? "");
  const given = new Set(cells.flatMap((it) => (it ?? []).map(({ value }) => value)));
  given.delete("");
  const areNumbers = given.size > 0 && [...given].every(isNumber);
  const others = cells.map((cell) =>
    (cell ?? []).flatMap(({ value, etcValue = "" }) =>
      etcValue === "" ? [] : [{ value, text: etcValue }],
    ),
  );
  const kind: SummaryKind =
    options.size > 0
      ? isMulti || isSeveral
        ? "multiple"
        : "single"
      : areNumbers && !isSeveral
        ? "number"
        : "text";
  const texts = cells.flatMap((it) => it?.[0]?.value ?? []);
  const areAllDifferent = options.size === 0 && !isSeveral && areIdentifiers(kind, texts);
  return {
    key: columnKey(column),
    column,
    kind,
    options,
    known,
    tellsAsked: column.kind === "variable" && of.survey.apiVersion === "v3",
    hasNumbers:
      kind === "number" ||
      (kind === "single" && [...options.keys(), ...given].every((it) => isNumber(it))),
    isScale:
      kind === "single" &&
      column.kind !== "metadata" &&
      areSteps([...options.keys(), ...given].filter((it) => it !== "")),
    areAllDifferent,
    isWeight:
      column.kind === "embedded" &&
      options.size === 0 &&
      !isSeveral &&
      !areAllDifferent &&
      areMostlyNumbers(texts),
    cells,
    others,
    hasOthers: others.some((it) => it.length > 0),
    values: cells.map(
      (cell) =>
        new Set((cell ?? []).map(({ value }) => (kind === "number" ? rewritten(value) : value))),
    ),
    numbers: cells.map((cell) => (cell?.[0]?.value ? Number(cell[0].value) : NaN)),
  };
}

/**
 * Returns true for digits with optional decimals. Leading zeros, or more digits than a number keeps, make it an identifier.
 */
function isNumber(text: string): boolean {
  const [whole = "", decimals = "0", ...rest] = text.replace(/^-/, "").split(".");
  const isWhole = /^\d+$/.test(whole) && String(Number(whole)) === whole && whole.length < 16;
  return isWhole && /^\d+$/.test(decimals) && decimals.length <= 40 && rest.length === 0;
}

/** Returns true for at least thirty texts that are all different, except for empty ones; numbers must be whole. */
function areIdentifiers(kind: SummaryKind, texts: readonly string[]): boolean {
  const isNumbers = kind === "number";
  const given = texts.filter((it) => it !== "");
  const different = new Set(isNumbers ? given.map(rewritten) : given);
  const count = different.size + (texts.includes("") ? 1 : 0);
  const areWhole = [...different].every((it) => Number.isInteger(Number(it)));
  return count >= 30 && different.size === given.length && (!isNumbers || areWhole);
}

/** Returns true if all texts are numbers, or if most are and the others are at most 20 different texts. */
function areMostlyNumbers(texts: readonly string[]): boolean {
  const others = texts.filter((it) => !isNumber(it));
  const given = texts.filter((it) => it !== "");
  const onlyNumbers = given.length > 0 && given.every(isNumber);
  return (
    onlyNumbers || (new Set(others).size <= 20 && others.length < texts.length - others.length)
  );
}

/** Returns true for three to eleven consecutive whole numbers. */
function areSteps(codes: readonly string[]): boolean {
  const steps = [...new Set(codes.map((it) => (isNumber(it) ? Number(it) : NaN)))].sort(
    (a, b) => a - b,
  );
  return (
    steps.length >= 3 &&
    steps.length <= 11 &&
    steps.every(Number.isInteger) &&
    steps.every((it, at) => at === 0 || it === (steps[at - 1] ?? NaN) + 1)
  );
}

/** Returns the number in its canonical spelling. */
function rewritten(number: string): string {
  return number === "" ? "" : `${Number(number)}`;
}

interface How {
  readonly bins: ReturnType<Bins>;
  readonly by: Divided | undefined;
  readonly isWeighted: boolean;
}

function summaryOf(
  column: NaiveColumn,
  counted: readonly Counted[],
  { bins, by, isWeighted }: How,
): QuestionSummary {
  const isCoded = column.options.size > 0;
  const values = listed(column, counted);
  const all = countsOf(column, counted);
  return {
    column: column.key,
    kind: column.kind,
    bases: basesOf(column, counted, isWeighted),
    values: values.map((it) =>
      isCoded ? { ...it, others: othersOf(column, counted, it.value) } : it,
    ),
    distinct: all.size,
    isScale: column.isScale ? true : undefined,
    areAllDifferent: column.areAllDifferent ? true : undefined,
    isWeight: column.isWeight ? true : undefined,
    others: isCoded ? undefined : othersOf(column, counted),
    statistics: statisticsOf(column, counted),
    histogram: bins && {
      from: bins.from,
      width: bins.width,
      counts: binned(column, counted, bins),
    },
    split: by && splitOf(column, counted, values, { bins, by, isWeighted }),
  };
}

function sumOf(counted: readonly Counted[]): number {
  return counted.reduce((sum, it) => sum + it.weight, 0);
}

/** Cached counts: a summary, its split and its test need the same ones. */
const countsKnown = new WeakMap<
  readonly Counted[],
  Map<NaiveColumn, ReadonlyMap<string, number>>
>();

function countsOf(column: NaiveColumn, counted: readonly Counted[]): ReadonlyMap<string, number> {
  const ofColumns = countsKnown.get(counted) ?? new Map<NaiveColumn, ReadonlyMap<string, number>>();
  const counts = ofColumns.get(column) ?? countAnew(column, counted);
  countsKnown.set(counted, ofColumns.set(column, counts));
  return counts;
}

function countAnew(column: NaiveColumn, counted: readonly Counted[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const it of counted) {
    for (const value of column.values[it.index] ?? []) {
      counts.set(value, (counts.get(value) ?? 0) + it.weight);
    }
  }
  return counts;
}

function hasAnswered({ cells }: NaiveColumn, { index }: Counted): boolean {
  return (cells[index] ?? []).length > 0;
}

function basesOf(
  column: NaiveColumn,
  counted: readonly Counted[],
  isWeighted: boolean,
): QuestionSummary["bases"] {
  const asked = counted.filter(({ index }) => column.cells[index] !== null);
  return {
    all: sumOf(counted),
    asked: column.tellsAsked ? sumOf(asked) : undefined,
    answered: sumOf(counted.filter((it) => hasAnswered(column, it))),
    ...(isWeighted
      ? {
          unweighted: {
            all: counted.length,
            asked: column.tellsAsked ? asked.length : undefined,
            answered: counted.filter((it) => hasAnswered(column, it)).length,
          },
        }
      : {}),
  };
}

/** Returns the values that a table of the column lists. */
function listed(column: NaiveColumn, counted: readonly Counted[]): SummaryValue[] {
  const counts = countsOf(column, counted);
  const { kind, options, known } = column;
  const frequent = [...counts].sort(([a, some], [b, others]) =>
    some === others ? (a < b ? -1 : 1) : others - some,
  );
  if (kind === "text") {
    return frequent.slice(0, maxTexts).map(([value, count]) => ({ value, count }));
  }
  if (kind === "number") {
    const inOrder = [...counts].sort(([a], [b]) => Number(a) - Number(b));
    return inOrder.length <= maxNumbers ? inOrder.map(([value, count]) => ({ value, count })) : [];
  }
  const valueOf = (value: string): SummaryValue => {
    const label = options.get(value);
    return {
      value,
      label: label === "" ? undefined : label,
      isUnknown: known.has(value) ? undefined : true,
      count: counts.get(value) ?? 0,
    };
  };
  return [
    ...[...options.keys()].filter((it) => known.has(it)).map(valueOf),
    ...frequent
      .filter(([it]) => !known.has(it))
      .slice(0, maxUnknown)
      .map(([it]) => valueOf(it)),
  ];
}

/** @param value default: all answers */
function othersOf(
  { others, hasOthers }: NaiveColumn,
  counted: readonly Counted[],
  value?: string,
): OtherTexts | undefined {
  if (!hasOthers) {
    return undefined;
  }
  const counts = new Map<string, number>();
  let count = 0;
  for (const { index, weight } of counted) {
    const its = (others[index] ?? []).filter((it) => value === undefined || it.value === value);
    if (its.length === 0) {
      continue;
    }
    const texts = new Set(its.map(({ text }) => text));
    count += weight;
    for (const text of texts) {
      counts.set(text, (counts.get(text) ?? 0) + weight);
    }
  }
  const texts = [...counts]
    .map(([text, its]) => ({ text, count: its }))
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  return texts.length === 0
    ? undefined
    : { count, texts: texts.slice(0, maxTexts), distinct: texts.length };
}

interface WeightedNumber {
  readonly number: number;
  readonly weight: number;
}

function numbersOf(column: NaiveColumn, counted: readonly Counted[]): WeightedNumber[] {
  return counted
    .map(({ index, weight }) => ({ number: column.numbers[index] ?? NaN, weight }))
    .filter((it) => !Number.isNaN(it.number));
}

function statisticsOf(column: NaiveColumn, counted: readonly Counted[]): Statistics | undefined {
  const numbers = column.hasNumbers ? numbersOf(column, counted) : [];
  const [first] = numbers;
  if (!first) {
    return undefined;
  }
  const n = numbers.reduce((sum, it) => sum + it.weight, 0);
  // Relative to one of the numbers: if all are equal, the mean is exactly that number, whatever the weights are.
  const origin = first.number;
  const mean = origin + numbers.reduce((sum, it) => sum + it.weight * (it.number - origin), 0) / n;
  const squares = numbers.reduce((sum, it) => sum + it.weight * (it.number - mean) ** 2, 0);
  const sorted = numbers.toSorted((a, b) => a.number - b.number);
  return {
    n,
    mean,
    sd: n > 1 ? Math.sqrt(squares / (n - 1)) : undefined,
    min: sorted[0]?.number ?? NaN,
    max: sorted.at(-1)?.number ?? NaN,
    q1: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    q3: quantile(sorted, 0.75),
  };
}

/** R's type 7 if all weights are 1; otherwise PSPP's rule, with the cumulated weights of the distinct numbers. */
function quantile(sorted: readonly WeightedNumber[], p: number): number {
  const numberAt = (place: number): number => sorted[place]?.number ?? NaN;
  if (sorted.every((it) => it.weight === 1)) {
    const at = (sorted.length - 1) * p;
    const low = numberAt(Math.floor(at));
    return low + (numberAt(Math.ceil(at)) - low) * (at - Math.floor(at));
  }
  const distinct = [...new Set(sorted.map((it) => it.number))];
  const weightOf = new Map<number, number>();
  for (const { number, weight } of sorted) {
    weightOf.set(number, (weightOf.get(number) ?? 0) + weight);
  }
  const total = sorted.reduce((sum, it) => sum + it.weight, 0);
  const target = (total - 1) * p;
  let cumulated = 0;
  for (const [place, number] of distinct.entries()) {
    cumulated += weightOf.get(number) ?? 0;
    const next = distinct[place + 1];
    if (cumulated > target) {
      return target + 1 < cumulated || next === undefined
        ? number
        : number + (next - number) * (target - Math.trunc(target));
    }
  }
  return distinct.at(-1) ?? NaN;
}

function binned(
  column: NaiveColumn,
  counted: readonly Counted[],
  { from, width, count }: NonNullable<ReturnType<Bins>>,
): number[] {
  const counts = Array<number>(count).fill(0);
  const ends = counts.map((_, bin) => Number((from + (bin + 1) * width).toPrecision(15)));
  for (const { number, weight } of numbersOf(column, counted)) {
    const bin = ends.findIndex((end, it) => number < end || (it === count - 1 && number >= from));
    counts[bin] = (counts[bin] ?? NaN) + weight;
  }
  return counts;
}

function divided(by: NaiveColumn, counted: readonly Counted[]): Divided {
  const parts = listed(by, counted).map(({ value, label, isUnknown }) => ({
    value,
    label,
    isUnknown,
    its: counted.filter((it) => by.values[it.index]?.has(value)),
  }));
  return { by, parts };
}

function splitOf(
  column: NaiveColumn,
  counted: readonly Counted[],
  values: readonly SummaryValue[],
  { bins, by: { by, parts: itsParts }, isWeighted }: How & { readonly by: Divided },
): Split {
  const both = counted.filter((it) => hasAnswered(column, it) && hasAnswered(by, it));
  const totals = countsOf(column, both);
  const parts = itsParts.map(({ value, label, isUnknown, its }) => {
    const counts = countsOf(column, its);
    return {
      value,
      label,
      isUnknown,
      bases: basesOf(column, its, isWeighted),
      counts: values.map((it) => counts.get(it.value) ?? 0),
      statistics: statisticsOf(column, its),
      histogram: bins && binned(column, its, bins),
    };
  });
  return {
    column: by.key,
    parts,
    both: sumOf(both),
    bothUnweighted: isWeighted ? both.length : undefined,
    valueTotals: values.map((it) => totals.get(it.value) ?? 0),
    ...testOf(column, by, counted, both),
  };
}

function testOf(
  column: NaiveColumn,
  by: NaiveColumn,
  counted: readonly Counted[],
  both: readonly Counted[],
): Pick<Split, "test" | "noTest"> {
  if (column.kind === "multiple" || by.kind === "multiple" || severalIn(column) || severalIn(by)) {
    return { noTest: "multiple" };
  }
  const [rows, columns] = [countsOf(column, both), countsOf(by, both)];
  if (rows.size < 2 || columns.size < 2) {
    return { noTest: "constant" };
  }
  const has = (of: NaiveColumn, counts: ReadonlyMap<string, number>): boolean => {
    const values = new Set(listed(of, counted).map((it) => it.value));
    return [...counts.keys()].every((it) => values.has(it));
  };
  if (!has(column, rows) || !has(by, columns)) {
    return { noTest: "unlisted" };
  }
  const n = sumOf(both);
  let [chiSquare, smallCells] = [0, 0];
  const together = new Map<string, Map<string, number>>();
  for (const { index, weight } of both) {
    const [[value = ""], [part = ""]] = [
      [...(column.values[index] ?? [])],
      [...(by.values[index] ?? [])],
    ];
    const its = together.get(value) ?? new Map<string, number>();
    together.set(value, its.set(part, (its.get(part) ?? 0) + weight));
  }
  for (const [value, rowTotal] of rows) {
    for (const [part, columnTotal] of columns) {
      const expected = (rowTotal * columnTotal) / n;
      const count = together.get(value)?.get(part) ?? 0;
      chiSquare += (count - expected) ** 2 / expected;
      smallCells += expected < 5 ? 1 : 0;
    }
  }
  const degreesOfFreedom = (rows.size - 1) * (columns.size - 1);
  const test: ChiSquareTest = {
    chiSquare,
    degreesOfFreedom,
    p: upperTail(chiSquare, degreesOfFreedom),
    n,
    cells: rows.size * columns.size,
    smallCells,
  };
  return { test };
}

function severalIn({ cells }: NaiveColumn): boolean {
  return cells.some((it) => it !== null && it.length > 1);
}

/** Upper tail of the chi-square distribution, from its finite sums (Abramowitz and Stegun 26.4.4 and 26.4.5). */
function upperTail(chiSquare: number, degreesOfFreedom: number): number {
  const half = chiSquare / 2;
  if (half === 0) {
    return 1;
  }
  const isOdd = degreesOfFreedom % 2 === 1;
  // The logarithm of half^a e^-half / gamma(a + 1); a increases by 1.
  let a = isOdd ? 0.5 : 0;
  let log = isOdd ? 0.5 * Math.log(half) - half - Math.log(Math.sqrt(Math.PI) / 2) : -half;
  let sum = isOdd ? complementaryError(Math.sqrt(half)) : 0;
  for (; a < degreesOfFreedom / 2 - 0.25; a++) {
    sum += Math.exp(log);
    log += Math.log(half) - Math.log(a + 1);
  }
  return Math.min(1, sum);
}

function complementaryError(z: number): number {
  if (z < 2) {
    let [term, sum] = [z, z];
    for (let n = 1; n < 100; n++) {
      term *= -(z * z) / n;
      sum += term / (2 * n + 1);
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * sum;
  }
  let fraction = 0;
  for (let n = 200; n > 0; n--) {
    fraction = n / 2 / (z + fraction);
  }
  return Math.exp(-z * z) / Math.sqrt(Math.PI) / (z + fraction);
}
