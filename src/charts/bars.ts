import type { SplitPart, SummaryValue } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import type { Ink } from "./picture.ts";
import { answerRows, baseOf, markedText, percentOf, valueText, type Question } from "./question.ts";
import { mostSeries, series as seriesInk } from "./sketch.ts";

/** Whose bars stand beside one another for each value. */
export interface BarSeries {
  /** Empty for the question alone. */
  readonly name: string;
  /** With a mark where it is no option of the structure. */
  readonly markedName: string;
  /** How many are 100 %. */
  readonly base: number;
}

export interface Bar {
  readonly series: BarSeries;
  /** Absent where nobody can tell. */
  readonly count: number | undefined;
  readonly percent: number | undefined;
  readonly ink: Ink;
  /** What a click on it is about: the value's place in the summary. */
  readonly item: number | undefined;
}

/** A value, and its bars: one a series. */
export interface BarRow {
  readonly answer: SummaryValue;
  readonly bars: readonly Bar[];
}

/**
 * What is drawn of a question as bars: its values alone, beside those of the compared summary, or part by part.
 * @param parts of the split that are drawn
 */
export function barsOf(
  question: Question,
  parts: readonly SplitPart[],
  words: Words,
): { readonly series: readonly BarSeries[]; readonly rows: readonly BarRow[] } {
  const { compared } = question;
  const isSplit = parts.length > 0 && !compared;
  const series = isSplit ? seriesOfParts(question, parts, words) : seriesOfSummaries(question);
  const rows = answerRows(question).map(({ answer, index, counts }): BarRow => ({
    answer,
    bars: series.map((it, at): Bar => {
      const count = isSplit && index !== undefined ? (parts[at]?.counts[index] ?? 0) : counts[at];
      return {
        series: it,
        count,
        percent: percentOf(count, it.base),
        ink: inkOf(answer, at, series.length),
        item: compared && at > 0 ? undefined : index,
      };
    }),
  }));
  return { series, rows };
}

function seriesOfSummaries({ summary, compared, base }: Question): BarSeries[] {
  const summaries = compared ? [summary, compared.summary] : [summary];
  return summaries.map(({ bases }, at) => {
    const name = compared?.names[at] ?? "";
    return { name, markedName: name, base: baseOf(bases, base).count };
  });
}

function seriesOfParts({ base }: Question, parts: readonly SplitPart[], words: Words): BarSeries[] {
  return parts.map((it) => ({
    name: valueText(it, words),
    markedName: markedText(it, words),
    base: baseOf(it.bases, base).count,
  }));
}

/** Where there are more series than colours, each is named, and all have the same. */
function inkOf({ isUnknown }: SummaryValue, at: number, of: number): Ink {
  if (isUnknown && of === 1) {
    return { kind: "unknown" };
  }
  return seriesInk(of > mostSeries ? 0 : at);
}
