import { invalidInput, SurveyError } from "../model/errors.ts";
import { listed, type LocalizableText } from "../model/localizable.ts";

/** Exit codes of the process. */
export const exits = { done: 0, failed: 1, misused: 2, differs: 3, cancelled: 130 } as const;
export type Exit = (typeof exits)[keyof typeof exits];

const misuses: ReadonlySet<string> = new Set([
  "invalid-input",
  "insecure-address",
  "unknown-data-space",
  "not-in-version",
]);

export function exitOf(error: unknown): Exit {
  if (!(error instanceof SurveyError)) {
    return exits.failed;
  }
  if (error.code === "cancelled") {
    return exits.cancelled;
  }
  return misuses.has(error.code) ? exits.misused : exits.failed;
}

/** Returns the error for a command line with something wrong in it. Each text is a part of a sentence. */
export function wrongUsage(each: readonly LocalizableText[]): SurveyError {
  return invalidInput(
    "The command line is not complete or not right: {0}. See --help.",
    listed(each, "; "),
  );
}

/** Returns the error for a missing option. */
export function missingOption(option: string): SurveyError {
  return invalidInput("The option {0} is missing. Add it, or see --help.", option);
}
