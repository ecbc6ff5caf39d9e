import { invalidInput } from "../../model/errors.ts";
import { lines, pythonText, rText } from "../snippets/literals.ts";
import { savNames } from "../writers/sav/names.ts";
import { savWriter } from "../writers/sav.ts";
import type { SnippetFile, TableImplementation } from "./format.ts";

export const sav: TableImplementation = {
  createWriter: savWriter,
  columnNames: savNames,
  snippets: { python, r, sql },
  packages: { python: ["pandas", "pyreadstat"], r: ["haven"] },
};

function python({ file }: SnippetFile): string {
  return lines(
    "import pyreadstat",
    "",
    `file = ${pythonText(file)}`,
    "",
    "data, about = pyreadstat.read_sav(file)",
    'data.attrs["variable_labels"] = about.column_names_to_labels',
    "# The same with labels in place of codes.",
    "labelled = pyreadstat.set_value_labels(data, about)",
    "# Which columns have codes, what these mean, and whether they have an order.",
    "value_labels = [",
    '    ([name], labels, about.variable_measure.get(name) == "ordinal")',
    "    for name, labels in about.variable_value_labels.items()",
    "]",
  );
}

function r({ file }: SnippetFile): string {
  return lines(
    `file <- ${rText(file)}`,
    "data <- haven::read_sav(file)",
    "# The same with labels in place of codes.",
    "labelled <- haven::as_factor(data)",
  );
}

function sql(): string {
  throw invalidInput(
    "DuckDB cannot read .sav files. Copy a snippet for Python or R, or export as Parquet.",
  );
}
