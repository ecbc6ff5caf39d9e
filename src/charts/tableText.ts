import { csvField } from "../model/csv.ts";
import { markdownText } from "../model/markdown.ts";
import type { Words } from "../model/words.ts";
import type { FigureCell, FigureTable } from "./table.ts";

/**
 * Returns tables as CSV (RFC 4180, CRLF), with numbers at full precision and unknown figures empty.
 * Merges several tables into one: the first column has the table's caption, and columns of the same name are merged.
 */
export function tableCsv(tables: readonly FigureTable[], words: Words): string {
  const [only, ...others] = tables;
  if (only && others.length === 0) {
    return csvLines([
      only.head.map((it) => it.text),
      ...only.rows.map((row) => row.cells.map(machineText)),
    ]);
  }
  const columns = [...new Set(tables.flatMap(columnNames))];
  return csvLines([
    [words.t("Table"), ...columns.map(nameOf)],
    ...tables.flatMap((table) => {
      const names = columnNames(table);
      const places = columns.map((it) => names.indexOf(it));
      return table.rows.map(({ cells }) => [
        table.caption,
        ...places.map((it) => machineText(cells[it])),
      ]);
    }),
  ]);
}

/** Returns the heads, each with its number among those of the same text, because two options may have the same label. */
function columnNames({ head }: FigureTable): string[] {
  const texts = head.map((it) => it.text);
  return texts.map(
    (text, place) => `${texts.slice(0, place).filter((it) => it === text).length} ${text}`,
  );
}

function nameOf(columnName: string): string {
  return columnName.slice(columnName.indexOf(" ") + 1);
}

function machineText(cell: FigureCell | undefined): string {
  return cell?.value?.toString() ?? cell?.text ?? "";
}

function csvLines(lines: readonly (readonly string[])[]): string {
  return lines.map((it) => `${it.map(csvField).join(",")}\r\n`).join("");
}

/** Returns tables as GitHub's Markdown: caption in bold, table, notes. All texts are escaped. */
export function tableMarkdown(tables: readonly FigureTable[]): string {
  return tables.map(oneMarkdown).join("\n");
}

function oneMarkdown({ caption, head, rows, notes }: FigureTable): string {
  const lines = [
    ...(caption === "" ? [] : [`**${markdownText(caption)}**`, ""]),
    markdownRow(head.map((it) => it.text)),
    `|${head.map((it) => (it.isNumber ? "---:" : "---")).join("|")}|`,
    ...rows.map(({ cells }) => markdownRow(head.map((_, place) => cells[place]?.text ?? ""))),
    ...notes.flatMap((it) => ["", markdownText(it)]),
  ];
  return `${lines.join("\n")}\n`;
}

function markdownRow(texts: readonly string[]): string {
  return `| ${texts.map(markdownText).join(" | ")} |`;
}
