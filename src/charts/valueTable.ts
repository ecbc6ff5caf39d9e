import type { Words } from "../model/words.ts";
import { textCell, textHead } from "./cells.ts";
import { countHeads, countRows } from "./countColumns.ts";
import { countText } from "../model/numberText.ts";
import { baseNotes, differenceNotes } from "./notes.ts";
import {
  answerRows,
  markedText,
  questionTitle,
  unlistedCount,
  valueHead,
  type AnswerRow,
  type SummarisedQuestion,
} from "./question.ts";
import { hasOnlyIdentifiers } from "./statisticsNotes.ts";
import type { FigureTable } from "./table.ts";

/**
 * Returns a table of the values with count and percent, beside those of the compared summary; `undefined` for numbers of
 * which none is listed.
 */
export function valueTable(question: SummarisedQuestion, words: Words): FigureTable | undefined {
  const isNamed = hasOnlyIdentifiers(question);
  const rows = isNamed ? [] : answerRows(question);
  // Many different numbers are not listed; the histogram has them.
  if (rows.length === 0 && question.summary.kind === "number" && !isNamed) {
    return undefined;
  }
  const isCoded = rows.some(({ answer: { value, label = "" } }) => label !== "" && label !== value);
  const lead = (text: string, code: string) => [
    textCell(text),
    ...(isCoded ? [textCell(code)] : []),
  ];
  return {
    caption: questionTitle(question.column),
    head: [
      textHead(valueHead(question.column, words)),
      ...(isCoded ? [textHead(words.t("Code"))] : []),
      ...countHeads(question, words),
    ],
    rows: countRows(
      question,
      rows.map(({ answer, counts }) => ({
        lead: lead(markedText(answer, words), answer.value),
        counts,
      })),
      (name) => lead(name, ""),
      words,
    ),
    notes: [
      ...baseNotes(question, words),
      ...differenceNotes(question, words),
      ...(isNamed ? [] : valueNotes(question, rows, words)),
    ],
  };
}

function valueNotes(
  question: SummarisedQuestion,
  rows: readonly AnswerRow[],
  words: Words,
): string[] {
  const { summary, compared } = question;
  const unlisted = Math.max(unlistedCount(summary), compared ? unlistedCount(compared.summary) : 0);
  return [
    ...(summary.kind === "multiple"
      ? [words.t("Several answers could be given: percentages may add up to more than 100.")]
      : []),
    ...(unlisted > 0
      ? [words.t("Other values, not listed: {0}.", countText(unlisted, words))]
      : []),
    ...(rows.some(({ counts }) => counts.includes(undefined))
      ? [words.t("An empty cell: the value is not among those listed there.")]
      : []),
  ];
}
