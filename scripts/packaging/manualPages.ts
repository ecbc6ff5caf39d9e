import type { ExportOption } from "../../src/formats/kinds/format.ts";
import { exportFormats, formats, optionsOf } from "../../src/formats/kinds/formats.ts";
import { cellModes } from "../../src/model/responseView.ts";
import {
  codebookFormats,
  csvPresets,
  multiSelectForms,
  partitions,
  tableLayouts,
} from "../../src/model/tabular/tableForm.ts";
import { withConditionKinds } from "./conditionList.ts";
import { allCommands } from "../../src/vscode/commands/all.ts";

/** Values of the fields of a table's form, those that apply if nothing is asked for first. */
const values: Readonly<Record<ExportOption, readonly (string | boolean)[]>> = {
  layout: tableLayouts,
  cells: cellModes,
  multiSelect: multiSelectForms,
  labelRow: [false, true],
  preset: csvPresets,
  partition: partitions,
  codebook: codebookFormats,
};

/** Pages of the manual that list what the code declares. Each function returns the page with its lists and tables. */
export const manualPages: Readonly<Record<string, (page: string) => string>> = {
  "docs/commands.md": (page) =>
    withTable(
      withTable(withConditionKinds(page), ["Command", "Argument", "Result"], commandRows()),
      ["Field", "Values", "Formats"],
      optionRows(),
    ),
  "docs/export.md": (page) =>
    withTable(
      page,
      ["Format", "For", "What it has"],
      exportFormats.map((it) => [code(it), formats[it].manual.readers, formats[it].manual.content]),
    ),
};

/** Returns rows of the commands that callers can pass an argument. */
function commandRows(): string[][] {
  return Object.entries(allCommands).flatMap(([name, { argument, result = "" }]) =>
    argument === undefined ? [] : [[code(`surveyExplorer.${name}`), argument, result]],
  );
}

function optionRows(): string[][] {
  return Object.entries(values).map(([option, its]) => [
    code(`${option}?`),
    its.map((it) => code(JSON.stringify(it))).join(", "),
    exportFormats.filter((it) => optionsOf(it).some((of) => of === option)).join(", "),
  ]);
}

/** Replaces the rows of the table with this header. */
function withTable(page: string, header: readonly string[], rows: readonly string[][]): string {
  const [first = "", ...others] = [header, header.map(() => "---"), ...rows].map(
    (cells) => `| ${cells.map((it) => it.replaceAll("|", "\\|")).join(" | ")} |`,
  );
  const found = new RegExp(`^${header.map((it) => `\\| ${it} +`).join("")}\\|(\\n\\|.*)*`, "m");
  if (!found.test(page)) {
    throw new Error(`There is no table ${first}`);
  }
  return page.replace(found, () => [first, ...others].join("\n"));
}

function code(text: string): string {
  return `\`${text}\``;
}
