import { codeText, commaLines, lines, pythonText } from "../snippets/literals.ts";
import type { Analysis, AnalysisTexts, AnswerRows, NotebookSubject } from "./subject.ts";

/*
 * Code that follows a snippet for Python. It counts `coded`, which has one column per closed question, with `value_labels`.
 */

export function pythonAnalysis(subject: NotebookSubject, texts: AnalysisTexts): Analysis {
  // For `columns`, the number of closed questions is known before the notebook runs.
  const unless = (more: number, text: string): string =>
    subject.kind === "columns" ? "" : ` if len(closed) > ${more} else ${pythonText(text)}`;
  return {
    prepare: lines(
      "import pandas as pd",
      "",
      ...(subject.kind === "columns" ? columns(subject) : answers(subject.rows)),
      functions,
    ),
    frequencies: shown("frequencies", "frequencies_of(closed[0])", unless(0, texts.noQuestion)),
    crossTable: shown(
      "cross_table",
      "cross_table_of(closed[0], closed[1])",
      unless(1, texts.noPair),
    ),
    percentages: shown(
      "percentages",
      "100 * cross_table / cross_table.sum()",
      unless(1, texts.noPair),
    ),
  };
}

function shown(name: string, value: string, otherwise: string): string {
  return lines(`${name} = ${value}${otherwise}`, name);
}

function columns({ closed, hasLabels }: Extract<NotebookSubject, { kind: "columns" }>): string[] {
  const missing = closed.flatMap(({ name, missing = [] }) => {
    const codes = missing.map((it) => codeText(it, pythonText));
    return codes.length === 0 ? [] : [`${pythonText(name)}: [${codes.join(", ")}]`];
  });
  return [
    "# The closed questions.",
    `closed = [\n${commaLines(
      closed.map((it) => pythonText(it.name)),
      "    ",
    )}\n]`,
    "coded = data",
    ...(hasLabels ? [] : ["value_labels = []"]),
    "# Codes that are no answers.",
    missing.length === 0
      ? "missing_codes = {}"
      : `missing_codes = {\n${commaLines(missing, "    ")}\n}`,
  ];
}

function answers(rows: AnswerRows): string[] {
  return [
    ...(rows === "items"
      ? []
      : [
          "# An empty text is no label.",
          'answers = data.astype("object").replace("", None)',
          rows === "ids"
            ? 'answers["response"] = answers["responseId"]'
            : 'answers["response"] = range(len(answers))',
        ]),
    `# The closed questions: those with labels, and with one answer a response.
closed = [
    name
    for name, its in answers.groupby("variable", sort=False)
    if its["valueLabel"].notna().any() and its["response"].is_unique
]
# A column each, a row a response.
coded = answers[answers["variable"].isin(closed)].pivot(
    index="response", columns="variable", values="value"
)
labels = answers.dropna(subset=["value", "valueLabel"]).drop_duplicates(["variable", "value"])
value_labels = [
    (
        [name],
        {
            value: label
            for value, label in sorted(
                zip(its["value"], its["valueLabel"]), key=lambda it: (len(it[0]), it[0])
            )
        },
        False,
    )
    for name, its in labels.groupby("variable")
]
missing_codes = {}`,
  ];
}

const functions = `

def plain(code):
    return int(code) if isinstance(code, float) and code.is_integer() else code


def answers_to(question):
    """A code a response, None where there is no answer."""
    no_answer = {"", *missing_codes.get(question, [])}
    codes = [None if pd.isna(it) else plain(it) for it in coded[question].tolist()]
    return pd.Series([None if it in no_answer else it for it in codes], dtype="object", name=question)


def options_of(question):
    """Codes with their labels; behind them those that were given without having one."""
    labels = next((labels for names, labels, _ in value_labels if question in names), {})
    known = {plain(code): label for code, label in labels.items()}
    given = sorted(set(answers_to(question).dropna()) - set(known))
    no_answer = missing_codes.get(question, [])
    return {it: known.get(it, str(it)) for it in [*known, *given] if it not in no_answer}


def frequencies_of(question):
    options = options_of(question)
    counts = answers_to(question).value_counts().to_dict()
    table = pd.DataFrame(
        {
            "label": pd.Series(list(options.values()), dtype="object"),
            "count": pd.Series([counts.get(it, 0) for it in options], dtype="int64"),
        }
    )
    table["percent"] = 100 * table["count"] / table["count"].sum()
    return table.set_axis(pd.Index(list(options), name=question), axis=0)


def cross_table_of(row, column):
    rows, columns = options_of(row), options_of(column)
    counts = pd.crosstab(answers_to(row), answers_to(column))
    counts = counts.reindex(index=list(rows), columns=list(columns), fill_value=0).astype("int64")
    return counts.set_axis(pd.Index(list(rows.values()), name=row), axis=0).set_axis(
        pd.Index(list(columns.values()), name=column), axis=1
    )`;
