import type { QuestionSummary } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import { countText, numberText, pluralText, probabilityText } from "../model/numberText.ts";
import { baseOf, questionTitle, unweightedOf, type SummarisedQuestion } from "./question.ts";

/** Returns a note on the number of parts that a picture leaves out. */
export function undrawnPartsNotes(parts: number, words: Words): string[] {
  if (parts === 0) {
    return [];
  }
  return [
    pluralText(words, parts, {
      one: "{0} part not shown here; see the table.",
      other: "{0} parts not shown here; see the table.",
    }),
  ];
}

/** Returns notes on the base of the figures, one per summary, then on weighting, then why they are not split. */
export function baseNotes(question: SummarisedQuestion, words: Words): string[] {
  const { summary, compared, weighting } = question;
  const weighted = weighting
    ? [
        words.t(
          "Weighted by {0}: the sum of weights is {1}. Responses without a weight above 0, not counted: {2}.",
          weighting.name,
          countText(weighting.sum, words),
          countText(weighting.excluded, words),
        ),
      ]
    : [];
  if (!compared) {
    return [baseNote(question, summary, words), ...weighted, ...unsplitNotes(question, words)];
  }
  const named = (name: string, it: QuestionSummary): string =>
    words.t("{0}: {1}", name, baseNote(question, it, words));
  const [ownName, otherName] = compared.names;
  return [named(ownName, summary), named(otherName, compared.summary), ...weighted];
}

function baseNote(question: SummarisedQuestion, summary: QuestionSummary, words: Words): string {
  const { missing = 0 } = summary.bases;
  const unweighted = unweightedOf(summary.bases, question.base);
  return [
    peopleNote(question, summary, words),
    ...(unweighted === undefined
      ? []
      : [words.t("Unweighted n: {0}.", countText(unweighted, words))]),
    ...(missing > 0 ? [words.t("Missing by their code: {0}.", countText(missing, words))] : []),
  ].join(" ");
}

function peopleNote(
  { base: wanted, column, apiVersion }: SummarisedQuestion,
  { bases }: QuestionSummary,
  words: Words,
): string {
  const { base } = baseOf(bases, wanted);
  const [all, answered] = [countText(bases.all, words), countText(bases.answered, words)];
  if (column.kind !== "variable") {
    return base === "all"
      ? words.t("Base: all {0}, of whom {1} have a value.", all, answered)
      : words.t("Base: {0} with a value, of {1} in all.", answered, all);
  }
  const asked = bases.asked === undefined ? undefined : countText(bases.asked, words);
  const text = askedNote(base, { all, asked, answered }, words);
  return asked === undefined
    ? `${text} ${
        apiVersion
          ? words.t("How many were asked is not provided by {0}.", apiVersion)
          : words.t("How many were asked is not provided.")
      }`
    : text;
}

function askedNote(
  base: "answered" | "asked" | "all",
  { all, asked, answered }: { all: string; asked: string | undefined; answered: string },
  words: Words,
): string {
  if (asked === undefined) {
    return base === "all"
      ? words.t("Base: all {0}, of whom {1} answered.", all, answered)
      : words.t("Base: {0} answered, of {1} in all.", answered, all);
  }
  switch (base) {
    case "answered":
      return words.t("Base: {0} answered, of {1} asked and {2} in all.", answered, asked, all);
    case "asked":
      return words.t("Base: {0} asked, of whom {1} answered; {2} in all.", asked, answered, all);
    case "all":
      return words.t(
        "Base: all {0}, of whom {1} were asked and {2} answered.",
        all,
        asked,
        answered,
      );
  }
}

/** Returns a note if a split was requested but has no parts. */
export function unsplitNotes(question: SummarisedQuestion, words: Words): string[] {
  const {
    column,
    summary: { split },
    splitBy,
  } = question;
  if (!split && splitBy?.kind === column.kind && splitBy.name === column.name) {
    return [words.t("A question is not split by itself.")];
  }
  return split?.parts.length === 0
    ? [
        words.t(
          "Not split by {0}: it has no values here, or more different numbers than are listed.",
          splitBy ? questionTitle(splitBy) : split.column,
        ),
      ]
    : [];
}

/** Returns a note if all values are different. */
export function differenceNotes({ summary }: SummarisedQuestion, words: Words): string[] {
  const { areAllDifferent, distinct } = summary;
  if (!areAllDifferent || distinct === 0) {
    return [];
  }
  return [
    pluralText(words, distinct, {
      one: "All different: {0} value.",
      other: "All different: {0} values.",
    }),
  ];
}

/** Returns notes on the result of a cross table's test, or why there is none. */
export function testNotes(
  { summary: { split }, weighting }: SummarisedQuestion,
  words: Words,
): string[] {
  if (!split || split.parts.length === 0) {
    return [];
  }
  const { test, noTest } = split;
  if (!test) {
    switch (noTest) {
      case "multiple":
        return [words.t("No chi-square test: one of the questions takes several answers.")];
      case "constant":
        return [
          words.t("No chi-square test: one of the questions has fewer than two values here."),
        ];
      case "unlisted":
        return [words.t("No chi-square test: not all values are listed.")];
      case undefined:
        return [];
    }
  }
  return [
    words.t(
      "Chi-square {0}, degrees of freedom {1}, {2}, of {3} who answered both.",
      numberText(test.chiSquare, words),
      test.degreesOfFreedom,
      probabilityText(test.p, words),
      countText(test.n, words),
    ),
    ...(test.smallCells > 0
      ? [
          words.t(
            "Cells with an expected count below 5: {0} of {1}. If over 20%, interpret the test with caution.",
            test.smallCells,
            test.cells,
          ),
        ]
      : []),
    ...(weighting
      ? [words.t("The test takes weights for numbers of responses, so its p is approximate.")]
      : []),
  ];
}

/** Returns a note if the cross table is of fewer responses than answered the question. */
export function crossBaseNotes({ summary }: SummarisedQuestion, words: Words): string[] {
  const { split } = summary;
  return split && hasFewerBoth(summary)
    ? [
        words.t(
          "The cross table is of the {0} who answered both questions.",
          countText(split.both, words),
        ),
      ]
    : [];
}

/** Returns whether some of those who answered did not answer the question of the split. */
function hasFewerBoth({ split, bases }: QuestionSummary): boolean {
  // Allow for rounding errors in sums of weights.
  return split !== undefined && split.parts.length > 0 && bases.answered > split.both * (1 + 1e-9);
}

/** Returns a note if the statistics are of more responses than the cross table. */
export function splitBaseNotes({ summary }: SummarisedQuestion, words: Words): string[] {
  const { split, bases } = summary;
  return split && hasFewerBoth(summary)
    ? [
        words.t(
          "The cross table is of the {0} who answered both questions; statistics of all are of the {1} who answered this one.",
          countText(split.both, words),
          countText(bases.answered, words),
        ),
      ]
    : [];
}

/** Returns a note if parts have responses in common. */
export function partNotes({ summary: { split } }: SummarisedQuestion, words: Words): string[] {
  const answered = split?.parts.reduce((sum, it) => sum + it.bases.answered, 0) ?? 0;
  // Allow for rounding errors in sums of weights.
  return split && answered > split.both * (1 + 1e-9)
    ? [words.t("Responses with several answers are in several parts.")]
    : [];
}

/** Returns the question's title with that of the split. */
export function splitCaption(
  { column, splitBy, summary }: SummarisedQuestion,
  words: Words,
): string {
  const by = splitBy ? questionTitle(splitBy) : (summary.split?.column ?? "");
  return words.t("{0} by {1}", questionTitle(column), by);
}
