import { createHash } from "node:crypto";
import { percentText as sharedPercentText } from "../model/numberText.ts";
import { invalidInput, type SurveyError } from "../model/errors.ts";
import { english } from "../model/localizable.ts";
import { markdownText } from "../model/markdown.ts";
import { oneLine } from "../model/oneLine.ts";
import { textStart } from "../model/textStart.ts";

/** Maximum number of rows in one answer. The rest is read with a cursor. */
export const maxRows = 100;
/** Maximum number of cells in one answer. */
const maxCells = 1500;
/** Maximum number of characters of one answer's rows as JSON, unless a single row is longer. */
const maxCharacters = 20_000;
/** Maximum number of characters of a label. For texts written by respondents, see `openAnswers`. */
const maxLabel = 300;

/** Returns how many rows with so many cells each fit into one answer. */
export function rowsAnAnswer(cells: number): number {
  return Math.max(5, Math.min(maxRows, Math.floor(maxCells / Math.max(1, cells))));
}

export interface AnswerPage<T> {
  readonly items: readonly T[];
  /** Number of the first item, from 1. 0 if there are no items. */
  readonly first: number;
  readonly last: number;
  readonly all: number;
  readonly cursor?: string | undefined;
}

/**
 * Returns the page at a cursor, or the first page.
 * @param of the arguments of the call, without the cursor
 * @throws SurveyError "invalid-input" if the cursor belongs to a call with other arguments
 */
export function answerPage<T>(
  items: readonly T[],
  cursor: string | undefined,
  { size, of }: { readonly size: number; readonly of: unknown },
): AnswerPage<T> {
  const mark = createHash("sha256").update(JSON.stringify(of)).digest("hex").slice(0, 8);
  const [, start = "0"] =
    cursor === undefined ? [] : (/^(\d{1,9})-([0-9a-f]{8})$/.exec(cursor) ?? []);
  if (cursor !== undefined && cursor !== `${start}-${mark}`) {
    throw wrongCursor();
  }
  const from = Number(start);
  const page = fitting(items.slice(from, from + size));
  const end = from + page.length;
  return {
    items: page,
    first: page.length === 0 ? 0 : from + 1,
    last: end,
    all: items.length,
    ...(end < items.length ? { cursor: `${String(end)}-${mark}` } : {}),
  };
}

/** Returns the error for a cursor that no answer to these arguments told. */
export function wrongCursor(): SurveyError {
  return invalidInput(
    "The cursor is of another call. Repeat the arguments of the call that told it, or leave the cursor out.",
  );
}

/** Returns the first rows that fit into one answer, at least one. */
export function fitting<T>(items: readonly T[]): readonly T[] {
  let left = maxCharacters;
  const end = items.findIndex((it) => (left -= JSON.stringify(it).length) < 0);
  return end < 0 ? items : items.slice(0, Math.max(1, end));
}

/** Returns a sentence on how to get the next page, or nothing on the last page. */
export function pageNote({ first, last, all, cursor }: AnswerPage<unknown>): string[] {
  return cursor === undefined
    ? []
    : [
        `Rows ${String(first)} to ${String(last)} of ${String(all)}. For more, call again with the same arguments and cursor "${cursor}".`,
      ];
}

/** Returns a label on one line, cut to `most` characters. */
export function shortLabel(text: string, most = maxLabel): string {
  const line = oneLine(text);
  // Strict readers of JSON refuse half of a surrogate pair.
  return line.length > most ? `${textStart(line, most).trimEnd()}…` : line;
}

/**
 * Returns a table in GitHub's Markdown. Markup in cells is escaped.
 * @param numbers how many of the last columns are aligned to the right
 */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers = head.length - 1,
): string {
  const left = head.length - numbers;
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(" | ")} |`;
  return [
    line(head),
    `|${head.map((_, place) => (place < left ? "---" : "---:")).join("|")}|`,
    ...rows.map(line),
  ].join("\n");
}

/** Joins the parts that are not empty with blank lines, and the lines of a part with line breaks. */
export function answerText(...parts: readonly (string | readonly string[])[]): string {
  return parts
    .map((it) => (typeof it === "string" ? it : it.join("\n")))
    .filter((it) => it !== "")
    .join("\n\n");
}

/** Returns text of others for use in a sentence: short, on one line, without markup. */
export function inlineText(text: string): string {
  return markdownText(shortLabel(text));
}

export function numberText(value: number | null): string {
  return value === null ? "withheld" : String(Number(value.toFixed(4)));
}

export function percentText(value: number | null): string {
  return value === null ? "withheld" : sharedPercentText(value, english);
}
