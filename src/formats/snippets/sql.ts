import type { TableColumn } from "../../model/tabular/tableColumn.ts";
import { labelSets, type LabelSet } from "./labelSets.ts";
import { codeText, commaLines, lines, sqlName, sqlPath, sqlText } from "./literals.ts";

/*
 * Snippets for DuckDB: `responses` has the codes, `labelled` the same with labels. Everything is temporary, so that nothing
 * of the user's is replaced.
 */

export function sqlTypes(columns: readonly TableColumn[]): string[] {
  return columns.map((it) => `${sqlText(it.name)}: '${sqlType(it)}'`);
}

/**
 * Returns the type of a column. Whole numbers of up to four characters, such as codes, are integers, which are shown without
 * a decimal point. One of five characters could be 1e+21.
 */
export function sqlType({ type, decimals, width }: TableColumn): string {
  if (type === "text") {
    return "VARCHAR";
  }
  return decimals === 0 && width <= 4 ? "INTEGER" : "DOUBLE";
}

export function sqlLabels(columns: readonly TableColumn[]): string {
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
      ({ value, label }) => `  WHEN ${codeText(value, sqlText)} THEN ${sqlText(label)}`,
    ),
    typeof labels[0]?.value === "number"
      ? "  ELSE regexp_replace(CAST(code AS VARCHAR), '\\.0$', '') END;"
      : "  ELSE CAST(code AS VARCHAR) END;",
  );
}

/**
 * Returns a snippet for items. It tries the names of v3 first, then those of v1 and v2, whose labels are in the structure.
 */
export function sqlItems(file: string, format: "json" | "ndjson"): string {
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
