import type { ConditionKind, MissingKind } from "./condition.ts";

export interface OneOf {
  /** Codes where the question has options, otherwise values as the service sends them. */
  readonly values: readonly string[];
  readonly missing: readonly MissingKind[];
}

/** More would not be read in a chip. */
const mostNamed = 3;

/** One of these values, or missing in one of these ways. */
export const oneOf: ConditionKind<OneOf> = {
  fields: { values: "texts", missing: "missing" },
  defaults: { values: [], missing: [] },
  isEmpty: ({ values, missing }) => values.length + missing.length === 0,
  test: ({ values, missing }) => ({ isValue: (value) => values.includes(value), missing }),
  sentence: (asked, { t, locale, column, value, missing, isBrief }) => {
    const all = [...asked.values.map(value), ...asked.missing.map(missing)];
    const named = isBrief ? all.slice(0, mostNamed) : all;
    const rest = all.length - named.length;
    const list = named.join(", ");
    const number = new Intl.NumberFormat(locale).format(rest);
    return t("{0}: {1}", column, rest > 0 ? t("{0} and {1} more", list, number) : list);
  },
};
