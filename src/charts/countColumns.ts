import type { QuestionSummary } from "../model/summary.ts";
import { countCell, numberHead, percentCell, pointsCell } from "./cells.ts";
import { baseOf, percentHead, percentOf, type Question } from "./question.ts";
import type { FigureCell, HeadCell } from "./table.ts";
import type { Words } from "./words.ts";

/** Heads of count and percent, one pair a summary, and the difference between two. */
export function countHeads({ summary, base, compared }: Question, words: Words): HeadCell[] {
  const percent = (it: QuestionSummary) => percentHead(baseOf(it.bases, base).base, words);
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

/**
 * The cells below `countHeads`.
 * @param counts one a summary
 */
export function countCells(
  { summary, base, compared }: Question,
  counts: readonly (number | undefined)[],
  words: Words,
): FigureCell[] {
  const summaries = compared ? [summary, compared.summary] : [summary];
  const percents = summaries.map((it, index) =>
    percentOf(counts[index], baseOf(it.bases, base).count),
  );
  const [own, other] = percents;
  return [
    ...summaries.flatMap((_, index) => [
      countCell(counts[index], words),
      percentCell(percents[index], words),
    ]),
    ...(compared
      ? [pointsCell(own === undefined || other === undefined ? undefined : own - other, words)]
      : []),
  ];
}

/** Those who gave none of the values, as far as they belong to the base. */
export function footRows(
  { column, summary, base, compared }: Question,
  words: Words,
): { readonly name: string; readonly counts: readonly number[] }[] {
  const summaries = compared ? [summary, compared.summary] : [summary];
  const effective = baseOf(summary.bases, base).base;
  const row = (name: string, count: (it: QuestionSummary) => number) => ({
    name,
    counts: summaries.map(count),
  });
  const answered = row(
    column.kind === "variable" ? words.t("Answered") : words.t("With a value"),
    ({ bases }) => bases.answered,
  );
  if (effective === "answered") {
    return [answered];
  }
  const isAskedKnown = summaries.every(({ bases }) => bases.asked !== undefined);
  if (!isAskedKnown) {
    const name =
      column.kind === "variable" ? words.t("No answer or not shown") : words.t("Without a value");
    return [answered, row(name, ({ bases }) => bases.all - bases.answered)];
  }
  const noAnswer = row(
    words.t("No answer"),
    ({ bases }) => (bases.asked ?? bases.answered) - bases.answered,
  );
  return effective === "asked"
    ? [answered, noAnswer]
    : [
        answered,
        noAnswer,
        row(words.t("Not shown"), ({ bases }) => bases.all - (bases.asked ?? bases.all)),
      ];
}
