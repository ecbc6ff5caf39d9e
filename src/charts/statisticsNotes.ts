import type { QuestionSummary } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import { countText, numberText } from "./numbers.ts";
import { isIdentifier, type Question } from "./question.ts";

/**
 * Whether statistics are shown, and the histogram of numbers: unless a person says otherwise, those of what measures something
 * and those of scales. Other numbers and codes are names.
 */
export function hasStatistics({ summary, showsStatistics }: Question): boolean {
  const { kind, areAllDifferent, isScale } = summary;
  return showsStatistics ?? ((kind === "number" && !areAllDifferent) || isScale === true);
}

/** Whether there is nothing to show but that all values are different. */
export function hasOnlyNames(question: Question): boolean {
  return isIdentifier(question) && !hasStatistics(question);
}

/** Mean, spread and quartiles in a line a summary. */
export function statisticsNotes(question: Question, words: Words): string[] {
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

/** "Mean 3.2, standard deviation 1.1, median 3, quartiles 2 and 4, of 2,713." */
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
