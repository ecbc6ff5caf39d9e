import type { SplitPart, SummaryValue } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import type { Ink } from "./picture.ts";
import {
  answerRows,
  baseOf,
  markedText,
  percentOf,
  summariesOf,
  valueText,
  type SummarisedQuestion,
} from "./question.ts";
import { maxSeries, seriesInk } from "./sketch.ts";

/** A series of bars: one bar for each value. */
export interface BarSeries {
  /** Empty for the question alone. */
  readonly name: string;
  /** The name, with a mark if it is not an option of the structure. */
  readonly markedName: string;
  /** Count that is 100 %. */
  readonly base: number;
}

export interface Bar {
  readonly series: BarSeries;
  /** `undefined` if it is not known. */
  readonly count: number | undefined;
  readonly percent: number | undefined;
  readonly ink: Ink;
  /** Index of the value in the summary, for clicks on the bar. `undefined` if the bar cannot be clicked. */
  readonly item: number | undefined;
}

/** A value with its bars, one per series. */
export interface BarRow {
  readonly answer: SummaryValue;
  readonly bars: readonly Bar[];
}

/**
 * Returns the bars of a question: of its values alone, together with those of the compared summary, or by part of the split.
 * @param parts the parts of the split to draw
 */
export function barsOf(
  question: SummarisedQuestion,
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

function seriesOfSummaries(question: SummarisedQuestion): BarSeries[] {
  return summariesOf(question).map(({ bases }, at) => {
    const name = question.compared?.names[at] ?? "";
    return { name, markedName: name, base: baseOf(bases, question.base).count };
  });
}

function seriesOfParts(
  { base }: SummarisedQuestion,
  parts: readonly SplitPart[],
  words: Words,
): BarSeries[] {
  return parts.map((it) => ({
    name: valueText(it, words),
    markedName: markedText(it, words),
    base: baseOf(it.bases, base).count,
  }));
}

/** If there are more series than colours, all have the same colour, and each bar is labelled with its series. */
function inkOf({ isUnknown }: SummaryValue, at: number, of: number): Ink {
  if (isUnknown && of === 1) {
    return { kind: "unknown" };
  }
  return seriesInk(of > maxSeries ? 0 : at);
}
