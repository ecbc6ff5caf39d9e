import { SurveyError } from "../../model/errors.ts";
import type { TableColumn } from "../../model/tabular/tableColumn.ts";
import { guardPattern } from "../writers/csv.ts";
import type { ItemFormat } from "../../model/tabular/tableForm.ts";
import type { SnippetJob } from "../calls.ts";
import { labelSets, type LabelSet } from "./labelSets.ts";
import { commaLines, lines, sqlName, sqlPath, sqlText } from "./literals.ts";

/** DuckDB; `responses` has the codes, `labelled` the same with labels. All of it is temporary: nothing of the user's is replaced. */
export function sqlSnippet(job: SnippetJob): string {
  const { format, file, form, table } = job;
  switch (format) {
    case "sav":
      throw new SurveyError(
        "invalid-input",
        "DuckDB cannot read .sav files, so there is no SQL that loads this one. Copy a snippet for Python or R, or export as Parquet.",
      );
    case "json":
    case "ndjson":
      return itemsSnippet(file, format);
    case "parquet":
      return lines(
        "CREATE OR REPLACE TEMP VIEW responses AS",
        form.partition === "day"
          ? `SELECT * FROM read_parquet(${sqlPath(file, "/*/*.parquet")}, hive_partitioning = true);`
          : `SELECT * FROM read_parquet(${sqlPath(file)}, hive_partitioning = false);`,
        labels(table.columns),
      );
    case "csv":
      return lines(
        "-- Only an empty field is missing: 'NA' stays a text.",
        "CREATE OR REPLACE TEMP TABLE responses AS",
        `SELECT * FROM read_csv(${sqlPath(file)},`,
        `  auto_detect = false, header = false, skip = ${form.labelRow ? 2 : 1}, new_line = '\\r\\n',`,
        `  delim = ',', quote = '"', escape = '"', nullstr = '',`,
        `  columns = {\n${commaLines(columnTypes(table.columns), "    ")}\n  });`,
        ...(form.preset === "excel" ? unguarded(table.columns) : []),
        labels(table.columns),
      );
    case "xlsx":
      return workbookSnippet(job);
  }
}

/** Without the apostrophe that the preset puts before what begins like a formula. */
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

function columnTypes(columns: readonly TableColumn[]): string[] {
  return columns.map((it) => `${sqlText(it.name)}: '${sqlType(it)}'`);
}

/** Whole numbers of few digits, such as codes, are shown without a point; of five, one could be 1e+21. */
function sqlType({ type, decimals, width }: TableColumn): string {
  if (type === "text") {
    return "VARCHAR";
  }
  return decimals === 0 && width <= 4 ? "INTEGER" : "DOUBLE";
}

function workbookSnippet({ file, form, table: { columns } }: SnippetJob): string {
  const numbers = columns.filter((it) => it.type === "number");
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
    `FROM read_xlsx(${sqlText(file)}, sheet = 'Responses', header = true, all_varchar = true, stop_at_empty = false)`,
    // The row of labels is not one of the data.
    form.labelRow ? "OFFSET 1;" : ";",
    labels(columns),
  );
}

function labels(columns: readonly TableColumn[]): string {
  const sets = labelSets(columns);
  const replaced = sets.flatMap((set, index) =>
    set.columns.map((it) => `labels_${index + 1}(${sqlName(it)}) AS ${sqlName(it)}`),
  );
  const named = columns.filter((it) => it.label !== "");
  return lines(
    ...(named.length === 0 ? [] : [""]),
    ...named.map(
      ({ name, label }) => `COMMENT ON COLUMN responses.${sqlName(name)} IS ${sqlText(label)};`,
    ),
    "",
    "-- The same with labels in place of codes; a code without a label stays.",
    ...sets.map(macro),
    "CREATE OR REPLACE TEMP VIEW labelled AS",
    replaced.length === 0
      ? "SELECT * FROM responses;"
      : `SELECT * REPLACE (\n${commaLines(replaced, "  ")}\n) FROM responses;`,
  );
}

function macro({ labels }: LabelSet, index: number): string {
  return lines(
    `CREATE OR REPLACE TEMP MACRO labels_${index + 1}(code) AS CASE code`,
    ...labels.map(
      ({ value, label }) =>
        `  WHEN ${typeof value === "number" ? value.toString() : sqlText(value)} THEN ${sqlText(label)}`,
    ),
    typeof labels[0]?.value === "number"
      ? "  ELSE regexp_replace(CAST(code AS VARCHAR), '\\.0$', '') END;"
      : "  ELSE CAST(code AS VARCHAR) END;",
  );
}

/** Names of v3, then those of v1 and v2, whose labels stand in the structure. */
function itemsSnippet(file: string, format: ItemFormat): string {
  return lines(
    ...(format === "json"
      ? [
          "-- The size is the most bytes that the file may have.",
          "CREATE OR REPLACE TEMP TABLE content AS",
          `SELECT json FROM read_json_objects(${sqlPath(file)}, format = 'unstructured', maximum_object_size = 1000000000);`,
          "CREATE OR REPLACE TEMP TABLE items AS",
          "SELECT unnest(CAST(json->'$.responses' AS JSON[])) AS item FROM content;",
          "CREATE OR REPLACE TEMP TABLE questions AS",
          "SELECT unnest(CAST(json->'$.survey.questions' AS JSON[])) AS question FROM content;",
        ]
      : [
          "CREATE OR REPLACE TEMP TABLE items AS",
          `SELECT json AS item FROM read_json_objects(${sqlPath(file)}, format = 'newline_delimited');`,
          "CREATE OR REPLACE TEMP TABLE questions AS SELECT CAST(NULL AS JSON) AS question WHERE false;",
        ]),
    `
-- A row an answer; \`response\` is the item's place in the file.
CREATE OR REPLACE TEMP TABLE responses AS
WITH variables AS (
  SELECT response, unnest(list) AS variable, generate_subscripts(list, 1) AS question_place
  FROM (
    SELECT rowid + 1 AS response,
      CAST(coalesce(item->'$.variables', item->'$.answers') AS JSON[]) AS list
    FROM items
  )
), answers AS (
  SELECT response, question_place, variable,
    unnest(list) AS answer, generate_subscripts(list, 1) AS answer_place
  FROM (SELECT *, CAST(variable->'$.answer' AS JSON[]) AS list FROM variables)
), rows AS (
  SELECT response, question_place, answer_place,
    coalesce(variable->>'$.rank', variable->>'$.name') AS question,
    coalesce(variable->>'$.name', variable->>'$.rank') AS variable,
    coalesce(answer->>'$.num', answer->>'$.value', answer->>'$.str') AS value,
    CASE WHEN answer->>'$.num' IS NULL THEN answer->>'$.etcValue' ELSE answer->>'$.str' END AS otherText
  FROM answers
), options AS (
  SELECT variable->>'$.name' AS question, unnest(CAST(variable->'$.options' AS JSON[])) AS option
  FROM variables
  UNION ALL
  SELECT question->>'$.rank', unnest(CAST(question->'$.options' AS JSON[])) FROM questions
), labels AS (
  SELECT question, coalesce(option->>'$.value', option->>'$.rank') AS value,
    first(coalesce(option->>'$.valueLabel', option->>'$.text')) AS valueLabel
  FROM options GROUP BY ALL
)
SELECT response, variable, value, valueLabel, otherText
FROM rows LEFT JOIN labels USING (question, value)
ORDER BY response, question_place, answer_place;`,
  );
}
