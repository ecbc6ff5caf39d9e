import type { ConditionKind } from "./condition.ts";

export interface Contains {
  readonly text: string;
}

/** In what was written, as a value or beside an option; upper and lower case are the same. */
export const contains: ConditionKind<Contains> = {
  fields: { text: "text" },
  defaults: {},
  isEmpty: ({ text }) => text === "",
  test: ({ text }) => ({ text: foldedText(text) }),
  sentence: ({ text }, { t, column }) => t("{0} contains “{1}”", column, text),
};

/** As texts are compared when upper and lower case are the same. */
export function foldedText(text: string): string {
  return text.toLowerCase();
}
