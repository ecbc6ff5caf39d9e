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
  const { variables = [] } = structureTable(survey);
  return variables
    .filter((it) => it.kind !== "metadata")
    .map((variable) => ({ variable, columns: variable.columns }));
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
