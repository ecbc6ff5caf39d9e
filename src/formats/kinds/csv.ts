import type { TableColumn } from "../../model/tabular/tableColumn.ts";
import { commaLines, lines, pythonText, sqlName, sqlPath, sqlText } from "../snippets/literals.ts";
import { pythonRows } from "../snippets/python.ts";
import { rRows } from "../snippets/r.ts";
import { sqlLabels, sqlTypes } from "../snippets/sql.ts";
import { csvWriter } from "../writers/csv.ts";
import type { SnippetFile, TableImplementation } from "./format.ts";

/** Matches texts that begin with an apostrophe that the writer added (`guarded`); snippets remove it. */
const guardPattern = "^'+\\x00*[=+\\-@\\t\\r\\n]";

export const csv: TableImplementation = {
  createWriter: csvWriter,
  snippets: { python, r, sql },
  packages: { python: ["pandas"], r: ["readr", "haven"] },
};

function python(file: SnippetFile): string {
  const { form } = file;
  return pythonRows(
    file,
    '# Only an empty field is missing: "NA" stays a text.',
    "data = pd.read_csv(",
    "    file, header=None, names=list(columns), dtype=columns, " +
      `skiprows=${form.labelRow ? 2 : 1}, skip_blank_lines=False,`,
    `    encoding=${pythonText(form.preset === "excel" ? "utf-8-sig" : "utf-8")}, ` +
      'keep_default_na=False, na_values=[""], float_precision="round_trip",',
    ").convert_dtypes()",
    ...(form.preset === "excel"
      ? [
          "# The apostrophe before what begins like a formula is that of the preset for Excel.",
          "for name, type in columns.items():",
          '    if type == "string":',
          `        data[name] = data[name].astype("string").str.replace(r"${guardPattern}", lambda it: it[0][1:], regex=True)`,
        ]
      : []),
  );
}

function r(file: SnippetFile): string {
  const { form } = file;
  const skipped = form.labelRow ? 2 : 1;
  return rRows(
    file,
    ["d", "c"],
    '# Only an empty field is missing: "NA" stays a text.',
    "data <- readr::read_csv(",
    `  file, col_names = names(columns), col_types = paste(columns, collapse = ""), skip = ${skipped},`,
    '  na = "", trim_ws = FALSE, skip_empty_rows = FALSE, name_repair = "minimal",',
    "  lazy = FALSE, progress = FALSE",
    ")",
    ...(form.preset === "excel"
      ? [
          "# The apostrophe before what begins like a formula is that of the preset for Excel.",
          'for (name in names(columns)[columns == "c"]) {',
          // Strings of R cannot contain NUL.
          '  data[[name]] <- sub("^\'(\'*[=+@\\t\\r\\n-])", "\\\\1", data[[name]])',
          "}",
        ]
      : []),
  );
}

function sql({ file, form, table: { columns } }: SnippetFile): string {
  return lines(
    "-- Only an empty field is missing: 'NA' stays a text.",
    "CREATE OR REPLACE TEMP TABLE responses AS",
    `SELECT * FROM read_csv(${sqlPath(file)},`,
    `  auto_detect = false, header = false, skip = ${form.labelRow ? 2 : 1}, new_line = '\\r\\n',`,
    `  delim = ',', quote = '"', escape = '"', nullstr = '',`,
    `  columns = {\n${commaLines(sqlTypes(columns), "    ")}\n  });`,
    ...(form.preset === "excel" ? unguarded(columns) : []),
    sqlLabels(columns),
  );
}

/** Returns SQL that removes the apostrophe that the preset puts before what begins like a formula. */
function unguarded(columns: readonly TableColumn[]): string[] {
  const texts = columns.filter((it) => it.type === "text");
  return texts.length === 0
    ? []
    : [
        "-- The apostrophe before what begins like a formula is that of the preset for Excel.",
        "CREATE OR REPLACE TEMP TABLE responses AS",
        `SELECT * REPLACE (\n${commaLines(
          texts.map(({ name }) => {
            const its = sqlName(name);
            return `CASE WHEN regexp_matches(${its}, ${sqlText(guardPattern)}) THEN ${its}[2:] ELSE ${its} END AS ${its}`;
          }),
          "  ",
        )}\n) FROM responses;`,
      ];
}
