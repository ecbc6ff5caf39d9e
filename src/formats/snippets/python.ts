import type { TableColumn } from "../../model/tabular/tableColumn.ts";
import { guardPattern } from "../writers/csv.ts";
import type { ItemFormat } from "../../model/tabular/tableForm.ts";
import type { SnippetJob } from "../calls.ts";
import { labelSets } from "./labelSets.ts";
import { commaLines, lines, pythonText } from "./literals.ts";

/** pandas; `data` has the codes, `labelled` the same with labels. */
export function pythonSnippet(job: SnippetJob): string {
  const { format, file, table } = job;
  switch (format) {
    case "json":
    case "ndjson":
      return itemsSnippet(file, format);
    case "sav":
      return lines(
        "import pyreadstat",
        "",
        `file = ${pythonText(file)}`,
        "",
        "data, about = pyreadstat.read_sav(file)",
        'data.attrs["variable_labels"] = about.column_names_to_labels',
        "# The same with labels in place of codes.",
        "labelled = pyreadstat.set_value_labels(data, about)",
      );
    case "parquet":
      return lines(
        "import pandas as pd",
        ...(job.form.partition === "day"
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
          : [
              "",
              `file = ${pythonText(file)}`,
              "",
              "data = pd.read_parquet(file).convert_dtypes()",
            ]),
        labels(table.columns),
      );
    case "csv":
      return lines(
        "import pandas as pd",
        "",
        `file = ${pythonText(file)}`,
        columnTypes(table.columns),
        "",
        '# Only an empty field is missing: "NA" stays a text.',
        "data = pd.read_csv(",
        "    file, header=None, names=list(columns), dtype=columns, " +
          `skiprows=${job.form.labelRow ? 2 : 1}, skip_blank_lines=False,`,
        `    encoding=${pythonText(job.form.preset === "excel" ? "utf-8-sig" : "utf-8")}, ` +
          'keep_default_na=False, na_values=[""], float_precision="round_trip",',
        ").convert_dtypes()",
        ...(job.form.preset === "excel"
          ? [
              "# The apostrophe before what begins like a formula is that of the preset for Excel.",
              "for name, type in columns.items():",
              '    if type == "string":',
              `        data[name] = data[name].astype("string").str.replace(r"${guardPattern}", lambda it: it[0][1:], regex=True)`,
            ]
          : []),
        labels(table.columns),
      );
    case "xlsx":
      return lines(
        "import pandas as pd",
        "",
        `file = ${pythonText(file)}`,
        columnTypes(table.columns),
        "",
        '# Many rows are on several sheets. Only an empty cell is missing: "NA" stays a text.',
        "with pd.ExcelFile(file) as book:",
        '    sheets = [it for it in book.sheet_names if it.startswith("Responses")]',
        "    data = pd.concat([",
        "        book.parse(",
        "            sheet, header=None, names=list(columns), dtype=columns, " +
          `skiprows=${job.form.labelRow ? 2 : 1},`,
        '            keep_default_na=False, na_values=[""],',
        "        )",
        "        for sheet in sheets",
        "    ], ignore_index=True).convert_dtypes()",
        labels(table.columns),
      );
  }
}

function columnTypes(columns: readonly TableColumn[]): string {
  const entries = columns.map(
    ({ name, type }) => `${pythonText(name)}: ${type === "number" ? '"float64"' : '"string"'}`,
  );
  return lines("columns = {", commaLines(entries, "    "), "}");
}

function labels(columns: readonly TableColumn[]): string {
  const sets = labelSets(columns);
  const named = columns.filter((it) => it.label !== "");
  return lines(
    ...(sets.length === 0
      ? ["labelled = data.copy()"]
      : [
          "",
          "# Which columns have codes, what these mean, and whether they have an order.",
          "value_labels = [",
          ...sets.map((set) =>
            lines(
              "    (",
              `        [\n${commaLines(set.columns.map(pythonText), "            ")}\n        ],`,
              `        {\n${commaLines(
                set.labels.map(
                  ({ value, label }) =>
                    `${typeof value === "number" ? value.toString() : pythonText(value)}: ${pythonText(label)}`,
                ),
                "            ",
              )}\n        },`,
              `        ${set.isOrdered ? "True" : "False"},`,
              "    ),",
            ),
          ),
          "]",
          "# The same with labels in place of codes; a code without a label stays.",
          "labelled = data.copy()",
          "for names, labels, ordered in value_labels:",
          "    for name in names:",
          '        texts = data[name].astype("object").map(lambda it: labels.get(it, str(it)), na_action="ignore")',
          "        known = dict.fromkeys([*labels.values(), *texts.dropna()])",
          "        labelled[name] = pd.Categorical(texts, categories=list(known), ordered=ordered)",
        ]),
    ...(named.length === 0
      ? []
      : [
          "",
          'data.attrs["variable_labels"] = labelled.attrs["variable_labels"] = {',
          commaLines(
            named.map(({ name, label }) => `${pythonText(name)}: ${pythonText(label)}`),
            "    ",
          ),
          "}",
        ]),
  );
}

/** Names of v3, then those of v1 and v2. Labels of values stand in the items of v3, and with v1 and v2 in the structure. */
function itemsSnippet(file: string, format: ItemFormat): string {
  return lines(
    "import json",
    "",
    "import pandas as pd",
    "",
    `file = ${pythonText(file)}`,
    "",
    'with open(file, encoding="utf-8") as opened:',
    ...(format === "json"
      ? [
          "    content = json.load(opened)",
          'items = content["responses"]',
          'questions = {it.get("rank"): it for it in content["survey"].get("questions") or []}',
        ]
      : ["    items = [json.loads(line) for line in opened]", "questions = {}"]),
    "",
    "# A row a response, its answers as lists.",
    "data = pd.DataFrame(items)",
    "",
    "def labels_of(variable):",
    '    question = questions.get(variable.get("rank"), {}) if "rank" in variable else variable',
    "    return {",
    '        str(it.get("value", it.get("rank"))): it.get("valueLabel", it.get("text"))',
    '        for it in question.get("options") or []',
    "    }",
    "",
    "def row_of(index, variable, answer, labels):",
    '    is_number = answer.get("num") is not None',
    '    value = str(answer["num"]) if is_number else answer.get("value", answer.get("str"))',
    '    text = answer.get("str") if is_number else answer.get("etcValue")',
    '    name = variable.get("name") or str(variable.get("rank"))',
    "    return (index, name, value, labels.get(value), text)",
    "",
    "# A row an answer; `response` is the row of `data`.",
    "answers = pd.DataFrame(",
    "    [",
    "        row_of(index, variable, answer, labels)",
    "        for index, item in enumerate(items)",
    '        for variable in item.get("variables") or item.get("answers") or []',
    "        for labels in [labels_of(variable)]",
    '        for answer in variable.get("answer") or []',
    "    ],",
    '    columns=["response", "variable", "value", "valueLabel", "otherText"],',
    ")",
  );
}
