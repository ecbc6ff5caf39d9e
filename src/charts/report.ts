import type { CodedColumn } from "../model/cellText.ts";
import type { CrossMeasure } from "../model/crossTable.ts";
import type { Column } from "../model/grid.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { QuestionSummary, Summaries, SummaryBase } from "../model/summary.ts";
import type { Survey } from "../model/survey.ts";
import type { Words } from "../model/words.ts";
import { questionTables } from "./questionTables.ts";
import { countText, pluralText } from "../model/numberText.ts";
import type { Picture } from "./picture.ts";
import type { SummarisedQuestion } from "./question.ts";
import { questionPicture } from "./questionPicture.ts";
import { ColumnNames, filterSentences, type NamedColumns } from "./reportFilter.ts";
import type { FigureTable } from "./table.ts";

/** Maximum number of questions for which a report has no table of contents. */
export const questionsWithoutContents = 10;

/** CSS pixels: fits into a window of 400 without shrinking. */
const pictureWidth = 360;

/** The data of a report. */
export interface Report extends NamedColumns {
  readonly survey: Pick<Survey, "surveyId" | "label" | "apiVersion">;
  /** Name of the data space. */
  readonly dataSpace: string;
  readonly filter: ResponseFilter;
  readonly base: SummaryBase;
  /** Key of the embedded data that weights the responses. */
  readonly weight?: string | undefined;
  /** Key of the column by which questions are split. */
  readonly split?: string | undefined;
  /** Measure of cross tables in the panel. */
  readonly measure?: CrossMeasure | undefined;
  /** By key of a question, whether its statistics are shown, if a person has chosen it. */
  readonly statistics?: Readonly<Record<string, boolean>> | undefined;
  /** Summaries of the responses that pass the filter. */
  readonly summaries: Summaries;
  readonly compared?: ComparedSummaries | undefined;
  /** Epoch milliseconds of this machine's clock. */
  readonly madeAt: number;
  readonly toolVersion: string;
}

export interface ComparedSummaries {
  readonly filter: ResponseFilter;
  /** Summaries of the same columns. */
  readonly summaries: Summaries;
}

/** The content of a report, for every format. All texts are plain and in one line. */
export interface ReportContent {
  readonly title: string;
  /** Texts that a reader must not overlook. */
  readonly warnings: readonly string[];
  readonly facts: readonly ReportFact[];
  readonly groups: readonly ReportGroup[];
}

export interface ReportFact {
  readonly name: string;
  /** More than one value is shown as a list. */
  readonly values: readonly string[];
}

/** The questions of a block. */
export interface ReportGroup {
  readonly title: string;
  readonly questions: readonly ReportQuestion[];
}

export interface ReportQuestion {
  /** Unique in the report, for links. */
  readonly id: string;
  readonly title: string;
  /** Empty if the question has no text. */
  readonly text: string;
  readonly tables: readonly FigureTable[];
  /** Absent if there is nothing to draw. */
  readonly picture?: Picture | undefined;
}

export function reportContent(report: Report, words: Words): ReportContent {
  const { survey, summaries } = report;
  const names = new ColumnNames(report, words);
  const groups: { title: string; questions: ReportQuestion[] }[] = [];
  for (const [index, summary] of summaries.summaries.entries()) {
    const column = names.get(summary.column);
    if (column) {
      const title = groupTitle(column, words);
      const last = groups.at(-1);
      const group = last?.title === title ? last : { title, questions: [] };
      group.questions.push(
        question(report, summary, column, { id: `question-${index + 1}`, names, words }),
      );
      if (group !== last) {
        groups.push(group);
      }
    }
  }
  return {
    title: survey.label || survey.surveyId,
    warnings: warnings(report, words),
    facts: facts(report, names, words),
    groups,
  };
}

function question(
  report: Report,
  summary: QuestionSummary,
  column: CodedColumn,
  { id, names, words }: { readonly id: string; readonly names: ColumnNames; readonly words: Words },
): ReportQuestion {
  const { base, survey, weight, split, measure, statistics, compared, summaries } = report;
  const other = compared?.summaries.summaries.find((it) => it.column === summary.column);
  const [weightColumn, splitBy] = [weight, split].map((it) =>
    it === undefined ? undefined : names.get(it),
  );
  // Title and text are shown once, above the tables, so captions need not repeat the text.
  const title = names.title(column);
  const subject: SummarisedQuestion = {
    column: { ...column, name: title, text: "" },
    summary,
    base,
    apiVersion: survey.apiVersion,
    showsStatistics: statistics?.[summary.column],
    measure,
    compared: other && {
      summary: other,
      names: [words.t("This filter"), words.t("Comparison")],
    },
    splitBy: splitBy && { ...splitBy, name: names.title(splitBy) },
    weighting:
      weightColumn && summaries.weighting
        ? { ...summaries.weighting, name: names.title(weightColumn) }
        : undefined,
  };
  return {
    id,
    title,
    text: column.text,
    tables: questionTables(subject, words),
    picture: questionPicture(subject, { width: pictureWidth, isInline: true }, words),
  };
}

