import { invalidInput } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import type { Statistics } from "../model/summary.ts";
import { answerText, markdownTable, numberText, shortLabel } from "./answerText.ts";
import {
  checkKind,
  checkSplit,
  countFigure,
  countOf,
  figuresContent,
  figuresText,
  isOfStructure,
  scaleOf,
  sharedRows,
  sumFigure,
  withFigures,
  type Figures,
} from "./figures.ts";
import {
  baseNote,
  decideDisclosure,
  fewNotes,
  numberNotes,
  withheldNotes,
} from "./decideDisclosure.ts";
import { fields } from "./toolFields.ts";
import { defineTool, type ToldAnswer, type ToolJob } from "./toolJob.ts";
import type { RowFigure } from "./ledgerFile.ts";

const input = {
  dataSpace: fields.dataSpace,
  survey: fields.survey,
  question: fields.question,
  by: fields.by.optional(),
  filter: fields.filter,
  weight: fields.weight,
};

const measures = ["n", "mean", "sd", "min", "q1", "median", "q3", "max"] as const;
type Measure = (typeof measures)[number];
/** The statistics that can be told. `null`: withheld, or there is none (`exists`). */
type Told = Readonly<Record<Measure, number | null>>;
const nothing = Object.fromEntries(measures.map((it) => [it, null])) as Record<Measure, null>;

/** Numbers of some responses. */
interface Numbers {
  readonly code: string;
  readonly label: string;
  /** Rows that have a number. */
  readonly rows: Uint32Array;
  readonly statistics: Statistics | undefined;
}

export const statistics = defineTool({
  name: "statistics",
  title: localizable("Statistics of a Question"),
  summary: localizable("Mean, standard deviation and quartiles of the numbers that were given."),
  description:
    "Mean, standard deviation, median, quartiles, minimum and maximum of a question whose answers are numbers (age, amount, minutes), or " +
    "of a scale whose codes are numbers (1 to 5); with by, the same for each group, to compare means. For how often each answer " +
    "was given use frequencies. What could give away a single person is null: it is withheld.",
  icon: "pulse",
  level: "figures",
  input,
  sharing: ({ question, survey }) =>
    localizable(
      "Statistics of the answers to {0} in the survey {1} are shared with the assistant.",
      question,
      survey,
    ),
  tell: (job, asked) => withFigures(job, asked, (figures) => tell(job, figures)),
});

async function tell(job: ToolJob, figures: Figures): Promise<ToldAnswer> {
  const { asked, summary, query, hash } = figures;
  checkKind(asked, summary);
  const isUnanswered = summary.kind === "text" && summary.bases.answered === 0;
  const numbers = figures.rows.numbers ?? (isUnanswered ? new Float64Array(0) : undefined);
  if (!numbers) {
    throw invalidInput(
      "The answers to {0} are no numbers, so they have no mean. Call frequencies for how often each was given.",
      asked.name,
    );
  }
  const { all, parts } = partsOf(figures, numbers);
  const told = await toldStatistics(job, figures, numbers, [all, ...parts]);
  const [ofAll = nothing, ...ofParts] = told.statistics;
  const { by } = figures;
  const columns = parts
    .map(({ code, label }, at) => ({ code, label, ...(ofParts[at] ?? nothing) }))
    .filter((it, at) => by && (isOfStructure(by, partOf(figures, at)) || (it.n ?? 0) > 0));
  return {
    text: answerText(
      figuresText(figures, "Statistics of"),
      ofAll.n === 0
        ? "No response fulfils the filter and gave a number: there is nothing to compute."
        : ofAll.n === null
          ? baseNote(job.host.leastCount)
          : "",
      tableText(by?.name ?? "Of", ofAll, columns),
      [
        ...fewNotes(figures),
        ...numberNotes([figures.bySummary]),
        ...withheldText(job, told.isFull, [ofAll, ...columns]),
      ],
    ),
    content: {
      ...figuresContent(figures),
      ...(by ? { by: by.name } : {}),
      ...ofAll,
      ...(by ? { columns } : {}),
    },
    figures: { hash, query },
    what: `Statistics of ${query.question ?? ""}`,
  };
}

