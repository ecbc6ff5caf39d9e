import type { TableDescription } from "../model/tabular/tableColumn.ts";
import { counted, listed } from "./sentences.ts";

/** What a person should know of a table: sentences, none if all is as it should be. The manifest has all that they name. */
export function tableWarnings(
  { renamed, unknownCodes }: Pick<TableDescription, "renamed" | "unknownCodes">,
  withoutRows: number,
): string[] {
  const warnings: string[] = [];
  if (renamed.length > 0) {
    const names = listed(renamed.map(({ from, to }) => `${JSON.stringify(from)} is ${to}`));
    warnings.push(
      `${counted(renamed.length, "column has another name", "columns have other names")} than in the survey: ${names}.`,
    );
  }
  if (unknownCodes.length > 0) {
    const codes = listed(
      unknownCodes.map(({ variable, code, count }) => `${variable}: ${code} (${count})`),
    );
    warnings.push(
      `${counted(unknownCodes.length, "code was", "codes were")} given that the survey's structure does not know, and kept: ${codes}.`,
    );
  }
  if (withoutRows > 0) {
    warnings.push(
      `${counted(withoutRows, "response has", "responses have")} no answers, and so no rows in the long layout.`,
    );
  }
  return warnings;
}
