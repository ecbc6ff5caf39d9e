import { plainNumber } from "../plainNumber.ts";
import type { ConditionKind, ConditionWords } from "./condition.ts";

/** At least one is given. */
export interface NumberBounds {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  /** The upper bound does not count as within. */
  readonly below?: number | undefined;
}

/** A number within these bounds; text that is none (`plainNumber`) is in no range. */
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

/** Numbers stand as the service writes them: they are what responses are compared with. */
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

/** The one of two upper bounds that counts. */
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