function tableText(
  title: string,
  all: Told,
  columns: readonly (Told & { readonly code: string; readonly label: string })[],
): string {
  const line = (name: string, it: Told): string[] => [
    name,
    ...measures.map((measure) => (exists(it, measure) ? numberText(it[measure]) : "")),
  ];
  return markdownTable(
    [
      title,
      "n",
      "Mean",
      "Std. deviation",
      "Minimum",
      "Quartile 1",
      "Median",
      "Quartile 3",
      "Maximum",
    ],
    [line("All", all), ...columns.map((it) => line(`${it.code}: ${it.label}`, it))],
  );
}

/** Returns false if there is no such statistic of so few numbers: none of no number, no deviation of one. */
function exists({ n }: Told, measure: Measure): boolean {
  return n === null || measure === "n" || n > (measure === "sd" ? 1 : 0);
}

function withheldText({ host }: ToolJob, isFull: boolean, told: readonly Told[]): string[] {
  const isWithheld = told.some((its) => measures.some((it) => its[it] === null && exists(its, it)));
  return isWithheld
    ? [
        ...withheldNotes(host.leastCount, isFull),
        "Minimum, maximum and quartiles are told only where enough people gave that number or one beyond it, on both sides.",
      ]
    : [];
}

function partOf({ summary }: Figures, at: number) {
  return summary.split?.parts[at] ?? {};
}

function partsOf(
  figures: Figures,
  numbers: Float64Array,
): { readonly all: Numbers; readonly parts: readonly Numbers[] } {
  const { summary, counted } = figures;
  const rows = counted.rows.filter((row) => !Number.isNaN(numbers[row] ?? NaN));
  const all = { code: "", label: "", rows, statistics: summary.statistics };
  if (!figures.by) {
    return { all, parts: [] };
  }
  const { byRows, split } = checkSplit(figures);
  return {
    all,
    parts: split.parts.map(({ value, label, statistics: its }, at) => ({
      code: value,
      label: shortLabel(label ?? value),
      rows: sharedRows(rows, byRows.values[at] ?? new Uint32Array(0)),
      statistics: its,
    })),
  };
}

/** Sums and sums of squares go through the ledger, too: with those of other answers, they could reveal a single number. */
async function toldStatistics(
  { host }: ToolJob,
  figures: Figures,
  numbers: Float64Array,
  sets: readonly Numbers[],
): Promise<{ readonly statistics: readonly Told[]; readonly isFull: boolean }> {
  const { weights } = figures.counted;
  const scale = scaleOf(numbers) * (weights ? scaleOf(weights) : 1);
  const weighted = (power: 1 | 2): Float64Array =>
    numbers.map((it, row) => it ** power * (weights?.[row] ?? 1));
  const sumsOf = (values: Float64Array, by: number): RowFigure[] =>
    sets.map(({ rows }) => sumFigure(rows, values, by));
  const sums = sumsOf(weighted(1), scale);
  const squares = sumsOf(weighted(2), scale * scaleOf(numbers));
  const counts = sets.map((it) => countFigure(figures, it.rows));
  const [base = { rows: new Uint32Array(0) }, ...others] = counts;
  const told = await decideDisclosure(host, figures, {
    base,
    columnTotals: others,
    cells: [...sums, ...squares],
  });
  const are = [told.base, ...told.columnTotals];
  return {
    statistics: sets.map((set, at) =>
      are[at] === true
        ? tellable(figures, set, numbers, host.leastCount, {
            sum: told.cells[at] === true,
            squares: told.cells[sets.length + at] === true,
          })
        : nothing,
    ),
    isFull: told.isFull,
  };
}

function tellable(
  figures: Figures,
  { rows, statistics: it }: Numbers,
  numbers: Float64Array,
  leastCount: number,
  told: { readonly sum: boolean; readonly squares: boolean },
): Told {
  const n = countOf(figures, rows);
  if (!it) {
    return { ...nothing, n };
  }
  const border = (value: number): number | null => {
    let [below, above] = [0, 0];
    for (const row of rows) {
      const number = numbers[row] ?? NaN;
      below += number <= value ? 1 : 0;
      above += number >= value ? 1 : 0;
    }
    return below >= leastCount && above >= leastCount ? value : null;
  };
  return {
    n,
    mean: told.sum ? it.mean : null,
    sd: told.sum && told.squares ? (it.sd ?? null) : null,
    min: border(it.min),
    q1: border(it.q1),
    median: border(it.median),
    q3: border(it.q3),
    max: border(it.max),
  };
}
