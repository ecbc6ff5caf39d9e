import type { Words } from "../model/words.ts";
import { crossTable } from "./crossTable.ts";
import { histogramTable, partHistogramTable } from "./histogramTables.ts";
import { otherTextsTable } from "./otherTextsTable.ts";
import type { Question } from "./question.ts";
import { partStatisticsTable, statisticsTable } from "./statisticsTables.ts";
import type { FigureTable } from "./table.ts";
import { valueTable } from "./valueTable.ts";

/**
 * All that a question's summary says: its values, statistics, histogram, cross table by counts, by column percent and by what
 * else it is looked at, and what was written beside answers.
 */
export function questionTables(question: Question, words: Words): FigureTable[] {
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
