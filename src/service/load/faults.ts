import type * as z from "zod";
import { SurveyError } from "../../model/errors.ts";
import { issueText } from "../../model/issueText.ts";
import { localizable, sentences, type LocalizableText } from "../../model/localizable.ts";
import { JsonError, parseJson } from "../../protocol/json.ts";

/** A place in a data space directory: the file's path, and the line if the file is read by lines. */
export interface Place {
  readonly file: string;
  readonly line?: number;
}

/** Returns an error with its place, `file:line: what is wrong`, which editors and terminals make a link. */
export function faultAt(
  { file, line }: Place,
  what: LocalizableText,
  cause?: unknown,
): SurveyError {
  const place = line === undefined ? file : `${file}:${line}`;
  return new SurveyError("invalid-input", sentences(`${place}:`, what), { cause });
}

/**
 * Returns the JSON value of the bytes, checked against the schema but not transformed by it.
 * @throws SurveyError "invalid-input" that names the place and the field
 */
export function decodeAt<T>(place: Place, bytes: Uint8Array, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch (cause) {
    throw jsonFault(place, cause);
  }
  const result = schema.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    const field = issue?.path.length ? [`${fieldPath(issue.path)}:`] : [];
    throw faultAt(place, sentences(...field, issueText(issue)), result.error);
  }
  return value as T;
}

/** Runs code that slices JSON. Adds the place to its JsonError. */
export function slicingAt<T>(place: Place, slice: () => T): T {
  try {
    return slice();
  } catch (cause) {
    throw cause instanceof JsonError ? jsonFault(place, cause) : cause;
  }
}

function jsonFault(place: Place, cause: unknown): SurveyError {
  if (!(cause instanceof JsonError)) {
    throw cause;
  }
  // JSON.parse's message may quote an answer. Only take the position from it.
  const reason = cause.cause instanceof Error ? cause.cause.message : "";
  const [, line = "1", column] = /\(line (\d+) column (\d+)\)/.exec(reason) ?? [];
  const found = { ...place, line: place.line ?? Number(line) };
  const text =
    column === undefined
      ? localizable("the text {0}.", cause.text)
      : localizable("the text {0} (column {1}).", cause.text, Number(column));
  return faultAt(found, text, cause);
}

/** Returns a field's path as text: `answers[2].name`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((it, index) => {
      const name = String(it);
      return typeof it === "number" ? `[${name}]` : index === 0 ? name : `.${name}`;
    })
    .join("");
}
