import { uniqueNames } from "../../model/tabular/columnNames.ts";
import { lines, pythonText, rText, sqlPath } from "../snippets/literals.ts";
import { pythonLabels } from "../snippets/python.ts";
import { rLabels } from "../snippets/r.ts";
import { sqlLabels } from "../snippets/sql.ts";
import { parquetWriter } from "../writers/parquet.ts";
import { partitionColumn, type SnippetFile, type TableImplementation } from "./format.ts";

export const parquet: TableImplementation = {
  createWriter: parquetWriter,
  columnNames: (names, { partition }) => (partition === "day" ? besideDay(names) : names),
  snippets: { python, r, sql },
  packages: { python: ["pandas", "pyarrow"], r: ["arrow", "dplyr", "haven"] },
};

/** Renames columns called `day`: readers take `day` from the folders' names, whatever the files have in such a column. */
function besideDay(names: readonly string[]): string[] {
  return names.map((name) =>
    name.toLowerCase() === partitionColumn ? (uniqueNames([name], names)[0] ?? name) : name,
  );
}

function python({ file, form, table: { columns } }: SnippetFile): string {
  return lines(
    "import pandas as pd",
    ...(form.partition === "day"
      ? [
          "import pyarrow as pa",
          "import pyarrow.dataset as ds",
          "",
          `file = ${pythonText(file)}`,
          "",
          "# The folders' days, as texts: some responses may have none.",
          'days = ds.partitioning(pa.schema([("day", pa.string())]), flavor="hive")',
          "data = pd.read_parquet(file, partitioning=days).convert_dtypes()",
        ]
      : ["", `file = ${pythonText(file)}`, "", "data = pd.read_parquet(file).convert_dtypes()"]),
    pythonLabels(columns),
  );
}

function r({ file, form, table: { columns } }: SnippetFile): string {
  return lines(
    `file <- ${rText(file)}`,
    form.partition === "day"
      ? "data <- dplyr::collect(arrow::open_dataset(file))"
      : "data <- arrow::read_parquet(file)",
    rLabels(columns),
  );
}

function sql({ file, form, table: { columns } }: SnippetFile): string {
  return lines(
    "CREATE OR REPLACE TEMP VIEW responses AS",
    form.partition === "day"
      ? `SELECT * FROM read_parquet(${sqlPath(file, "/*/*.parquet")}, hive_partitioning = true);`
      : `SELECT * FROM read_parquet(${sqlPath(file)}, hive_partitioning = false);`,
    sqlLabels(columns),
  );
}
