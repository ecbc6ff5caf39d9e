import { commaLines, lines, sqlName, sqlText } from "../snippets/literals.ts";
import { pythonRows } from "../snippets/python.ts";
import { rRows } from "../snippets/r.ts";
import { sqlLabels, sqlType } from "../snippets/sql.ts";
import { xlsxWriter } from "../writers/xlsx.ts";
import type { SnippetFile, TableImplementation } from "./format.ts";

export const xlsx: TableImplementation = {
  createWriter: xlsxWriter,
  snippets: { python, r, sql },
  packages: { python: ["pandas", "openpyxl"], r: ["readxl", "tibble", "haven"] },
};

function python(file: SnippetFile): string {
  const { form } = file;
  return pythonRows(
    file,
    '# Many rows are on several sheets. Only an empty cell is missing: "NA" stays a text.',
    "with pd.ExcelFile(file) as book:",
    '    sheets = [it for it in book.sheet_names if it.startswith("Responses")]',
    "    data = pd.concat([",
    "        book.parse(",
    "            sheet, header=None, names=list(columns), dtype=columns, " +
      `skiprows=${form.labelRow ? 2 : 1},`,
    '            keep_default_na=False, na_values=[""],',
    "        )",
    "        for sheet in sheets",
    "    ], ignore_index=True).convert_dtypes()",
  );
}

function r(file: SnippetFile): string {
  const { form } = file;
  const skipped = form.labelRow ? 2 : 1;
  return rRows(
    file,
    ["numeric", "text"],
    '# Many rows are on several sheets. Only an empty cell is missing: "NA" stays a text.',
    'sheets <- grep("^Responses", readxl::excel_sheets(file), value = TRUE)',
    "data <- do.call(rbind, lapply(sheets, function(sheet) {",
    "  readxl::read_excel(",
    `    file, range = readxl::cell_limits(c(${skipped + 1}, 1), c(NA, length(columns)), sheet),`,
    "    col_names = names(columns), col_types = unname(columns),",
    '    na = "", trim_ws = FALSE, .name_repair = "minimal"',
    "  )",
    "}))",
    "# Of no rows, readxl makes no columns.",
    "if (nrow(data) == 0) data <- tibble::as_tibble(",
    '  lapply(columns, function(it) if (it == "text") character() else double()), .name_repair = "minimal"',
    ")",
  );
}

function sql({ file, form, table: { columns } }: SnippetFile): string {
  const numbers = columns.filter((it) => it.type === "number");
  const sheet = `read_xlsx(${sqlText(file)}, sheet = 'Responses', header = true, all_varchar = true, stop_at_empty = false)`;
  return lines(
    "INSTALL excel;",
    "LOAD excel;",
    "-- More than 1,048,575 rows are on several sheets: add the others ('Responses 2' …) with UNION ALL.",
    "CREATE OR REPLACE TEMP TABLE responses AS",
    numbers.length === 0
      ? "SELECT *"
      : `SELECT * REPLACE (\n${commaLines(
          numbers.map((it) => `CAST(${sqlName(it.name)} AS ${sqlType(it)}) AS ${sqlName(it.name)}`),
          "  ",
        )})`,
    // Skip the row of labels before numbers are made of the cells.
    form.labelRow ? `FROM (FROM ${sheet} OFFSET 1);` : `FROM ${sheet};`,
    sqlLabels(columns),
  );
}
