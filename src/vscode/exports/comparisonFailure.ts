import { basename } from "node:path";
import { isCancelled, SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import { outageCodes } from "./exportPauses.ts";

/** Returns an error that says which file could not be compared: several may be compared at once. */
export function comparisonFailure(
  { file, repair = false }: { readonly file: string; readonly repair?: boolean | undefined },
  error: unknown,
): unknown {
  const name = basename(file);
  if (!(error instanceof SurveyError) || isCancelled(error) || error.message.includes(name)) {
    return error;
  }
  const { code, text } = error;
  const said = repair
    ? localizable("{0} could not be repaired: {1}", name, text)
    : localizable("{0} could not be verified: {1}", name, text);
  return new SurveyError(code, said, { cause: error });
}

/** Returns true if the error may have passed when the file is compared again. */
export function canRetry(error: unknown): boolean {
  return error instanceof SurveyError && outageCodes.has(error.code);
}
