import { csvField, guarded } from "../model/csv.ts";
import { localizable, translated, english, wordsOf } from "../model/localizable.ts";
import { oneLine } from "../model/oneLine.ts";
import { markdownText } from "../model/markdown.ts";
import type { Words } from "../model/words.ts";
import { codebookRows, type CodebookRow } from "../model/tabular/codebook.ts";
import { tableScan } from "../model/tabular/table.ts";
import type { CodebookFormat, CsvPreset } from "../model/tabular/tableForm.ts";
import type { CodebookJob } from "./calls.ts";
import { pageResponses } from "./pageResponses.ts";
import { codebookColumns, dataTypeText } from "./writers/codebookColumns.ts";
import { byteOrderMark } from "./writers/csv.ts";

/**
 * Returns a codebook of the structure and of what some responses add to it.
 * @throws SurveyError "malformed-answer" if a response cannot be read
 */
export function codebookOf(job: CodebookJob): string {
  const { source, body, items, format, form, translations } = job;
  const scan = tableScan(source);
  if (body && items) {
    scan.add(pageResponses(source, body, items));
  }
  return codebookText(
    codebookRows(source.survey, scan.table(form)),
    format,
    oneLine(source.survey.label),
    form.preset,
    wordsOf(translations),
  );
}

/**
 * Returns a codebook as CSV (RFC 4180, one row per option), JSON (one object per question), or Markdown (one table per
 * block).
 * @param title the survey's title, plain text
 * @param preset for CSV: that of the table that the codebook describes
 * @param words for Markdown, which people read
 */
export function codebookText(
  rows: readonly CodebookRow[],
  format: CodebookFormat,
  title: string,
  preset: CsvPreset = "plain",
  words = english,
): string {
  switch (format) {
    case "csv":
      return csvText(rows, preset);
    case "json":
      return jsonText(rows, title);
    case "md":
      return markdownDocument(rows, title, words);
  }
}

export const codebookHeader = codebookColumns.map((it) => it.name);

/** Returns the cells of a row of the codebook, in the order of `codebookHeader`; an empty text means no value. */
export function codebookLine(row: CodebookRow): string[] {
  return codebookColumns.map((it) => (it.valueIn(row) ?? "").toString());
}

function csvText(rows: readonly CodebookRow[], preset: CsvPreset): string {
  const isExcel = preset === "excel";
  const field = (text: string) => csvField(isExcel ? guarded(text) : text);
  const written = [codebookHeader, ...rows.map(codebookLine)].map(
    (line) => `${line.map(field).join(",")}\r\n`,
  );
  return (isExcel ? byteOrderMark : "") + written.join("");
}

/** A question, a field of the metadata, or a field of the embedded data, with its rows. */
interface Entry {
  readonly head: CodebookRow;
  readonly rows: readonly CodebookRow[];
}

function entriesOf(rows: readonly CodebookRow[]): Entry[] {
  const entries: { head: CodebookRow; rows: CodebookRow[] }[] = [];
  for (const row of rows) {
    const last = entries.at(-1);
    if (last && isSameEntry(last.head, row)) {
      last.rows.push(row);
    } else {
      entries.push({ head: row, rows: [row] });
    }
  }
  return entries;
}

function isSameEntry(a: CodebookRow, b: CodebookRow): boolean {
  return a.kind === b.kind && a.order === b.order && a.question === b.question;
}

function jsonText(rows: readonly CodebookRow[], title: string): string {
  const entries = entriesOf(rows);
  const of = (kind: CodebookRow["kind"]) => entries.filter((it) => it.head.kind === kind);
  const content = {
    codebook: 1,
    survey: title,
    questions: of("variable").map(({ head, rows }) => ({
      block: head.block,
      order: head.order,
      name: head.question,
      type: head.type,
      label: head.label,
      html: head.html,
      ...jsonOptions(rows),
    })),
    metadata: of("metadata").map(jsonField),
    embeddedData: of("embedded").map(jsonField),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function jsonField({ head, rows }: Entry) {
  return { name: head.question, label: head.label, ...jsonOptions(rows) };
}

/** Returns all columns, and for each option those that were made of it. */
function jsonOptions(rows: readonly CodebookRow[]) {
  return {
    columns: [...new Set(rows.flatMap((it) => it.columns))],
    ...(rows[0] ? { dataType: dataTypeText(rows[0]) } : {}),
    options: rows.flatMap((it) =>
      it.optionValue === undefined
        ? []
        : [
            {
              value: it.optionValue,
              label: it.optionLabel,
              columns: it.columns,
              unknown: it.unknownCount,
              missing: it.isMissing,
            },
          ],
    ),
  };
}

function markdownDocument(rows: readonly CodebookRow[], title: string, words: Words): string {
  const sections = Map.groupBy(entriesOf(rows), ({ head }) => head.kind + (head.block ?? ""));
  const parts = Array.from(sections.values(), (entries) =>
    [`## ${sectionName(entries[0]?.head, words)}`, "", ...tableOf(entries, words)].join("\n"),
  );
  return `${[`# ${markdownText(title)}`, ...parts].join("\n\n")}\n`;
}

function sectionName(head: CodebookRow | undefined, { t }: Words): string {
  switch (head?.kind) {
    case "metadata":
      return t("Metadata");
    case "embedded":
      return t("Embedded data");
    default:
      return markdownText(head?.block ?? "") || t("Questions");
  }
}

/** Returns a Markdown table. What holds for a whole question is only in its first row. */
function tableOf(entries: readonly Entry[], words: Words): string[] {
  const { t } = words;
  const lines = entries.flatMap(({ rows }) =>
    rows.map((it, index) => [
      ...(index === 0 ? [it.question, it.type ?? "", it.label] : ["", "", ""]),
      it.optionValue ?? "",
      [
        ...(it.unknownCount === undefined
          ? [it.optionLabel ?? ""]
          : [translated(localizable("(not in the structure, {0}×)", it.unknownCount), words)]),
        ...(it.isMissing ? [t("(missing)")] : []),
      ]
        .join(" ")
        .trim(),
      it.columns.join(", "),
    ]),
  );
  const header = [t("Question"), t("Type"), t("Text"), t("Value"), t("Label"), t("Columns")];
  return [
    tableLine(header),
    tableLine(header.map(() => "---")),
    ...lines.map((it) => tableLine(it.map(markdownText))),
  ];
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
