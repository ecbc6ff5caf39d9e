import type { TableColumn } from "../../model/tabular/tableColumn.ts";
import type { SnippetFile } from "../kinds/format.ts";
import { labelSets } from "./labelSets.ts";
import { codeText, commaLines, lines, pythonText } from "./literals.ts";

/* Snippets for pandas: `data` has the codes, `labelled` the same with labels. */

/** Returns a snippet for a file that does not state the types of its columns. */
export function pythonRows({ file, table: { columns } }: SnippetFile, ...read: string[]): string {
  return lines(
    "import pandas as pd",
    "",
    `file = ${pythonText(file)}`,
    pythonTypes(columns),
    "",
    ...read,
    pythonLabels(columns),
  );
}

function pythonTypes(columns: readonly TableColumn[]): string {
  const entries = columns.map(
    ({ name, type }) => `${pythonText(name)}: ${type === "number" ? '"float64"' : '"string"'}`,
  );
  return lines("columns = {", commaLines(entries, "    "), "}");
}

export function pythonLabels(columns: readonly TableColumn[]): string {
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
                  ({ value, label }) => `${codeText(value, pythonText)}: ${pythonText(label)}`,
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

/**
 * Returns a snippet for items. Its code tries the names of v3 first, then those of v1 and v2. Value labels are in the items
 * in v3, and in the structure in v1 and v2.
 */
export function pythonItems(file: string, format: "json" | "ndjson"): string {
  return lines(
    "import json",
    "import re",
    "",
    "import pandas as pd",
    "",
    `file = ${pythonText(file)}`,
    "",
    "# Halves of characters, which pandas cannot store, become U+FFFD.",
    "def whole(it):",
    "    if isinstance(it, str):",
    '        return re.sub("[\\ud800-\\udfff]", "\\ufffd", it)',
    "    if isinstance(it, list):",
    "        return [whole(part) for part in it]",
    "    if isinstance(it, dict):",
    "        return {whole(name): whole(part) for name, part in it.items()}",
    "    return it",
    "",
    'with open(file, encoding="utf-8") as opened:',
    ...(format === "json"
      ? [
          "    content = whole(json.load(opened))",
          'items = content["responses"]',
          'questions = {it.get("rank"): it for it in content["survey"].get("questions") or []}',
        ]
      : ["    items = [whole(json.loads(line)) for line in opened]", "questions = {}"]),
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
