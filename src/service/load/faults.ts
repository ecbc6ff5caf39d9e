import type * as z from "zod";
import { SurveyError } from "../../model/errors.ts";
import { issueText } from "../../model/issueText.ts";
import { localizable, sentences, type LocalizableText } from "../../model/localizable.ts";
import { JsonError, parseJson } from "../../protocol/json.ts";
import { checkJson } from "../../protocol/jsonWalker.ts";

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
    throw jsonFault(place, cause, bytes);
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

/** @param bytes the text, if its first byte that does not fit is to be found */
function jsonFault(place: Place, cause: unknown, bytes?: Uint8Array): SurveyError {
  if (!(cause instanceof JsonError)) {
    throw cause;
  }
  const fitting = bytes && fittingPart(bytes);
  if (fitting === undefined) {
    return faultAt(place, localizable("the text {0}.", cause.text), cause);
  }
  const lines = fitting.split("\n");
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return faultAt(
    { ...place, line: place.line ?? lines.length },
    localizable("the text {0} (column {1}).", cause.text, column),
    cause,
  );
}

/** Returns the text in front of the first byte that does not fit. `undefined`: that byte is not known. */
function fittingPart(bytes: Uint8Array): string | undefined {
  try {
    checkJson(bytes);
  } catch (error) {
    if (error instanceof JsonError && error.at !== undefined) {
      return Buffer.from(bytes.subarray(0, error.at)).toString();
    }
  }
  return undefined;
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
