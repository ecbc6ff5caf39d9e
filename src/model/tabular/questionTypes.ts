/*
 * What a question's type means. MULTI_SELECT and SingleChoice are the only values in API.md ("Response, v3"; "Survey
 * (detail)"), so other spellings, and types of other survey tools, are recognised as well.
 */

/** Returns whether several options can be chosen. */
export function isMultiSelect(type: string | undefined): boolean {
  return /^(multi(ple)?|several)(select|choice|response|answer|option)|^checkbox/.test(
    letters(type),
  );
}

/** Returns whether answers have an order. */
export function isOrdinal(type: string | undefined): boolean {
  return /scale|likert|rating|rank|ordinal|^nps|netpromoter/.test(letters(type));
}

/** Returns whether answers are texts, even if all so far are numbers. */
export function isLongText(type: string | undefined): boolean {
  return /^(long|open)(text|answer|ended)|^(essay|comment|paragraph|textarea)/.test(letters(type));
}

/** Returns whether answers are numbers, even if there are none yet. */
export function isNumberType(type: string | undefined): boolean {
  return /^(number|numeric|integer|decimal)/.test(letters(type));
}

function letters(type = ""): string {
  return type.toLowerCase().replace(/[^a-z]/g, "");
}