function groupTitle({ kind, block }: Column, { t }: Words): string {
  switch (kind) {
    case "variable":
      return block ?? t("Questions");
    case "embedded":
      return t("Embedded data");
    case "metadata":
      return t("Facts of the responses");
  }
}

function warnings({ summaries, compared }: Report, words: Words): string[] {
  const { t } = words;
  const { isComplete, loaded, matching } = summaries;
  return [
    ...(isComplete
      ? []
      : [
          pluralText(words, loaded, {
            one: "Partial figures: {0} response loaded.",
            other: "Partial figures: {0} responses loaded.",
          }),
        ]),
    ...(isComplete && loaded === 0 ? [t("The survey has no responses.")] : []),
    ...(loaded > 0 && matching === 0 ? [t("No response matches the filter.")] : []),
    ...(loaded > 0 && compared?.summaries.matching === 0
      ? [t("No response matches the comparison's filter.")]
      : []),
  ];
}

function facts(report: Report, names: ColumnNames, words: Words): ReportFact[] {
  const { survey, dataSpace, summaries, base, weight, split, compared, filter } = report;
  const { t } = words;
  return [
    { name: t("Data space"), values: [t("{0} (API {1})", dataSpace, survey.apiVersion)] },
    { name: t("Survey ID"), values: [survey.surveyId] },
    { name: t("Filter"), values: filterValues(filter, names, words) },
    { name: t("Responses"), values: [matchingText(summaries, words)] },
    ...(compared
      ? [
          { name: t("Compared with"), values: filterValues(compared.filter, names, words) },
          {
            name: t("Responses of the comparison"),
            values: [matchingText(compared.summaries, words)],
          },
        ]
      : []),
    { name: t("Percent of"), values: baseTexts(base, survey.apiVersion, words) },
    ...weightFacts(weight, report, names, words),
    ...columnFact(t("Split by"), split, names),
    { name: t("Data as of"), values: [readText(summaries.readAt, words)] },
    { name: t("Times"), values: [t("Times as sent, without time-zone conversion.")] },
    {
      name: t("Generated"),
      values: [t("{0}, by Survey Explorer {1}", instant(report.madeAt, words), report.toolVersion)],
    },
  ];
}

function filterValues(filter: ResponseFilter, names: ColumnNames, words: Words): string[] {
  const sentences = filterSentences(filter, names, words);
  return sentences.length > 0 ? sentences : [words.t("All responses")];
}

function matchingText({ matching, loaded, isComplete }: Summaries, words: Words): string {
  const [some, all] = [countText(matching, words), countText(loaded, words)];
  return isComplete
    ? words.t("{0} of {1}", some, all)
    : words.t("{0} of {1} loaded (partial)", some, all);
}

function baseTexts(base: SummaryBase, version: string, { t }: Words): string[] {
  const texts: Readonly<Record<SummaryBase, string>> = {
    answered: t("Answered: the responses that answered the question"),
    asked: t("Asked: the responses that were shown the question, answered or not"),
    all: t("All: the responses that match the filter"),
  };
  return base === "asked" && version !== "v3"
    ? [texts.asked, t("Percentages are of answered: {0} does not provide who was asked.", version)]
    : [texts[base]];
}

function weightFacts(
  weight: string | undefined,
  { summaries, compared }: Report,
  names: ColumnNames,
  words: Words,
): ReportFact[] {
  const { t } = words;
  const { weighting } = summaries;
  if (weight === undefined || !weighting) {
    return [];
  }
  const text = ({ sum, excluded }: NonNullable<Summaries["weighting"]>): string =>
    t(
      "The sum of weights is {0}. Responses without a weight above 0, not counted: {1}.",
      countText(sum, words),
      countText(excluded, words),
    );
  const other = compared?.summaries.weighting;
  const [fact] = columnFact(t("Weighted by"), weight, names);
  return [
    {
      name: t("Weighted by"),
      values: [
        ...(fact?.values ?? []),
        text(weighting),
        ...(other ? [t("Comparison: {0}", text(other))] : []),
      ],
    },
  ];
}

function columnFact(name: string, key: string | undefined, names: ColumnNames): ReportFact[] {
  const column = key === undefined ? undefined : names.get(key);
  return column ? [{ name, values: [names.full(column)] }] : [];
}

function readText(readAt: number, words: Words): string {
  return words.t("{0}, by the clock of this machine", instant(readAt, words));
}

/** Returns a time of this machine's clock with its time zone, because a report may be read in another zone. */
function instant(epochMilliseconds: number, { locale }: Words): string {
  return new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  }).format(epochMilliseconds);
}
