import type * as z from "zod";
import { ColumnNames, filterSentences } from "../charts/reportFilter.ts";
import { invalidInput } from "../model/errors.ts";
import { english } from "../model/localizable.ts";
import { missingCodesOf } from "../model/missingCodes.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { QuestionSummary, Split, SummaryBase, SummaryValue } from "../model/summary.ts";
import type { ReadSurvey } from "../reports/readTable.ts";
import type { ColumnRows, CountedFigures } from "../table/countedRows.ts";
import { inlineText, shortLabel } from "./answerText.ts";
import {
  resolveColumn,
  resolveFilter,
  resolveWeight,
  tellableColumns,
  type ResolvedColumn,
} from "./resolveColumns.ts";
import { figuresHash, type FiguresQuery } from "./figuresQuery.ts";
import type { RowFigure } from "./ledgerFile.ts";
import type { fields } from "./toolFields.ts";
import type { ReadForTool, ToldAnswer, ToolJob } from "./toolJob.ts";

/** Arguments of the tools that tell figures about a question. */
type FiguresInput = Omit<z.infer<z.ZodObject<typeof fields>>, "by"> & {
  readonly by?: string | undefined;
};

/** What was counted for one call. */
export interface Figures {
  readonly read: ReadForTool;
  readonly query: FiguresQuery;
  readonly hash: string;
  readonly asked: ResolvedColumn;
  readonly by?: ResolvedColumn | undefined;
  readonly summary: QuestionSummary;
  readonly counted: CountedFigures;
  readonly rows: ColumnRows;
  /** The rows in each part of the split. */
  readonly byRows?: ColumnRows | undefined;
  /** Summary of the column of the split. */
  readonly bySummary?: QuestionSummary | undefined;
  readonly base: SummaryBase;
  readonly missing: readonly string[];
}

/**
 * Reads the survey, counts the requested figures, and passes them to `tell`.
 * @throws SurveyError that says how to go on, if something requested does not exist or cannot be counted
 */
export async function withFigures(
  job: ToolJob,
  input: FiguresInput,
  tell: (figures: Figures) => Promise<ToldAnswer>,
): Promise<ToldAnswer> {
  const { name: dataSpace } = await job.space(input.dataSpace);
  const { survey: surveyId, base = "answered" } = input;
  const missing = await job.host.missingCodes(dataSpace, surveyId);
  return job.reading(dataSpace, surveyId, async (read) => {
    const { survey } = read;
    const asked = resolveColumn(survey, input.question);
    const by = input.by === undefined ? undefined : resolveColumn(survey, input.by);
    const weight = input.weight === undefined ? undefined : resolveWeight(survey, input.weight);
    const filter = resolveFilter(survey, input.filter ?? {});
    if (by?.key === asked.key) {
      throw invalidInput(
        "{0} cannot be divided by itself. Name another question as by.",
        asked.name,
      );
    }
    const counted = await survey.tables.count(survey.table, {
      columns: by ? [asked.key, by.key] : [asked.key],
      split: by?.key,
      filter,
      weight: weight?.key,
      missing,
    });
    const [summary, bySummary] = counted.summaries;
    const rows = counted.columns.find((it) => it.column === asked.key);
    if (!summary || !rows) {
      throw invalidInput("{0} has no figures.", asked.name);
    }
    checkCounted(read, counted, { base, name: asked.name, weight, summary });
    const query: FiguresQuery = {
      dataSpace,
      surveyId,
      question: asked.name,
      by: by?.name,
      filter,
      weight: weight?.name,
      base,
    };
    return tell({
      read,
      query,
      hash: figuresHash(query),
      asked,
      by,
      summary,
      bySummary,
      counted,
      rows,
      byRows: by && counted.columns.find((it) => it.column === by.key),
      base,
      missing: missingCodesOf(missing, asked.column),
    });
  });
}

