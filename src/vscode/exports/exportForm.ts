import { basename, dirname, extname, join } from "node:path";
import * as vscode from "vscode";
import { SurveyError } from "../../model/errors.ts";
import {
  isTableFormat,
  plainForm,
  type CodebookFormat,
  type ExportFormat,
  type TableForm,
  type TableFormat,
} from "../../model/tabular/tableForm.ts";
import { readPreferences } from "../platform/settings.ts";

/** What an argument says of the form. */
type AskedForm = { readonly [K in keyof TableForm]?: TableForm[K] | undefined } & {
  readonly codebook?: CodebookFormat | undefined;
};

/**
 * How responses become a table: as asked for, else as the settings say; absent for a format that is none.
 * @throws SurveyError "invalid-input" where something is asked for that would not be done
 */
export function formOf(format: TableFormat, asked?: AskedForm): TableForm;
export function formOf(format: ExportFormat, asked?: AskedForm): TableForm | undefined;
export function formOf(format: ExportFormat, asked: AskedForm = {}): TableForm | undefined {
  const { layout, cells, multiSelect, labelRow, preset, partition, codebook } = asked;
  const refuse = (option: string, formats: string) => {
    throw new SurveyError(
      "invalid-input",
      vscode.l10n.t(
        "{0} is of exports as {1}, not of {2}. Leave it out, or choose another format.",
        option,
        formats,
        format,
      ),
    );
  };
  if (partition === "day" && format !== "parquet") {
    refuse("partition", "parquet");
  }
  if (preset === "excel" && format !== "csv") {
    refuse("preset", "csv");
  }
  if (!isTableFormat(format)) {
    if (codebook !== undefined) {
      refuse("codebook", "csv, xlsx, parquet, sav");
    }
    return undefined;
  }
  const preferred = readPreferences().export;
  return {
    layout: layout ?? preferred.layout,
    // Codes and their labels stand apart there in any case.
    cells: format === "sav" ? "codes" : (cells ?? preferred.cells),
    multiSelect: multiSelect ?? plainForm.multiSelect,
    labelRow: labelRow ?? plainForm.labelRow,
    preset: preset ?? plainForm.preset,
    partition: partition ?? plainForm.partition,
  };
}

/** Path of the codebook beside a file. */
export function codebookFile(file: string, format: CodebookFormat): string {
  return join(dirname(file), `${basename(file, extname(file))}.codebook.${format}`);
}
