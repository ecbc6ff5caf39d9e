import { ColumnNames, filterSentences } from "../charts/reportFilter.ts";
import { SurveyError } from "../model/errors.ts";
import { english, localizable } from "../model/localizable.ts";
import { missingCodesOf } from "../model/missingCodes.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { QuestionSummary, Split, SummaryBase, SummaryValue } from "../model/summary.ts";
import type { ReadSurvey } from "../reports/readTable.ts";
import type { ColumnRows, CountedFigures } from "../table/countedRows.ts";
import { said, shortLabel } from "./answerText.ts";
import { askedColumn, askedFilter, tellableColumns, type AskedColumn } from "./askedColumns.ts";
import { figuresHash } from "./figuresHash.ts";
import type { FiguresQuery } from "./figuresQuery.ts";
import type { RowFigure } from "./told.ts";
import type { ReadForTool, ToldAnswer, ToolJob } from "./toolJob.ts";

/** Arguments of the tools that tell figures of a question. */
export interface FiguresInput {
  readonly dataSpace?: string | undefined;
  readonly survey: string;
  readonly question: string;
  readonly by?: string | undefined;
  readonly filter?: ResponseFilter | undefined;
  readonly weight?: string | undefined;
  readonly base?: SummaryBase | undefined;
  readonly cursor?: string | undefined;
}

/** What was counted for one call. */
export interface Figures {
  readonly read: ReadForTool;
  readonly query: FiguresQuery;
  readonly hash: string;
  readonly asked: AskedColumn;
  readonly by?: AskedColumn | undefined;
  readonly summary: QuestionSummary;
  readonly counted: CountedFigures;
  readonly rows: ColumnRows;
  /** By part of the split. */
  readonly byRows?: ColumnRows | undefined;
  /** Of the column by which is divided. */
  readonly bySummary?: QuestionSummary | undefined;
  readonly base: SummaryBase;
  readonly missing: readonly string[];
}

/**
 * Reads the survey, counts what is asked for, and has it told.
 * @throws SurveyError which says how to go on where something asked for is not there, or cannot be counted
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
    const asked = askedColumn(survey, input.question);
    const by = input.by === undefined ? undefined : askedColumn(survey, input.by);
    const weight = input.weight === undefined ? undefined : askedWeight(read, input.weight);
    const filter = askedFilter(survey, input.filter ?? {});
    if (by?.key === asked.key) {
      throw new SurveyError(
        "invalid-input",
        localizable("{0} cannot be divided by itself. Name another question as by.", asked.name),
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
      throw new SurveyError("invalid-input", localizable("{0} has no figures.", asked.name));
    }
    checkCounted(read, counted, { base, weight, summary });
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

function askedWeight({ survey }: ReadForTool, name: string): AskedColumn {
  const columns = survey.columns.filter((it) => it.kind === "embedded");
  return askedColumn({ ...survey, columns }, name);
}

function checkCounted(
  { survey }: ReadForTool,
  { weighting }: CountedFigures,
  asked: {
    readonly base: SummaryBase;
    readonly weight: AskedColumn | undefined;
    readonly summary: QuestionSummary;
  },
): void {
  if (asked.weight && !weighting && survey.responses > 0) {
    throw new SurveyError(
      "invalid-input",
      localizable(
        "Responses cannot be weighted by {0}: it has no numbers. Choose another field, or no weight.",
        asked.weight.name,
      ),
    );
  }
  if (asked.base === "asked" && asked.summary.bases.asked === undefined) {
    throw new SurveyError(
      "invalid-input",
      localizable(
        'Nobody can tell who was asked {0}. Use the base "answered" or "all".',
        shortLabel(asked.summary.column),
      ),
    );
  }
}

/** The responses that percentages are of. */
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

/** Of some rows, what they count. */
export function countOf({ counted: { weights } }: Figures, rows: Uint32Array): number {
  return weights ? rows.reduce((sum, row) => sum + (weights[row] ?? 0), 0) : rows.length;
}

/** What rows have in common; both ascending. */
export function sharedRows(some: Uint32Array, others: Uint32Array): Uint32Array {
  let at = 0;
  return some.filter((row) => {
    while (at < others.length && (others[at] ?? 0) < row) {
      at++;
    }
    return others[at] === row;
  });
}

/** As the ledger knows a count: where responses are weighted, a sum of their weights. */
export function countFigure(figures: Figures, rows: Uint32Array): RowFigure {
  const { weights } = figures.counted;
  return weights ? { rows, values: wholeValues(rows, weights, scaleOf(weights)) } : { rows };
}

