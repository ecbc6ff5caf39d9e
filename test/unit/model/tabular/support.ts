import type { Answer, EmbeddedValue, Response } from "../../../../src/model/response.ts";
import type { Question, Survey } from "../../../../src/model/survey.ts";
import { tableScan, type Table, type TableSource } from "../../../../src/model/tabular/table.ts";
import { defaultTableForm, type TableForm } from "../../../../src/model/tabular/tableForm.ts";

/** Returns a question with options given as `code: label`. */
export function question(
  name: string,
  options: Readonly<Record<string, string>> = {},
  type = "SingleChoice",
): Question {
  return {
    name,
    type,
    label: `<b>Text</b> of ${name}`,
    options: Object.entries(options).map(([code, label]) => ({ name: code, label })),
  };
}

export function surveyOf(questions: readonly Question[], more: Partial<Survey> = {}): Survey {
  return { surveyId: "S", label: "S", apiVersion: "v3", questions, embeddedData: [], ...more };
}

export type Answers = Readonly<Record<string, readonly (string | Answer)[]>>;

/** Returns a response with answers by variable. */
export function answered(
  answers: Answers,
  embeddedData: readonly EmbeddedValue[] = [],
  more: Partial<Response> = {},
): Response {
  return {
    responseId: "r",
    embeddedData,
    variables: Object.entries(answers).map(([name, given]) => ({
      name,
      options: [],
      answer: given.map((it) => (typeof it === "string" ? { value: it } : it)),
    })),
    ...more,
  };
}

export function tableOf(
  survey: Survey,
  responses: readonly Response[],
  form: Partial<TableForm> = {},
  source: Partial<TableSource> = {},
): Table {
  const scan = tableScan({ survey, collectGroups: [], kind: "responses", ...source });
  scan.add(responses);
  return scan.table({ ...defaultTableForm, ...form });
}

/** Returns names and values of the columns from variables and embedded data: first the names, then a row per response. */
export function shown(table: Table, responses: readonly Response[]) {
  const places = [...table.columns.keys()].filter(
    (it) => table.columns[it]?.origin?.kind !== "metadata",
  );
  return [
    places.map((it) => table.columns[it]?.name),
    ...responses
      .flatMap((it) => table.rowsOf(it))
      .map((row) => places.map((it) => row[it] ?? null)),
  ];
}
