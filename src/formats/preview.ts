import stringWidth from "string-width";
import { ndjsonLayout } from "../export/itemLayout.ts";
import { plural, translated, wordsOf } from "../model/localizable.ts";
import { oneLine } from "../model/oneLine.ts";
import type { Words } from "../model/words.ts";
import { tableScan } from "../model/tabular/table.ts";
import type { TableColumn, TableDescription, TableValue } from "../model/tabular/tableColumn.ts";
import type { Preview, PreviewJob } from "./calls.ts";
import { fileTable } from "./fileTable.ts";
import type { TableImplementation } from "./kinds/format.ts";
import {
  isTableFormat,
  type ItemFormat,
  formats,
  isTextFormat,
  tableKinds,
} from "./kinds/formats.ts";
import { pageResponses } from "./pageResponses.ts";

/**
 * Returns what an export will write for the first items: the beginning of the file in a text format, aligned columns in
 * other formats. Columns that only later responses show are not among them.
 * @throws SurveyError "malformed-answer" if an item cannot be read, "invalid-input" if the format cannot hold it
 */
export async function previewOf(job: PreviewJob): Promise<Preview> {
  const { format } = job;
  // VS Code itself does not know the language of CSV; an extension may add it.
  const { language = "plaintext" } = formats[format];
  if (!isTableFormat(format)) {
    return { text: itemsText(job, format), language };
  }
  const responses = pageResponses(job.source, job.body, job.items);
  const scan = tableScan(job.source);
  scan.add(responses);
  const table = scan.table(job.form);
  const implementation = await tableKinds[format].implementation();
  const description = fileTable(table, implementation, job.form);
  const rows = responses.flatMap((it) => table.rowsOf(it));
  return {
    text: isTextFormat(format)
      ? await writtenText(implementation, job, description, rows)
      : alignedText(description.columns, rows, wordsOf(job.translations)),
    language,
    table: { columns: description.columns },
  };
}

/** Returns the text of the items; in JSON, the list that the file has, one item per line. */
function itemsText({ body, items }: PreviewJob, format: ItemFormat): string {
  const page = ndjsonLayout.page(body, items);
  const lines = Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString("utf8");
  if (format === "json" && lines === "") {
    return "[]\n";
  }
  return format === "ndjson" ? lines : `[\n${lines.trimEnd().replaceAll("\n", ",\n")}\n]\n`;
}

async function writtenText(
  { createWriter }: TableImplementation,
  { source, form }: PreviewJob,
  table: TableDescription,
  rows: readonly TableValue[][],
): Promise<string> {
  const parts: Uint8Array[] = [];
  const sink = {
    write(...written: readonly Uint8Array[]) {
      parts.push(...written);
      return Promise.resolve();
    },
  };
  const writer = createWriter(sink, {
    table,
    form,
    title: oneLine(source.survey.label),
    createdAt: new Date(0).toISOString(),
    toolVersion: "",
    codebook: [],
  });
  await writer.write(rows);
  await writer.finish();
  const text = Buffer.concat(parts).toString("utf8");
  // The byte order mark is not a text to look at.
  return text.replace(/^\ufeff/, "");
}

/** Most columns of a terminal or an editor that a cell takes. */
const maxCellWidth = 32;

/** Shown for an empty label: a line that begins with blanks would look indented, with guides before it. */
const noLabel = "–";

/** Returns names, labels and types above the rows. Cells are padded by the width that they have on the screen. */
export function alignedText(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableValue[])[],
  words: Words,
): string {
  const aligned = columns.map((column, place) => {
    const values = rows.map((row) => shownCell(row[place] ?? null));
    const head = [column.name, column.label || noLabel, typeText(column)].map(shortened);
    const width = Math.max(...[...head, ...values].map((it) => stringWidth(it)));
    const isNumber = column.type === "number";
    return [
      ...head.map((it) => padded(it, width, false)),
      "─".repeat(width),
      ...values.map((it) => padded(it, width, isNumber)),
    ];
  });
  const lines = Array.from({ length: rows.length + 4 }, (_, line) =>
    aligned
      .map((it) => it[line])
      .join("  ")
      .trimEnd(),
  );
  const shown = plural(rows.length, {
    one: "{0} row; the columns are those of the structure and of this row.",
    other: "{0} rows; the columns are those of the structure and of these rows.",
  });
  return `${lines.join("\n")}\n\n${translated(shown, words)}\n`;
}

function typeText({ type, measure }: TableColumn): string {
  return `${type}, ${measure}`;
}

function shownCell(value: TableValue): string {
  return value === null ? "" : shortened(value.toString());
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the text on one line, with … if it is cut. */
function shortened(text: string): string {
  // Look only at what can be visible: a character takes at least one column, except those that join with others.
  const line = oneLine(text.slice(0, 100 * maxCellWidth));
  if (stringWidth(line) <= maxCellWidth && text.length <= 100 * maxCellWidth) {
    return line;
  }
  let cut = "";
  let width = 0;
  for (const { segment } of graphemes.segment(line)) {
    width += stringWidth(segment);
    if (width >= maxCellWidth) {
      break;
    }
    cut += segment;
  }
  return `${cut}…`;
}

function padded(text: string, width: number, isRight: boolean): string {
  const blanks = " ".repeat(width - stringWidth(text));
  return isRight ? blanks + text : text + blanks;
}