function checkCounted(
  { survey }: ReadForTool,
  { weighting }: CountedFigures,
  asked: {
    readonly base: SummaryBase;
    readonly name: string;
    readonly weight: ResolvedColumn | undefined;
    readonly summary: QuestionSummary;
  },
): void {
  if (asked.weight && !weighting && survey.responses > 0) {
    throw invalidInput(
      "Responses cannot be weighted by {0}: it has no numbers. Choose another field, or no weight.",
      asked.weight.name,
    );
  }
  if (asked.base === "asked" && asked.summary.bases.asked === undefined) {
    throw invalidInput(
      'Nobody can tell who was asked {0}. Use the base "answered" or "all".',
      asked.name,
    );
  }
}

/** Returns the rows of the base, of which percentages are calculated. */
export function baseRows({ base, counted, rows }: Figures): Uint32Array {
  switch (base) {
    case "answered":
      return rows.answered;
    case "asked":
      return Uint32Array.from([...rows.answered, ...rows.unanswered]).sort();
    case "all":
      return counted.rows;
  }
}

/** Returns the number of the rows, or the sum of their weights. */
export function countOf({ counted: { weights } }: Figures, rows: Uint32Array): number {
  return weights ? rows.reduce((sum, row) => sum + (weights[row] ?? 0), 0) : rows.length;
}

/** Returns the rows that are in both arrays. Both must be sorted in ascending order. */
export function sharedRows(some: Uint32Array, others: Uint32Array): Uint32Array {
  let at = 0;
  return some.filter((row) => {
    while (at < others.length && (others[at] ?? 0) < row) {
      at++;
    }
    return others[at] === row;
  });
}

/** Returns a count as a figure for the ledger: the rows, and their weights if there are any. */
export function countFigure(figures: Figures, rows: Uint32Array): RowFigure {
  const { weights } = figures.counted;
  return weights ? sumFigure(rows, weights, scaleOf(weights)) : { rows };
}

/** Cache of `scaleOf`, which is called for each cell of a table. */
const scales = new WeakMap<Float64Array, number>();

/** Returns the power of ten, up to 1e6, that makes all numbers whole. The result is cached: do not change them later. */
export function scaleOf(numbers: Float64Array): number {
  const known = scales.get(numbers) ?? foundScale(numbers);
  scales.set(numbers, known);
  return known;
}

function foundScale(numbers: Float64Array): number {
  for (let scale = 1; scale < 1e6; scale *= 10) {
    if (numbers.every((it) => Number.isNaN(it) || isWhole(it * scale))) {
      return scale;
    }
  }
  return 1e6;
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) <= 1e-9 * Math.max(1, Math.abs(value));
}

/**
 * Returns the sum of the rows' numbers as a figure for the ledger, which needs whole numbers: they are multiplied by the
 * scale and rounded, but not to 0, which would be nobody's. If one is too large, the figure is of one row, so it is withheld.
 */
export function sumFigure(rows: Uint32Array, numbers: Float64Array, scale: number): RowFigure {
  const values = Float64Array.from(rows, (row) => {
    const scaled = (numbers[row] ?? 0) * scale;
    return Math.round(scaled) || Math.sign(scaled);
  });
  return values.every(Number.isSafeInteger) ? { rows, values } : { rows: rows.subarray(0, 1) };
}

/** Returns true if the value is in the survey's structure. Other values come from responses, maybe from only one person. */
export function isOfStructure({ column }: ResolvedColumn, value: Pick<SummaryValue, "isUnknown">) {
  const isGroup = column.kind === "metadata" && column.name === "collectGroupId";
  return (isGroup || (column.kind === "variable" && column.options.length > 0)) && !value.isUnknown;
}

/**
 * Refuses columns whose values are free texts, or differ in every response and so identify people.
 * @throws SurveyError "invalid-input" that may say what to call instead
 */
