import type { Words } from "../model/words.ts";
import { crossTable } from "./crossTable.ts";
import { histogramTable, partHistogramTable } from "./histogramTables.ts";
import { otherTextsTable } from "./otherTextsTable.ts";
import type { SummarisedQuestion } from "./question.ts";
import { partStatisticsTable, statisticsTable } from "./statisticsTables.ts";
import type { FigureTable } from "./table.ts";
import { valueTable } from "./valueTable.ts";

/**
 * Returns all tables of a question's summary: values, histogram, statistics, cross tables of counts, of column percentages
 * and of the measure that is shown, and the texts written beside answers.
 */
export function questionTables(question: SummarisedQuestion, words: Words): FigureTable[] {
  const { measure } = question;
  return [
    valueTable(question, words),
    histogramTable(question, words),
    statisticsTable(question, words),
    crossTable(question, "count", words),
    crossTable(question, "column", words),
    measure === "row" || measure === "total" ? crossTable(question, measure, words) : undefined,
    partHistogramTable(question, words),
    partStatisticsTable(question, words),
    otherTextsTable(question, words),
  ].filter((it) => it !== undefined);
}
