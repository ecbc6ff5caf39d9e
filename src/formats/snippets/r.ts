import type { TableColumn } from "../../model/tabular/tableColumn.ts";
import type { SnippetFile } from "../kinds/format.ts";
import { labelSets } from "./labelSets.ts";
import { codeText, commaLines, lines, rText } from "./literals.ts";

/* Snippets for R: `data` has the codes, with labels as haven keeps them; `labelled` has factors. */

export function rItems(file: string, format: "json" | "ndjson"): string {
  return lines(
    `file <- ${rText(file)}`,
    "# Numbers of many digits stay as they are.",
    ...(format === "json"
      ? [
          "content <- jsonlite::fromJSON(file, simplifyVector = FALSE, bigint_as_char = TRUE)",
          "items <- content$responses",
          "questions <- content$survey$questions",
        ]
      : [
          'items <- lapply(readLines(file, encoding = "UTF-8", warn = FALSE), function(line) {',
          "  jsonlite::fromJSON(line, simplifyVector = FALSE, bigint_as_char = TRUE)",
          "})",
          "questions <- list()",
        ]),
    itemRows,
  );
}

/**
 * Tries the names of v3 first, then those of v1 and v2. Value labels are in the items in v3, and in the structure in v1 and
 * v2.
 */
const itemRows = `
# Numbers never become texts such as 3e+09.
text_of <- function(...) {
  for (it in list(...)) {
    if (is.numeric(it)) return(format(it, digits = 15, scientific = FALSE))
    if (!is.null(it)) return(as.character(it))
  }
  NA_character_
}
label_of <- function(variable, value) {
  question <- variable
  for (it in questions) {
    if (!is.null(variable[["rank"]]) && identical(it[["rank"]], variable[["rank"]])) question <- it
  }
  for (it in question[["options"]]) {
    if (identical(text_of(it[["value"]], it[["rank"]]), value)) {
      return(text_of(it[["valueLabel"]], it[["text"]]))
    }
  }
  NA_character_
}
# A row an answer; \`response\` is its place among \`items\`.
rows <- list()
for (index in seq_along(items)) {
  item <- items[[index]]
  for (variable in c(item[["variables"]], item[["answers"]])) {
    for (answer in variable[["answer"]]) {
      value <- text_of(answer[["num"]], answer[["value"]], answer[["str"]])
      other <- if (is.null(answer[["num"]])) answer[["etcValue"]] else answer[["str"]]
      rows[[length(rows) + 1]] <- data.frame(
        response = index, variable = text_of(variable[["name"]], variable[["rank"]]),
        value = value, valueLabel = label_of(variable, value), otherText = text_of(other)
      )
    }
  }
}
answers <- do.call(rbind, rows)`;

/**
 * Returns a snippet for a file that does not state the types of its columns.
 * @param types the reader's names for the types of numbers and texts
 */
export function rRows(
  { file, table: { columns } }: SnippetFile,
  types: readonly [string, string],
  ...read: string[]
): string {
  return lines(`file <- ${rText(file)}`, rTypes(columns, ...types), "", ...read, rLabels(columns));
}

function rTypes(columns: readonly TableColumn[], number: string, text: string): string {
  const entries = columns.map(
    ({ name, type }) => `${rText(name)} = "${type === "number" ? number : text}"`,
  );
  return lines("columns <- c(", commaLines(entries, "  "), ")");
}

export function rLabels(columns: readonly TableColumn[]): string {
  const sets = labelSets(columns);
  const named = columns.filter((it) => it.label !== "");
  return lines(
    ...(named.length === 0
      ? []
      : [
          "",
          "variable_labels <- c(",
          commaLines(
            named.map(({ name, label }) => `${rText(name)} = ${rText(label)}`),
            "  ",
          ),
          ")",
          'for (name in names(variable_labels)) attr(data[[name]], "label") <- variable_labels[[name]]',
        ]),
    ...(sets.length === 0
      ? ["labelled <- data"]
      : [
          "",
          "# Which columns have codes, what these mean, and whether they have an order.",
          "value_labels <- list(",
          sets
            .map((set) => {
              const values = set.labels.map(({ value }) => codeText(value, rText));
              return lines(
                "  list(",
                `    columns = ${vector(set.columns.map(rText))},`,
                `    values = ${vector(values)},`,
                `    labels = ${vector(set.labels.map((it) => rText(it.label)))},`,
                `    ordered = ${set.isOrdered ? "TRUE" : "FALSE"}`,
                "  )",
              );
            })
            .join(",\n"),
          ")",
          "# The same with factors in place of codes; a code without a label stays.",
          "labelled <- data",
          "for (set in value_labels) for (name in set$columns) {",
          "  data[[name]] <- haven::labelled(",
          '    data[[name]], setNames(set$values, set$labels), attr(data[[name]], "label")',
          "  )",
          "  labelled[[name]] <- haven::as_factor(data[[name]], ordered = set$ordered)",
          "}",
        ]),
  );
}

function vector(parts: readonly string[]): string {
  return `c(\n${commaLines(parts, "      ")}\n    )`;
}
