import type { ConditionKind } from "./condition.ts";

export interface Contains {
  readonly text: string;
}

/** Matches text in a value or in the free text with an option, ignoring case. */
export const contains: ConditionKind<Contains> = {
  fields: { text: "text" },
  defaults: {},
  isEmpty: ({ text }) => text === "",
  test: ({ text }) => ({ text: foldedText(text) }),
  sentence: ({ text }, { t, column }) => t("{0} contains “{1}”", column, text),
};

/** Folds case, so that texts compare regardless of it. */
export function foldedText(text: string): string {
  return text.toLowerCase();
}
