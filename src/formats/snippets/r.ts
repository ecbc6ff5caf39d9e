import type { TableColumn } from "../../model/tabular/tableColumn.ts";
import type { SnippetJob } from "../calls.ts";
import { labelSets } from "./labelSets.ts";
import { commaLines, lines, rText } from "./literals.ts";

/** `data` has the codes, with labels as haven keeps them; `labelled` has factors. */
export function rSnippet(job: SnippetJob): string {
  const { format, file, form, table } = job;
  const path = `file <- ${rText(file)}`;
  const skipped = form.labelRow ? 2 : 1;
  switch (format) {
    case "sav":
      return lines(
        path,
        "data <- haven::read_sav(file)",
        "# The same with labels in place of codes.",
        "labelled <- haven::as_factor(data)",
      );
    case "parquet":
      return lines(
        path,
        form.partition === "day"
          ? "data <- dplyr::collect(arrow::open_dataset(file))"
          : "data <- arrow::read_parquet(file)",
        labels(table.columns),
      );
    case "csv":
      return lines(
        path,
        columnTypes(table.columns, "d", "c"),
        "",
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
              // Texts of R have no NUL.
              '  data[[name]] <- sub("^\'(\'*[=+@\\t\\r\\n-])", "\\\\1", data[[name]])',
              "}",
            ]
          : []),
        labels(table.columns),
      );
    case "xlsx":
      return lines(
        path,
        columnTypes(table.columns, "numeric", "text"),
        "",
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
        labels(table.columns),
      );
    case "json":
    case "ndjson":
      return lines(
        path,
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
}

/** Names of v3, then those of v1 and v2. Labels of values stand in the items of v3, and with v1 and v2 in the structure. */
const itemRows = `
text_of <- function(...) {
  for (it in list(...)) if (!is.null(it)) return(as.character(it))
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

function columnTypes(columns: readonly TableColumn[], number: string, text: string): string {
  const entries = columns.map(
    ({ name, type }) => `${rText(name)} = "${type === "number" ? number : text}"`,
  );
  return lines("columns <- c(", commaLines(entries, "  "), ")");
}

function labels(columns: readonly TableColumn[]): string {
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
              const values = set.labels.map(({ value }) =>
                typeof value === "number" ? value.toString() : rText(value),
              );
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
