import { valueHead } from "../charts/question.ts";
import { english, localizable } from "../model/localizable.ts";
import type { SplitPart } from "../model/summary.ts";
import {
  answerPage,
  answerText,
  markdownTable,
  numberText,
  percentText,
  rowsAnAnswer,
  shortLabel,
} from "./answerText.ts";
import {
  baseRows,
  baseText,
  checkKind,
  checkSplit,
  countFigure,
  countOf,
  figuresContent,
  figuresText,
  isOfStructure,
  sharedRows,
  withFigures,
  type SplitFigures,
} from "./figures.ts";
import {
  baseNote,
  decideDisclosure,
  numberNotes,
  unlistedNotes,
  withheldNotes,
} from "./decideDisclosure.ts";
import { fields } from "./toolFields.ts";
import { defineTool, type ToldAnswer, type ToolJob } from "./toolJob.ts";

interface Part {
  readonly code: string;
  readonly label: string;
  readonly n: number | null;
}

interface Value {
  readonly code: string;
  readonly label: string;
  readonly count: readonly (number | null)[];
  readonly percent: readonly (number | null)[];
}

interface Told {
  readonly n: number | null;
  readonly columns: readonly Part[];
  readonly values: readonly Value[];
  readonly isFull: boolean;
}

export const crossTable = defineTool({
  name: "cross_table",
  title: localizable("Cross Table of Two Questions"),
  summary: localizable("How answers to one question differ by the answers to another."),
  description:
    "How the answers to one question differ between groups: counts and column percentages of question (rows) by another question or " +
    "embedded data field (columns), such as satisfaction by gender, region or collect group. Use it to compare groups, and for two " +
    "questions together. For the mean of a number in each group use statistics with by. Small counts are null: they are withheld.",
  icon: "table",
  level: "figures",
  input: fields,
  sharing: ({ question, by, survey }) =>
    localizable(
      "Counts of the answers to {0} by {1} in the survey {2} are shared with the assistant.",
      question,
      by,
      survey,
    ),
  tell: (job, asked) =>
    withFigures(job, asked, (figures) => {
      checkKind(figures.asked, figures.summary);
      return tell(job, checkSplit(figures), asked.cursor);
    }),
});

async function tell(
  job: ToolJob,
  figures: SplitFigures,
  cursor: string | undefined,
): Promise<ToldAnswer> {
  const { query, by, hash } = figures;
  const told = withoutFew(figures, await toldTable(job, figures));
  const { n, columns, values } = told;
  const page = answerPage(values, cursor, { size: rowsAnAnswer(columns.length), of: query });
  const isWithheld =
    n === null ||
    columns.some((it) => it.n === null) ||
    page.items.some((it) => it.count.includes(null));
  const { leastCount } = job.host;
  const text = answerText(
    figuresText(figures, `Cross table, by ${by.name}, of`),
    n === 0
      ? "No response fulfils the filter and answered both: there is nothing to count."
      : n === null
        ? baseNote(leastCount)
        : `Cells are counts, with percentages of the column: of ${baseText(figures)} in its group. All together: ${numberText(n)}${query.weight === undefined ? "" : " (sum of weights)"}.`,
    tableText(figures, columns, page.items),
    [
      ...(figures.summary.kind === "multiple"
        ? ["Several answers could be given: percentages of a column may add up to more than 100."]
        : []),
      ...unlistedNotes(figures),
      ...numberNotes([figures.summary, figures.bySummary]),
      ...(isWithheld ? withheldNotes(leastCount, told.isFull) : []),
    ],
  );
  return {
    text,
    content: {
      ...figuresContent(figures),
      by: by.name,
      n,
      columns,
      values: page.items,
    },
    page,
    figures: { hash, query },
    what: `Counts of ${query.question ?? ""} by ${by.name}`,
  };
}

async function toldTable({ host }: ToolJob, figures: SplitFigures): Promise<Told> {
  const { summary, rows, byRows, split } = figures;
  const base = baseRows(figures);
  const all = sharedRows(base, byRows.answered);
  const bases = byRows.values.map((it) => sharedRows(base, it));
  const cells = rows.values.flatMap((it) => byRows.values.map((part) => sharedRows(it, part)));
  const figure = (it: Uint32Array) => countFigure(figures, it);
  const told = await decideDisclosure(host, figures, {
    base: figure(all),
    columnTotals: bases.map(figure),
    cells: cells.map(figure),
  });
  const counts = bases.map((it) => countOf(figures, it));
  const width = split.parts.length;
  return {
    n: told.base ? countOf(figures, all) : null,
    columns: split.parts.map((part, at) => ({
      ...named(part),
      n: told.columnTotals[at] === true ? (counts[at] ?? 0) : null,
    })),
    values: summary.values.map((value, row) => {
      const count = split.parts.map(({ counts: its }, at) =>
        told.cells[row * width + at] === true ? (its[row] ?? 0) : null,
      );
      return {
        ...named(value),
        count,
        percent: count.map((it, at) => {
          const of = told.columnTotals[at] === true ? (counts[at] ?? 0) : 0;
          return it !== null && of > 0 ? (100 * it) / of : null;
        }),
      };
    }),
    isFull: told.isFull,
  };
}

function named({ value, label }: Pick<SplitPart, "value" | "label">) {
  return { code: value, label: shortLabel(label ?? value) };
}

/**
 * Removes values and groups that only responses know of, if their counts are withheld or 0. That they exist would already
 * say something about the few people who have them.
 */
function withoutFew({ asked, by, summary, split }: SplitFigures, told: Told): Told {
  const places = split.parts.flatMap((part, at) =>
    isOfStructure(by, part) || (told.columns[at]?.n ?? 0) > 0 ? [at] : [],
  );
  const chosen = <T>(all: readonly T[]): T[] => all.filter((_, at) => places.includes(at));
  return {
    ...told,
    columns: chosen(told.columns),
    values: told.values
      .map((it) => ({ ...it, count: chosen(it.count), percent: chosen(it.percent) }))
      .filter(
        (it, at) =>
          isOfStructure(asked, summary.values[at] ?? {}) ||
          it.count.some((count) => (count ?? 0) > 0),
      ),
  };
}

function tableText(
  { asked }: SplitFigures,
  columns: readonly Part[],
  values: readonly Value[],
): string {
  const cell = (count: number | null, percent: number | null): string =>
    percent === null ? numberText(count) : `${numberText(count)} (${percentText(percent)})`;
  return markdownTable(
    [
      "Code",
      valueHead(asked.column, english),
      ...columns.map((it) => (it.label === it.code ? it.code : `${it.code}: ${it.label}`)),
    ],
    [
      ...values.map((it) => [
        it.code,
        it.label,
        ...it.count.map((count, at) => cell(count, it.percent[at] ?? null)),
      ]),
      ["", "Base", ...columns.map((it) => numberText(it.n))],
    ],
    columns.length,
  );
}
