import { english, localizable } from "../model/localizable.ts";
import { valueHead } from "../charts/question.ts";
import {
  answerPage,
  answerText,
  markdownTable,
  maxRows,
  numberText,
  percentText,
  shortLabel,
} from "./answerText.ts";
import {
  baseNote,
  decideDisclosure,
  numberNotes,
  unlistedNotes,
  withheldNotes,
} from "./decideDisclosure.ts";
import {
  baseRows,
  baseText,
  checkKind,
  countFigure,
  countOf,
  figuresContent,
  figuresText,
  isOfStructure,
  withFigures,
  type Figures,
} from "./figures.ts";
import { fields } from "./toolFields.ts";
import { defineTool, type ToldAnswer, type ToolJob } from "./toolJob.ts";

const { by: _, ...input } = fields;

interface Value {
  readonly code: string;
  readonly label: string;
  readonly count: number | null;
  readonly percent: number | null;
}

export const frequencies = defineTool({
  name: "frequencies",
  title: localizable("Frequencies of a Question"),
  summary: localizable("How often each answer to a question was given."),
  description:
    "How many responses gave each answer to one question of a survey, as counts and percentages: how satisfied people are, " +
    "how many chose an option, how responses are spread over a region or collect group. For questions with options, for numbers " +
    "with few different values, and for embedded data. To compare groups with each other use cross_table; for the mean of " +
    "numbers use statistics; for what people wrote use open_answers. Small counts are null: they are withheld to protect people.",
  icon: "graph",
  level: "figures",
  input,
  sharing: ({ question, survey }) =>
    localizable(
      "Counts of the answers to {0} in the survey {1} are shared with the assistant.",
      question,
      survey,
    ),
  tell: (job, asked) => withFigures(job, asked, (figures) => tell(job, figures, asked.cursor)),
});

async function tell(
  job: ToolJob,
  figures: Figures,
  cursor: string | undefined,
): Promise<ToldAnswer> {
  const { asked, summary, query } = figures;
  checkKind(asked, summary);
  const { n, values, isFull } = await toldValues(job, figures);
  const listed = values.filter(
    (it, at) => isOfStructure(asked, summary.values[at] ?? {}) || (it.count ?? 0) > 0,
  );
  const page = answerPage(listed, cursor, { size: maxRows, of: query });
  const isWithheld = n === null || page.items.some((it) => it.count === null);
  const text = answerText(
    figuresText(figures, "Frequencies of"),
    n === 0
      ? "No response fulfils the filter and answered: there is nothing to count."
      : n === null
        ? baseNote(job.host.leastCount)
        : `Percentages are of ${baseText(figures)}: ${numberText(n)}${query.weight === undefined ? "" : " (sum of weights)"}.`,
    markdownTable(
      ["Code", valueHead(asked.column, english), "Count", "Percent"],
      page.items.map((it) => [
        it.code,
        it.label,
        numberText(it.count),
        it.count !== null && it.percent === null ? "" : percentText(it.percent),
      ]),
      2,
    ),
    [...notes(figures), ...(isWithheld ? withheldNotes(job.host.leastCount, isFull) : [])],
  );
  return {
    text,
    content: { ...figuresContent(figures), n, values: page.items },
    page,
    figures: { hash: figures.hash, query },
    what: `Counts of ${query.question ?? ""}`,
  };
}

async function toldValues(
  { host }: ToolJob,
  figures: Figures,
): Promise<{
  readonly n: number | null;
  readonly values: readonly Value[];
  readonly isFull: boolean;
}> {
  const { summary, rows } = figures;
  const of = baseRows(figures);
  const told = await decideDisclosure(host, figures, {
    base: countFigure(figures, of),
    columnTotals: [],
    cells: rows.values.map((it) => countFigure(figures, it)),
  });
  const n = countOf(figures, of);
  return {
    n: told.base ? n : null,
    values: summary.values.map(({ value, label, count }, at) => {
      const isTold = told.cells[at] === true;
      return {
        code: value,
        label: shortLabel(label ?? value),
        count: isTold ? count : null,
        percent: isTold && n > 0 ? (100 * count) / n : null,
      };
    }),
    isFull: told.isFull,
  };
}

function notes(figures: Figures): string[] {
  return [
    ...(figures.summary.kind === "multiple"
      ? ["Several answers could be given: percentages may add up to more than 100."]
      : []),
    ...unlistedNotes(figures),
    ...numberNotes([figures.summary]),
  ];
}
