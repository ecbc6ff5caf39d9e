/*
 * What a question's type says. MULTI_SELECT and SingleChoice are the only values that API.md gives ("Response, v3";
 * "Survey (detail)"), so other spellings, and types of other survey tools, are understood as well.
 */

/** Several options can be chosen. */
export function isMultiSelect(type: string | undefined): boolean {
  return /^(multi(ple)?|several)(select|choice|response|answer|option)|^checkbox/.test(
    letters(type),
  );
}

/** Answers have an order. */
export function isOrdinal(type: string | undefined): boolean {
  return /scale|likert|rating|rank|ordinal|^nps|netpromoter/.test(letters(type));
}

/** Answers are texts, though all of a few may be numbers. */
export function isLongText(type: string | undefined): boolean {
  return /^(long|open)(text|answer|ended)|^(essay|comment|paragraph|textarea)/.test(letters(type));
}

/** Answers are numbers, though there may be none yet. */
export function isNumberType(type: string | undefined): boolean {
  return /^(number|numeric|integer|decimal)/.test(letters(type));
}

function letters(type = ""): string {
  return type.toLowerCase().replace(/[^a-z]/g, "");
}