export function checkKind(
  { column, name }: ResolvedColumn,
  { kind, areAllDifferent, bases }: Pick<QuestionSummary, "kind" | "areAllDifferent" | "bases">,
): void {
  // What nobody answered is neither text nor number.
  if (column.kind === "variable" && kind === "text" && bases.answered > 0) {
    throw invalidInput(
      "The answers to {0} are texts, which have no counts. Call open_answers to read them, if the person allows it.",
      name,
    );
  }
  if (areAllDifferent === true) {
    throw invalidInput("The values of {0} differ in every response: they identify people.", name);
  }
}

/** Figures split by another column. */
export interface SplitFigures extends Figures {
  readonly by: ResolvedColumn;
  readonly byRows: ColumnRows;
  readonly split: Split;
}

/** Maximum number of groups that figures can be split into. */
const maxGroups = 50;

/** @throws SurveyError "invalid-input" if figures cannot be split by the column. The message says by what they can. */
export function checkSplit(figures: Figures): SplitFigures {
  const { by, byRows, summary, bySummary } = figures;
  const { split } = summary;
  if (!by || !byRows || !split || !bySummary) {
    throw invalidInput("Name the question to divide by as by.");
  }
  const areTexts = bySummary.kind === "text" && bySummary.bases.answered > 0;
  if (by.column.kind === "variable" && areTexts) {
    throw invalidInput(
      "Figures cannot be divided by {0}, whose answers are texts. Choose a question with options, one whose answers are few different numbers, or embedded data with few values.",
      by.name,
    );
  }
  const { areAllDifferent, distinct } = bySummary;
  const { length } = split.parts;
  if (areAllDifferent === true || length > maxGroups || (length === 0 && distinct > 0)) {
    throw invalidInput(
      "{0} has more than {1} different values, too many to divide figures by. Choose a question with fewer, or filter by ranges.",
      by.name,
      maxGroups,
    );
  }
  return { ...figures, by, byRows, split };
}

/** Returns the fields, as data, that every answer has about its figures. */
export function figuresContent({ query, counted, hash, asked, read, base }: Figures) {
  return {
    survey: read.survey.survey.surveyId,
    question: query.question ?? "",
    label: shortLabel(asked.column.text) || asked.column.name,
    base,
    filter: Object.keys(query.filter).length === 0 ? null : query.filter,
    weight: query.weight ?? null,
    asOf: new Date(counted.readAt).toISOString(),
    hash,
  };
}

/** Returns the same as sentences. */
export function figuresText(figures: Figures, title: string): string[] {
  const { read, query, counted, hash, asked } = figures;
  const { survey } = read.survey;
  const label = asked.column.text;
  return [
    `${title} ${inlineText(asked.name)}${label === "" ? "" : `, “${inlineText(label)}”`}, of the survey “${inlineText(survey.label)}” (${inlineText(survey.surveyId)}) in the data space ${inlineText(query.dataSpace)}.`,
    `Filter: ${filterText(query.filter, read.survey)}. Weight: ${query.weight === undefined ? "none" : inlineText(query.weight)}. As of ${new Date(counted.readAt).toISOString()}. Hash: ${hash}.`,
    ...(counted.isComplete ? [] : ["Not all responses of the survey have been read."]),
    ...read.notes.map(inlineText),
  ];
}

/** Returns the filter as sentences, without labels that only responses have. */
export function filterText(
  filter: ResponseFilter,
  { columns, collectGroups }: Pick<ReadSurvey, "columns" | "collectGroups">,
): string {
  const names = new ColumnNames({ columns: tellableColumns(columns), collectGroups }, english);
  const sentences = filterSentences(filter, names, english);
  return sentences.length === 0 ? "none" : sentences.map(inlineText).join("; ");
}

export function baseText({ base, asked }: Pick<Figures, "base" | "asked">): string {
  switch (base) {
    case "answered":
      return asked.column.kind === "variable" ? "those who answered" : "those with a value";
    case "asked":
      return "those who were asked";
    case "all":
      return "all responses of the filter";
  }
}
