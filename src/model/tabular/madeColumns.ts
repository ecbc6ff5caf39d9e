import { SurveyError } from "../errors.ts";
import type { Survey } from "../survey.ts";
import { tableScan, type Table } from "./table.ts";
import type { TableColumn, TableVariable } from "./tableColumn.ts";
import { defaultTableForm } from "./tableForm.ts";

/** A question or a field of embedded data, and its columns in a table. */
export interface MadeColumns {
  readonly variable: TableVariable;
  readonly columns: readonly TableColumn[];
}

/**
 * Returns the columns of the questions, in their order, and then of the embedded data, as far as the structure tells:
 * responses may add some, such as free texts. If a question has more options than there can be columns, every question has
 * one column.
 */
export function madeColumns(survey: Survey): MadeColumns[] {
  const { variables = [], columns } = structureTable(survey);
  const left = columns.filter((it) => it.origin?.kind !== "metadata");
  let at = 0;
  return variables.flatMap((variable) => {
    if (variable.kind === "metadata") {
      return [];
    }
    // Columns are counted, not found by their origin: two questions may have the same name.
    const isDivided = left[at]?.origin?.part === "option";
    const count = isDivided ? new Set(variable.options.map((it) => it.name)).size : 1;
    at += count;
    return [{ variable, columns: left.slice(at - count, at) }];
  });
}

function structureTable(survey: Survey): Table {
  const scan = tableScan({ survey, collectGroups: [], kind: "responses" });
  try {
    return scan.table(defaultTableForm);
  } catch (error) {
    if (error instanceof SurveyError && error.code === "too-large") {
      return scan.table({ ...defaultTableForm, multiSelect: "delimited" });
    }
    throw error;
  }
}
