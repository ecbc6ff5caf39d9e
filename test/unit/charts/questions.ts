import type { Fieldwork, FieldworkFigures } from "../../../src/model/fieldwork.ts";
import type { QuestionSummary, SummaryValue } from "../../../src/model/summary.ts";
import type { Words } from "../../../src/model/words.ts";
import type { NamedColumn, SummarisedQuestion } from "../../../src/charts/question.ts";

export const english: Words = wordsOf("en");

/** Returns words with English texts and the number format of a locale. */
export function wordsOf(locale: string): Words {
  return {
    t: (text, ...args) => text.replace(/\{(\d+)\}/g, (_, index) => String(args[Number(index)])),
    locale,
  };
}

export const q1: NamedColumn = {
  kind: "variable",
  name: "Q1",
  text: "How satisfied are you?",
  type: "SINGLE_SELECT",
};

/** Two options, and a code that only responses have. 90 answered, of 100 who were asked and of 120 in all. */
export function satisfaction(changes: Partial<QuestionSummary> = {}): QuestionSummary {
  return {
    column: "variable:Q1",
    kind: "single",
    bases: { all: 120, asked: 100, answered: 90 },
    values: [
      { value: "1", label: "Very", count: 60 },
      { value: "2", label: "Not at all", count: 0 },
      { value: "9", isUnknown: true, count: 30 },
    ],
    distinct: 2,
    ...changes,
  };
}

export function asked(changes: Partial<SummarisedQuestion> = {}): SummarisedQuestion {
  return { column: q1, summary: satisfaction(), base: "answered", ...changes };
}

/** Returns as many values as wanted, with 200, 100, 67, 50 … responses. */
export function options(count: number, label: (index: number) => string): SummaryValue[] {
  return Array.from({ length: count }, (_, index) => ({
    value: String(index + 1),
    label: label(index),
    count: Math.ceil(200 / (index + 1)),
  }));
}

const figures: FieldworkFigures = {
  responses: 312,
  timeless: 0,
  first: "2025-03-03T08:00:00",
  last: "2025-03-10T21:00:00",
  target: 500,
  progress: { state: "expected", on: "2025-03-15", perDay: 41.3 },
  duration: {
    n: 300,
    unknown: 12,
    negative: 0,
    min: 30,
    q1: 200,
    median: 300,
    q3: 420,
    max: 4000,
    speeders: 7,
    below: 100,
  },
};

/** Figures of eight days, three of which have no response. */
export function fieldworkOf(changes: Partial<Fieldwork> = {}): Fieldwork {
  return {
    scope: {},
    rule: { share: 1 / 3 },
    newest: "2025-03-10T21:00:00",
    all: figures,
    groups: [{ ...figures, collectGroupId: "grp-1", label: "Website link", state: "RUNNING" }],
    days: [
      { day: "2025-03-03", count: 40 },
      { day: "2025-03-04", count: 112 },
      { day: "2025-03-05", count: 60 },
      { day: "2025-03-07", count: 50 },
      { day: "2025-03-10", count: 50 },
    ],
    hours: Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 0 : hour)),
    durations: {
      from: 0,
      width: 60,
      counts: [5, 12, 30, 55, 70, 50, 30, 20, 12, 6],
      beyond: 10,
    },
    ...changes,
  };
}