/** A table asks for it with each of its cells. */
const scales = new WeakMap<Float64Array, number>();

/** By how much numbers are multiplied so that all of them are whole. They may not change afterwards. */
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

/** Of some rows what each has, as whole numbers. */
export function wholeValues(rows: Uint32Array, numbers: Float64Array, scale: number): Float64Array {
  return Float64Array.from(rows, (row) => Math.round((numbers[row] ?? 0) * scale));
}

/** Whether the survey's structure says that there is the value; otherwise responses do, perhaps that of one person. */
export function isOfStructure({ column }: AskedColumn, value: Pick<SummaryValue, "isUnknown">) {
  const isGroup = column.kind === "metadata" && column.name === "collectGroupId";
  return (isGroup || (column.kind === "variable" && column.options.length > 0)) && !value.isUnknown;
}

/**
 * Whether values of a column are words of people, or tell them apart.
 * @throws SurveyError "invalid-input" which says what to ask for instead
 */
export function checkKind(
  { column, name }: AskedColumn,
  { kind, areAllDifferent }: Pick<QuestionSummary, "kind" | "areAllDifferent">,
): void {
  if (column.kind === "variable" && kind === "text") {
    throw new SurveyError(
      "invalid-input",
      localizable(
        "The answers to {0} are texts, of which there are no counts. Call open_answers to read them, if the person allows it.",
        name,
      ),
    );
  }
  if (areAllDifferent === true) {
    throw new SurveyError(
      "invalid-input",
      localizable("The values of {0} differ in every response: they identify people.", name),
    );
  }
}

/** Figures that are divided by another column. */
export interface DividedFigures extends Figures {
  readonly by: AskedColumn;
  readonly byRows: ColumnRows;
  readonly split: Split;
}

/** More groups are no comparison. */
const mostGroups = 50;

/** @throws SurveyError "invalid-input" where figures cannot be divided by the column, which says by what they can */
export function checkSplit(figures: Figures): DividedFigures {
  const { by, byRows, summary, bySummary } = figures;
  const { split } = summary;
  if (!by || !byRows || !split || !bySummary) {
    throw new SurveyError("invalid-input", localizable("Name the question to divide by as by."));
  }
  if (by.column.kind === "variable" && bySummary.kind === "text") {
    throw new SurveyError(
      "invalid-input",
      localizable(
        "Figures cannot be divided by {0}, whose answers are texts. Choose a question with options, one whose answers are few different numbers, or embedded data with few values.",
        by.name,
      ),
    );
  }
  const { areAllDifferent, distinct } = bySummary;
  const { length } = split.parts;
  if (areAllDifferent === true || length > mostGroups || (length === 0 && distinct > 0)) {
    throw new SurveyError(
      "invalid-input",
      localizable(
        "{0} has more than {1} different values, too many to divide figures by. Choose a question with fewer, or filter by ranges.",
        by.name,
        mostGroups,
      ),
    );
  }
  return { ...figures, by, byRows, split };
}

/** What every answer says of its figures, as data. */
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

/** The same as sentences. */
export function figuresText(figures: Figures, title: string): string[] {
  const { read, query, counted, hash, asked } = figures;
  const { survey } = read.survey;
  const label = asked.column.text;
  return [
    `${title} ${said(asked.name)}${label === "" ? "" : `, “${said(label)}”`}, of the survey “${said(survey.label)}” (${said(survey.surveyId)}) in the data space ${said(query.dataSpace)}.`,
    `Filter: ${filterText(query.filter, read.survey)}. Weight: ${query.weight === undefined ? "none" : said(query.weight)}. As of ${new Date(counted.readAt).toISOString()}. Hash: ${hash}.`,
    ...(counted.isComplete ? [] : ["Not all responses of the survey have been read."]),
    ...read.notes.map(said),
  ];
}

/** In sentences, without labels that only responses know. */
export function filterText(
  filter: ResponseFilter,
  { columns, collectGroups }: Pick<ReadSurvey, "columns" | "collectGroups">,
): string {
  const names = new ColumnNames({ columns: tellableColumns(columns), collectGroups }, english);
  const sentences = filterSentences(filter, names, english);
  return sentences.length === 0 ? "none" : sentences.map(said).join("; ");
}

export const baseTexts: Readonly<Record<SummaryBase, string>> = {
  answered: "those who answered",
  asked: "those who were asked",
  all: "all responses of the filter",
};
