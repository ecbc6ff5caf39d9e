import type { Column } from "./grid.ts";
import { isSameColumn } from "./sameColumn.ts";
import { plainNumber } from "./plainNumber.ts";

/** Codes that do not count as answers, such as "don't know", as a person declared them for a survey. */
export interface MissingCodes {
  /** For all questions without codes of their own. */
  readonly survey: readonly string[];
  readonly questions: readonly QuestionMissingCodes[];
}

/** Codes of one question, which replace those of the survey. If there are none, all answers to the question count. */
export interface QuestionMissingCodes {
  readonly name: string;
  /** v1 and v2. */
  readonly rank?: number | undefined;
  readonly codes: readonly string[];
}

/** The fields that identify a column. */
type Question = Pick<Column, "kind" | "name" | "rank">;

export const noMissingCodes: MissingCodes = { survey: [], questions: [] };

/** Returns the codes that apply to a column; none if it is not a question. */
export function missingCodesOf(
  { survey, questions }: MissingCodes,
  column: Question,
): readonly string[] {
  return column.kind === "variable"
    ? (questions.find((it) => isSameColumn(it, column))?.codes ?? survey)
    : [];
}

/** Returns a function that tells whether a value equals one of the codes, as text or as a number. */
export function missingTest(codes: readonly string[]): (value: string) => boolean {
  const texts = new Set(codes);
  const numbers = new Set(codes.map(plainNumber).filter((it) => !Number.isNaN(it)));
  return (value) => texts.has(value) || (numbers.size > 0 && numbers.has(plainNumber(value)));
}

export function isMissing(declared: MissingCodes, question: Question, code: string): boolean {
  return missingTest(missingCodesOf(declared, question))(code);
}

/**
 * Replaces the codes of one question, or those of the survey if `question` is undefined.
 * @param codes `undefined`: the codes of the survey apply to the question again
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

/** Reads codes that a person has typed, separated by white space, commas or semicolons. */
export function codesOfText(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((it) => it !== ""))];
}
