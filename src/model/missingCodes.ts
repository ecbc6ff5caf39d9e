import type { Column } from "./grid.ts";
import { isSameColumn } from "./sameColumn.ts";
import { plainNumber } from "./plainNumber.ts";

/** Codes that are no answers, such as "don't know", as a person declared them for a survey. */
export interface MissingCodes {
  /** Of all questions but those that have codes of their own. */
  readonly survey: readonly string[];
  readonly questions: readonly QuestionMissingCodes[];
}

/** In place of the survey's; none: all answers to the question count. */
export interface QuestionMissingCodes {
  readonly name: string;
  /** v1 and v2. */
  readonly rank?: number | undefined;
  readonly codes: readonly string[];
}

/** What tells columns apart. */
type Question = Pick<Column, "kind" | "name" | "rank">;

export const noMissingCodes: MissingCodes = { survey: [], questions: [] };

/** Those that hold for a column; of what is no question there are none. */
export function missingCodesOf(
  { survey, questions }: MissingCodes,
  column: Question,
): readonly string[] {
  return column.kind === "variable"
    ? (questions.find((it) => isSameColumn(it, column))?.codes ?? survey)
    : [];
}

/** Whether a value is one of the codes, or the same number as one. */
export function missingTest(codes: readonly string[]): (value: string) => boolean {
  const texts = new Set(codes);
  const numbers = new Set(codes.map(plainNumber).filter((it) => !Number.isNaN(it)));
  return (value) => texts.has(value) || (numbers.size > 0 && numbers.has(plainNumber(value)));
}

export function isMissing(declared: MissingCodes, question: Question, code: string): boolean {
  return missingTest(missingCodesOf(declared, question))(code);
}

/**
 * With other codes for a question, or for all that have none of their own.
 * @param codes `undefined`: those of the survey hold for the question again
 */
export function withMissingCodes(
  declared: MissingCodes,
  question: Pick<Question, "name" | "rank"> | undefined,
  codes: readonly string[] | undefined,
): MissingCodes {
  const unique = codes && [...new Set(codes)];
  if (!question) {
    return { ...declared, survey: unique ?? [] };
  }
  const { name, rank } = question;
  const others = declared.questions.filter((it) => !isSameColumn(it, question));
  return {
    ...declared,
    questions: unique
      ? [...others, { name, ...(rank === undefined ? {} : { rank }), codes: unique }]
      : others,
  };
}

export function hasMissingCodes({ survey, questions }: MissingCodes): boolean {
  return survey.length > 0 || questions.length > 0;
}

/** As a person writes them: with commas or blanks between them. */
export function codesOfText(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((it) => it !== ""))];
}
