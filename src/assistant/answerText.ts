import { createHash } from "node:crypto";
import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import { markdownText } from "../model/markdown.ts";
import { oneLine } from "../model/oneLine.ts";

/** Rows of one answer at most; what is longer goes on behind a cursor. */
export const mostRows = 100;
/** Cells of one answer at most. */
const mostCells = 1500;
/** Characters of one answer's rows, as data, unless one alone has more. */
const mostCharacters = 20_000;
/** Characters of a label; of a text that somebody wrote, see `openAnswers`. */
const mostLabel = 300;

/** How many rows of so many cells an answer has. */
export function rowsAnAnswer(cells: number): number {
  return Math.max(5, Math.min(mostRows, Math.floor(mostCells / Math.max(1, cells))));
}

export interface AnswerPage<T> {
  readonly items: readonly T[];
  /** Of the first, from 1 on; 0 where there is none. */
  readonly first: number;
  readonly last: number;
  readonly all: number;
  readonly cursor?: string | undefined;
}

/**
 * The page behind a cursor, or the first.
 * @param of what is asked for, but for the cursor
 * @throws SurveyError "invalid-input" where the cursor is of something else
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
    throw new SurveyError(
      "invalid-input",
      localizable(
        "The cursor is of another call. Repeat the arguments of the call that told it, or leave the cursor out.",
      ),
    );
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

function fitting<T>(items: readonly T[]): readonly T[] {
  let left = mostCharacters;
  const end = items.findIndex((it) => (left -= JSON.stringify(it).length) < 0);
  return end < 0 ? items : items.slice(0, Math.max(1, end));
}

/** How to go on, where there is more. */
export function pageNote({ first, last, all, cursor }: AnswerPage<unknown>): string[] {
  return cursor === undefined
    ? []
    : [
        `Rows ${String(first)} to ${String(last)} of ${String(all)}. For more, call again with the same arguments and cursor "${cursor}".`,
      ];
}

/** A label on one line, not too long. */
export function shortLabel(text: string, most = mostLabel): string {
  const line = oneLine(text);
  return line.length > most ? `${line.slice(0, most).trimEnd()}…` : line;
}

/** In GitHub's Markdown; nothing in a cell is markup. */
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

/** Sentences, then tables, then sentences, with blank lines between them. */
export function answerText(...parts: readonly (string | readonly string[])[]): string {
  return parts
    .map((it) => (typeof it === "string" ? it : it.join("\n")))
    .filter((it) => it !== "")
    .join("\n\n");
}

/** A word of others amid a sentence. */
export function said(text: string): string {
  return markdownText(shortLabel(text));
}

export function numberText(value: number | null): string {
  return value === null ? "withheld" : String(Number(value.toFixed(4)));
}

export function percentText(value: number | null): string {
  return value === null ? "withheld" : `${value.toFixed(1)}%`;
}
