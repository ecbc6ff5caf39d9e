import { foldedText } from "../foldedText.ts";
import { plainNumber } from "../plainNumber.ts";
import {
  noAnswerReasons,
  type ConditionKind,
  type ConditionWords,
  type NoAnswerReason,
} from "./condition.ts";

export interface OneOf {
  /** Codes if the question has options, otherwise values as the service sends them. */
  readonly values: readonly string[];
  readonly missing: readonly NoAnswerReason[];
}

/** Values named in a chip; the others are only counted. */
const maxNamed = 3;

/** Matches one of these values, or a cell without an answer for one of these reasons. */
const oneOf: ConditionKind<OneOf> = {
  fields: {
    values: { type: "array", items: { type: "string" } },
    missing: { type: "array", items: { enum: noAnswerReasons } },
  },
  defaults: { values: [], missing: [] },
  test: ({ values, missing }) => ({ isValue: (value) => values.includes(value), missing }),
  codes: ({ values }) => values,
  sentence: (asked, { t, locale, column, value, missing, isBrief }) => {
    const all = [...asked.values.map(value), ...asked.missing.map(missing)];
    const named = isBrief ? all.slice(0, maxNamed) : all;
    const rest = all.length - named.length;
    const list = named.join(", ");
    const number = new Intl.NumberFormat(locale).format(rest);
    return t("{0}: {1}", column, rest > 0 ? t("{0} and {1} more", list, number) : list);
  },
};

/** At least one bound is set. */
export interface NumberBounds {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  /** Exclusive upper bound. */
  readonly below?: number | undefined;
}

/** Matches numbers within the bounds. Text that is not a number (`plainNumber`) never matches. */
const between: ConditionKind<NumberBounds> = {
  fields: { atLeast: { type: "number" }, atMost: { type: "number" }, below: { type: "number" } },
  defaults: {},
  test: ({ atLeast = -Infinity, atMost = Infinity, below = Infinity }) => ({
    isValue: (value) => {
      const number = plainNumber(value);
      return number >= atLeast && number <= atMost && number < below;
    },
    missing: [],
  }),
  sentence: (bounds, words) => words.t("{0}: {1}", words.column, rangeText(bounds, words)),
};

/** Writes numbers as the service does, since responses are compared with them in that form. */
function rangeText(bounds: NumberBounds, { t, isBrief }: ConditionWords): string {
  const { atLeast } = bounds;
  const upper = upperBound(bounds);
  if (isBrief && atLeast !== undefined && upper) {
    const { value, isBelow } = upper;
    return isBelow ? t("{0} to below {1}", atLeast, value) : t("{0} to {1}", atLeast, value);
  }
  const said = [
    ...(atLeast === undefined ? [] : [t("at least {0}", atLeast)]),
    ...(upper ? [upper.isBelow ? t("below {0}", upper.value) : t("at most {0}", upper.value)] : []),
  ];
  return said.length === 0 ? t("a number") : said.join(", ");
}

/** Returns the stricter of the two upper bounds. */
export function upperBound({
  atMost,
  below,
}: Pick<NumberBounds, "atMost" | "below">):
  { readonly value: number; readonly isBelow: boolean } | undefined {
  if (below !== undefined && (atMost === undefined || below <= atMost)) {
    return { value: below, isBelow: true };
  }
  return atMost === undefined ? undefined : { value: atMost, isBelow: false };
}

interface Contains {
  readonly text: string;
}

/** Matches text in a value or in the free text with an option, ignoring case and how letters are composed. */
const contains: ConditionKind<Contains> = {
  fields: { text: { type: "string", minLength: 1 } },
  defaults: {},
  test: ({ text }) => ({ text: foldedText(text) }),
  sentence: ({ text }, { t, column }) => t("{0} contains “{1}”", column, text),
};

/** In the order in which the conditions of a column are listed. */
export const kinds = { oneOf, between, contains };
