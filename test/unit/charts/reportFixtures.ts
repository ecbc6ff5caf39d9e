import type { Report } from "../../../src/charts/report.ts";
import { columnKey, type Column } from "../../../src/model/grid.ts";
import type { QuestionSummary, Summaries } from "../../../src/model/summary.ts";
import type { Words } from "../../../src/model/words.ts";

export const english: Words = {
  t: (text, ...args) =>
    text.replace(/\{(\d+)\}/g, (_, index: string) => String(args[Number(index)])),
  locale: "en",
};

export function column(name: string, more: Partial<Column> = {}): Column {
  return { kind: "variable", name, text: "", options: [], ...more };
}

/** Summary of a question with options: the first has one answer, the second two, and so on. */
export function singleSummary(it: Column): QuestionSummary {
  const values = it.options.map(({ name, label }, index) => ({
    value: name,
    label,
    count: index + 1,
  }));
  const answered = values.reduce((sum, { count }) => sum + count, 0);
  return {
    column: columnKey(it),
    kind: "single",
    bases: { all: answered + 2, asked: answered + 1, answered },
    values,
    distinct: values.length,
  };
}

export function summariesOf(
  summaries: readonly QuestionSummary[],
  more: Partial<Summaries> = {},
): Summaries {
  return {
    summaries,
    matching: 12,
    loaded: 20,
    isComplete: true,
    readAt: Date.UTC(2026, 10, 22, 3, 0),
    took: 1,
    ...more,
  };
}

/** Returns a report of questions with options. */
export function reportOf(columns: readonly Column[], more: Partial<Report> = {}): Report {
  return {
    survey: { surveyId: "S1", label: "Customer satisfaction", apiVersion: "v3" },
    dataSpace: "Acme",
    columns,
    collectGroups: [{ collectGroupId: "G1", label: "Website link" }],
    filter: {},
    base: "answered",
    summaries: summariesOf(columns.map(singleSummary)),
    madeAt: Date.UTC(2026, 10, 22, 4, 0),
    toolVersion: "1.2.3",
    ...more,
  };
}

export const yesNo = [
  { name: "1", label: "Yes" },
  { name: "2", label: "No" },
];
