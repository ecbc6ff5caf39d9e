import { wordsOf } from "../../model/localizable.ts";
import type { TableColumn } from "../../model/tabular/tableColumn.ts";
import type { TableForm } from "../../model/tabular/tableForm.ts";
import type { Words } from "../../model/words.ts";
import type { NotebookJob } from "../calls.ts";
import { isTableFormat, formats } from "../kinds/formats.ts";
import { snippetOf } from "../snippet.ts";
import { notebookWriters, type NotebookCell } from "./cells.ts";
import { pythonAnalysis } from "./python.ts";
import { rAnalysis } from "./r.ts";
import type { Analysis, AnalysisTexts, NotebookSubject } from "./subject.ts";

const analyses = { python: pythonAnalysis, r: rAnalysis };

/**
 * Returns a notebook that loads a file with its labels, and has the frequencies of a closed question and a cross table of
 * two.
 */
export async function notebookOf(job: NotebookJob): Promise<string> {
  const { notebook, language, title, file, format, translations } = job;
  const words = wordsOf(translations);
  const { t } = words;
  const { plain, write } = notebookWriters[notebook];
  const subject = subjectOf(job);
  const { packages } = await formats[format].implementation();
  const analysis = analyses[language](subject, analysisTexts(words));
  return write(
    {
      title: plain(title),
      cells: [
        text(
          "about",
          t("Loads {0}.", plain(file)),
          t("Needs these packages: {0}.", packages[language].join(", ")),
        ),
        code("load", (await snippetOf(job)).trimEnd()),
        ...countingCells(subject, analysis, plain, words),
      ],
    },
    language,
  );
}

function countingCells(
  subject: NotebookSubject,
  { prepare, frequencies, crossTable, percentages }: Analysis,
  plain: (text: string) => string,
  words: Words,
): NotebookCell[] {
  const { t } = words;
  const { noQuestion, noPair } = analysisTexts(words);
  // Questions that are only found when the notebook runs have no names here.
  const [first = [], second = []] =
    subject.kind === "columns" ? subject.closed.map((it) => [plain(titleOf(it))]) : [];
  if (!canCount(subject)) {
    return [text("frequencies-title", `## ${t("Frequencies")}`, noQuestion)];
  }
  return [
    text("prepare-title", `## ${t("Functions")}`),
    code("prepare", prepare),
    text(
      "frequencies-title",
      `## ${t("Frequencies")}`,
      ...first.map((it) => t("Question {0}", it)),
    ),
    code("frequencies", frequencies),
    ...(canCross(subject)
      ? [
          text(
            "cross-table-title",
            `## ${t("Cross table")}`,
            ...first.map((it) => t("Rows: {0}", it)),
            ...second.map((it) => t("Columns: {0}", it)),
          ),
          code("cross-table", crossTable),
          text("percentages-title", t("Percent of each column:")),
          code("percentages", percentages),
        ]
      : [text("cross-table-title", `## ${t("Cross table")}`, noPair)]),
  ];
}

function text(id: string, ...paragraphs: readonly string[]): NotebookCell {
  return { kind: "text", id, markdown: paragraphs.join("\n\n") };
}

function code(id: string, its: string): NotebookCell {
  return { kind: "code", id, code: its };
}

function titleOf({ name, label }: TableColumn): string {
  return label === "" ? name : `${name}: ${label}`;
}

function subjectOf({ format, form, table: { columns } }: NotebookJob): NotebookSubject {
  if (!isTableFormat(format)) {
    return { kind: "answers", rows: "items" };
  }
  if (form.layout === "long") {
    const hasIds = columns.some((it) => it.name === "responseId");
    return { kind: "answers", rows: hasIds ? "ids" : "none" };
  }
  return {
    kind: "columns",
    closed: closedColumns(columns, form),
    hasLabels: columns.some((it) => it.labels.length > 0),
  };
}

/** Returns the columns of a wide table that have one option of a closed question per row. */
function closedColumns(
  columns: readonly TableColumn[],
  { cells }: Pick<TableForm, "cells">,
): TableColumn[] {
  return columns.filter(
    (it) =>
      it.origin?.kind === "variable" &&
      it.origin.part === "value" &&
      it.isDelimited !== true &&
      (it.labels.length > 0 || (cells === "labels" && hasLabelsAsValues(it))),
  );
}

/**
 * Returns true if the values are option labels: the column is a text, but not because of its values (`textReason`). A text
 * column without a width belongs to an open question that nobody answered.
 */
function hasLabelsAsValues({ type, textReason, width }: TableColumn): boolean {
  return type === "text" && textReason === undefined && width > 0;
}

function canCount(subject: NotebookSubject): boolean {
  return subject.kind === "answers" || subject.closed.length > 0;
}

function canCross(subject: NotebookSubject): boolean {
  return subject.kind === "columns" ? subject.closed.length > 1 : subject.rows !== "none";
}

function analysisTexts({ t }: Words): AnalysisTexts {
  return {
    noQuestion: t("This export has no closed question with one answer per response."),
    noPair: t("This export does not have two closed questions to cross."),
  };
}
