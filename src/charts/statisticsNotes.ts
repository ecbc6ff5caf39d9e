import type { QuestionSummary } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import { countText, numberText } from "../model/numberText.ts";
import { isIdentifier, type SummarisedQuestion } from "./question.ts";

/**
 * Returns whether statistics, and the histogram of numbers, are shown: as the person chose, otherwise for numbers that are
 * not all different and for scales. Other numbers and codes are only names.
 */
export function hasStatistics({ summary, showsStatistics }: SummarisedQuestion): boolean {
  const { kind, areAllDifferent, isScale } = summary;
  return showsStatistics ?? ((kind === "number" && !areAllDifferent) || isScale === true);
}

/** Returns true if all there is to show is that all values are different. */
export function hasOnlyIdentifiers(question: SummarisedQuestion): boolean {
  return isIdentifier(question) && !hasStatistics(question);
}

/** Returns mean, standard deviation and quartiles, one line per summary. */
export function statisticsNotes(question: SummarisedQuestion, words: Words): string[] {
  if (!hasStatistics(question)) {
    return [];
  }
  const { summary, compared } = question;
  const own = statisticsText(summary, words);
  if (!compared) {
    return own === undefined ? [] : [own];
  }
  const other = statisticsText(compared.summary, words);
  const [ownName, otherName] = compared.names;
  return [
    ...(own === undefined ? [] : [words.t("{0}: {1}", ownName, own)]),
    ...(other === undefined ? [] : [words.t("{0}: {1}", otherName, other)]),
  ];
}

/** Returns "Mean 3.2, standard deviation 1.1, median 3, quartiles 2 and 4, of 2,713." */
function statisticsText({ statistics }: QuestionSummary, words: Words): string | undefined {
  if (!statistics) {
    return undefined;
  }
  const { n, mean, sd, q1, median, q3 } = statistics;
  const number = (value: number): string => numberText(value, words);
  return sd === undefined
    ? words.t(
        "Mean {0}, median {1}, quartiles {2} and {3}, of {4}.",
        number(mean),
        number(median),
        number(q1),
        number(q3),
        countText(n, words),
      )
    : words.t(
        "Mean {0}, standard deviation {1}, median {2}, quartiles {3} and {4}, of {5}.",
        number(mean),
        number(sd),
        number(median),
        number(q1),
        number(q3),
        countText(n, words),
      );
}
