import { html, type TemplateResult } from "lit";
import { crossTable } from "../../../charts/crossTable.ts";
import { histogramTable } from "../../../charts/histogramTables.ts";
import { otherTextsTable } from "../../../charts/otherTextsTable.ts";
import { questionTitle, type SummarisedQuestion } from "../../../charts/question.ts";
import { partStatisticsTable, statisticsTable } from "../../../charts/statisticsTables.ts";
import type { FigureTable } from "../../../charts/table.ts";
import { valueTable } from "../../../charts/valueTable.ts";
import { figureTable } from "../../shared/figureTable.ts";
import { words } from "../../shared/l10n.ts";

/** Returns the answers to a question as tables; if they are split, the cross table in the chosen measure. */
function shownTables(question: SummarisedQuestion): FigureTable[] {
  const main = question.summary.split?.parts.length
    ? [
        crossTable(question, question.measure ?? "column", words),
        partStatisticsTable(question, words),
      ]
    : [
        valueTable(question, words),
        histogramTable(question, words),
        statisticsTable(question, words),
      ];
  return [...main, otherTextsTable(question, words)].filter((it) => it !== undefined);
}

export function questionTablesShown(question: SummarisedQuestion): TemplateResult {
  return html`${shownTables(question).map((it) =>
    figureTable(it, questionTitle(question.column)),
  )}`;
}
