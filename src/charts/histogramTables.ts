import {
  binBorder,
  type Histogram,
  type QuestionSummary,
  type SplitPart,
} from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import { countCell, numberHead, textCell, textHead, unweightedRows } from "./cells.ts";
import { countHeads, countRows } from "./countColumns.ts";
import { countDecimals, roundText } from "../model/numberText.ts";
import { baseNotes, partNotes, splitCaption } from "./notes.ts";
import {
  answeredText,
  markedText,
  questionTitle,
  unlistedCount,
  type SummarisedQuestion,
} from "./question.ts";
import { hasOnlyIdentifiers } from "./statisticsNotes.ts";
import type { FigureRow, FigureTable } from "./table.ts";

/** Returns the histogram as a table; `undefined` if all numbers are listed singly, because `valueTable` then has more. */
export function histogramTable(
  question: SummarisedQuestion,
  words: Words,
): FigureTable | undefined {
  const { column, summary, compared } = question;
  const { histogram } = summary;
  const areListed = compared === undefined || unlistedCount(compared.summary) === 0;
  if (!histogram || hasOnlyIdentifiers(question) || (summary.values.length > 0 && areListed)) {
    return undefined;
  }
  return {
    caption: words.t("{0}: distribution", questionTitle(column)),
    head: [textHead(words.t("Range")), ...countHeads(question, words)],
    rows: countRows(
      question,
      histogram.counts.map((count, bin) => ({
        lead: [textCell(binText(histogram, bin, words))],
        counts: [count, comparedBin(histogram, compared?.summary, bin)],
      })),
      (name) => [textCell(name)],
      words,
    ),
    notes: baseNotes(question, words),
  };
}

/**
 * Returns a table with one row per bin and one column per part of the split; `undefined` if the numbers are listed singly,
 * because the cross table then has them.
 */
export function partHistogramTable(
  question: SummarisedQuestion,
  words: Words,
): FigureTable | undefined {
  const { summary } = question;
  const { histogram, split } = summary;
  if (!histogram || !split || split.parts.length === 0 || summary.values.length > 0) {
    return undefined;
  }
  if (hasOnlyIdentifiers(question)) {
    return undefined;
  }
  const decimals = countDecimals(
    split.parts.flatMap((it) => [...(it.histogram ?? []), it.bases.answered]),
  );
  const row = (name: string, count: (part: SplitPart) => number | undefined): FigureRow => ({
    cells: [textCell(name), ...split.parts.map((it) => countCell(count(it), words, decimals))],
  });
  return {
    caption: words.t("{0}: distribution", splitCaption(question, words)),
    head: [
      textHead(words.t("Range")),
      ...split.parts.map((it) => numberHead(markedText(it, words))),
    ],
    rows: [
      ...histogram.counts.map((_, bin) =>
        row(binText(histogram, bin, words), (part) => part.histogram?.[bin]),
      ),
      { ...row(answeredText(question.column, words), (part) => part.bases.answered), isFoot: true },
      ...unweightedRows(
        split.parts.map((it) => it.bases.unweighted?.answered),
        words,
      ),
    ],
    notes: [
      ...baseNotes({ ...question, compared: undefined }, words),
      ...partNotes(question, words),
    ],
  };
}

/**
 * Returns the count of a bin in the compared summary; `undefined` if its bins differ. Bins do not depend on the filter, but
 * they may change when more responses are loaded between the two summaries.
 */
export function comparedBin(
  { from, width }: Histogram,
  compared: QuestionSummary | undefined,
  bin: number,
): number | undefined {
  const other = compared?.histogram;
  return other?.from === from && other.width === width ? (other.counts[bin] ?? 0) : undefined;
}

/** Returns "10 – <20", or "90 – 100" for the last bin, which includes its upper border. */
export function binText(histogram: Histogram, bin: number, words: Words): string {
  const low = roundText(binBorder(histogram, bin), words);
  const high = roundText(binBorder(histogram, bin + 1), words);
  return bin === histogram.counts.length - 1 ? `${low} – ${high}` : `${low} – <${high}`;
}
