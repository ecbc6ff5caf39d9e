import { plainNumber } from "../plainNumber.ts";
import type { ConditionKind, ConditionWords } from "./condition.ts";

/** At least one bound is set. */
export interface NumberBounds {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  /** Exclusive upper bound. */
  readonly below?: number | undefined;
}

/** Matches numbers within the bounds. Text that is not a number (`plainNumber`) never matches. */
export const between: ConditionKind<NumberBounds> = {
  fields: { atLeast: "number", atMost: "number", below: "number" },
  defaults: {},
  isEmpty: ({ atLeast, atMost, below }) => (atLeast ?? atMost ?? below) === undefined,
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
