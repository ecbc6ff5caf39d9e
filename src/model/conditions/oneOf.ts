import type { ConditionKind, NoAnswerReason } from "./condition.ts";

export interface OneOf {
  /** Codes if the question has options, otherwise values as the service sends them. */
  readonly values: readonly string[];
  readonly missing: readonly NoAnswerReason[];
}

/** Values named in a chip; the others are only counted. */
const maxNamed = 3;

/** Matches one of these values, or a cell without an answer for one of these reasons. */
export const oneOf: ConditionKind<OneOf> = {
  fields: { values: "texts", missing: "missing" },
  defaults: { values: [], missing: [] },
  isEmpty: ({ values, missing }) => values.length + missing.length === 0,
  test: ({ values, missing }) => ({ isValue: (value) => values.includes(value), missing }),
  sentence: (asked, { t, locale, column, value, missing, isBrief }) => {
    const all = [...asked.values.map(value), ...asked.missing.map(missing)];
    const named = isBrief ? all.slice(0, maxNamed) : all;
    const rest = all.length - named.length;
    const list = named.join(", ");
    const number = new Intl.NumberFormat(locale).format(rest);
    return t("{0}: {1}", column, rest > 0 ? t("{0} and {1} more", list, number) : list);
  },
};
