import type { Bases, QuestionSummary } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import {
  countCell,
  nothing,
  numberHead,
  percentCell,
  pointsCell,
  unweightedRows,
} from "./cells.ts";
import { countDecimals } from "../model/numberText.ts";
import {
  answeredText,
  baseOf,
  percentHead,
  percentOf,
  summariesOf,
  unansweredOf,
  unweightedOf,
  type SummarisedQuestion,
} from "./question.ts";
import type { FigureCell, FigureRow, HeadCell } from "./table.ts";

/** Returns heads of count and percent, one pair per summary, and of the difference between two summaries. */
export function countHeads(
  { column, summary, base, compared }: SummarisedQuestion,
  words: Words,
): HeadCell[] {
  const percent = (it: QuestionSummary) =>
    percentHead(baseOf(it.bases, base).base, words, column.kind);
  if (!compared) {
    return [numberHead(words.t("Count")), numberHead(percent(summary))];
  }
  const pair = (name: string, it: QuestionSummary) => [
    numberHead(words.t("{0}: {1}", name, words.t("Count"))),
    numberHead(words.t("{0}: {1}", name, percent(it))),
  ];
  const [ownName, otherName] = compared.names;
  return [
    ...pair(ownName, summary),
    ...pair(otherName, compared.summary),
    numberHead(words.t("Difference (points)")),
  ];
}

/** The cells that name a row, and its counts, one per summary. */
export interface CountRow {
  readonly lead: readonly FigureCell[];
  readonly counts: readonly (number | undefined)[];
}

/**
 * Returns the rows below `countHeads`, followed by foot rows: who answered and who did not, and the unweighted numbers of
 * responses.
 * @param lead returns the cells that name a foot row
 */
export function countRows(
  question: SummarisedQuestion,
  rows: readonly CountRow[],
  lead: (name: string) => FigureCell[],
  words: Words,
): FigureRow[] {
  const feet = footRows(question, words);
  const unweighted = summariesOf(question).map((it) => unweightedOf(it.bases, question.base));
  const decimals = countDecimals([...rows, ...feet].flatMap((it) => it.counts));
  return [
    ...rows.map((it) => ({
      cells: [...it.lead, ...countCells(question, it.counts, decimals, words)],
    })),
    ...feet.map(({ name, counts }) => ({
      cells: [...lead(name), ...countCells(question, counts, decimals, words)],
      isFoot: true,
    })),
    // They are not a part of the base, so they have no percentages.
    ...unweightedRows(unweighted, words, (name, cells) => [
      ...lead(name),
      ...cells.flatMap((it) => [it, nothing]),
      ...(question.compared ? [nothing] : []),
    ]),
  ];
}

/** @param counts one per summary */
function countCells(
  question: SummarisedQuestion,
  counts: readonly (number | undefined)[],
  decimals: number,
  words: Words,
): FigureCell[] {
  const percents = summariesOf(question).map((it, index) =>
    percentOf(counts[index], baseOf(it.bases, question.base).count),
  );
  const [own, other] = percents;
  return [
    ...percents.flatMap((it, index) => [
      countCell(counts[index], words, decimals),
      percentCell(it, words),
    ]),
    ...(question.compared
      ? [pointsCell(own === undefined || other === undefined ? undefined : own - other, words)]
      : []),
  ];
}

/** Returns foot rows: who answered, and, as far as they belong to the base, who did not. */
function footRows(
  question: SummarisedQuestion,
  words: Words,
): { readonly name: string; readonly counts: readonly number[] }[] {
  const { column, summary } = question;
  const summaries = summariesOf(question);
  const effective = baseOf(summary.bases, question.base).base;
  const row = (name: string, count: (it: Bases) => number) => ({
    name,
    counts: summaries.map((it) => count(it.bases)),
  });
  const answered = row(answeredText(column, words), (it) => it.answered);
  if (effective === "answered") {
    return [answered];
  }
  const rest = summaries.map((it) => unansweredOf(it.bases));
  const missing = summaries.some((it) => (it.bases.missing ?? 0) > 0)
    ? [row(words.t("Missing codes"), (it) => it.missing ?? 0)]
    : [];
  const noAnswer = { counts: rest.map((it) => it.noAnswer) };
  const isAskedKnown = summaries.every(({ bases }) => bases.asked !== undefined);
  if (!isAskedKnown) {
    const name =
      column.kind === "variable" ? words.t("No answer or not shown") : words.t("Without a value");
    return [answered, ...missing, { name, ...noAnswer }];
  }
  const notShown = { name: words.t("Not shown"), counts: rest.map((it) => it.notShown) };
  return [
    answered,
    ...missing,
    { name: words.t("No answer"), ...noAnswer },
    ...(effective === "all" ? [notShown] : []),
  ];
}
