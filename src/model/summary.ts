import type { MissingCodes } from "./missingCodes.ts";
import type { ResponseFilter } from "./responseFilter.ts";

/*
 * Figures of the answers to a question. All counts are sums of weights if responses are weighted, otherwise numbers of
 * responses. A response counts once for a value, however often it gives it.
 */

/** The base of percentages. */
export const summaryBases = ["answered", "asked", "all"] as const;
export type SummaryBase = (typeof summaryBases)[number];

/** Responses in each base. */
export interface BaseCounts {
  /** All responses that pass the filter. */
  readonly all: number;
  /**
   * Those that were asked, whether or not they answered. Undefined if that is unknown: v1 and v2 do not mention questions
   * that were not shown (API.md, "Response, v1 and v2"), and embedded data are not asked for.
   */
  readonly asked?: number | undefined;
  readonly answered: number;
}

export interface Bases extends BaseCounts {
  /** Those among the asked whose only answers are codes declared missing. Undefined if the column has no such codes. */
  readonly missing?: number | undefined;
  /** The bases as numbers of responses; undefined if responses are not weighted. */
  readonly unweighted?: BaseCounts | undefined;
}

/**
 * "single", "multiple": a question with options, of which one or several can be chosen. "number": every value in the survey,
 * whatever the filter, is a number (`plainNumber`; here "1.5" and "1.50" are one value, whereas exports keep both). "text":
 * all others.
 */
export type SummaryKind = "single" | "multiple" | "number" | "text";

export interface SummaryValue {
  /** The code or text as the service sent it; of a number, without trailing zeros. */
  readonly value: string;
  /** Plain text; undefined if there is none. */
  readonly label?: string | undefined;
  /** True if the survey's structure does not have the code. */
  readonly isUnknown?: true | undefined;
  readonly count: number;
  /** Free texts that were given with it. */
  readonly others?: OtherTexts | undefined;
}

export interface OtherTexts {
  /** Responses with a free text. */
  readonly count: number;
  /** Most frequent first; equally frequent ones by the text. */
  readonly texts: readonly TextCount[];
  /** Number of different texts, including those not listed. */
  readonly distinct: number;
}

export interface TextCount {
  readonly text: string;
  readonly count: number;
}

/** Statistics of numbers, or of codes if all of them, given or not, are numbers. */
export interface Statistics {
  /** Sum of the weights of the responses that have a number. */
  readonly n: number;
  readonly mean: number;
  /** Standard deviation of a sample: the divisor is n - 1. Undefined if n is 1 or less. */
  readonly sd?: number | undefined;
  readonly min: number;
  readonly max: number;
  /** Quartiles, linear between the two ranks nearest to (n - 1) p, as R (type 7) and PSPP compute them. */
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
}

/** Bin `i` counts numbers from border `i` to below border `i + 1`; the last bin includes its upper border. */
export interface Histogram {
  readonly from: number;
  readonly width: number;
  readonly counts: readonly number[];
}

/**
 * Returns the lower border of a bin, rounded as it is written: 3 * 0.1 is slightly above 0.3, which would be in the bin
 * before.
 */
export function binBorder({ from, width }: Pick<Histogram, "from" | "width">, bin: number): number {
  return Number((from + bin * width).toPrecision(15));
}

export interface QuestionSummary {
  /** The column's key. */
  readonly column: string;
  readonly kind: SummaryKind;
  readonly bases: Bases;
  /**
   * "single", "multiple": the options in the structure's order, including those that nobody chose; then codes that the
   * structure does not know, most frequent first. "number": ascending, an empty text last; empty if there are more than 100.
   * "text": most frequent first, equally frequent ones by the text.
   */
  readonly values: readonly SummaryValue[];
  /** Number of different values that were given, including those not listed. */
  readonly distinct: number;
  /** True if its options and all other codes in the survey, whatever the filter, are a scale; see `isScale` in scale.ts. */
  readonly isScale?: true | undefined;
  /**
   * True if the survey has 30 or more values and none of them, except the empty text, was given twice; of "text", and of
   * "number" with whole numbers only. Such values identify something and measure nothing.
   */
  readonly areAllDifferent?: true | undefined;
  /**
   * True if responses can be weighted by it: embedded data that are numbers, apart from a few texts, and not identifiers.
   */
  readonly isWeight?: true | undefined;
  /** Free texts that were given with answers to a question without options. */
  readonly others?: OtherTexts | undefined;
  readonly statistics?: Statistics | undefined;
  /** The bins do not depend on the filter. */
  readonly histogram?: Histogram | undefined;
  readonly split?: Split | undefined;
}

/** The figures by the answers to another question. A response with several answers to that question is in several parts. */
export interface Split {
  /** Key of the other question's column. */
  readonly column: string;
  readonly parts: readonly SplitPart[];
  /** Responses that answered both questions. */
  readonly both: number;
  /** The same as a number of responses; undefined if responses are not weighted. */
  readonly bothUnweighted?: number | undefined;
  /** By value of the summary: responses of `both` that gave it. */
  readonly valueTotals: readonly number[];
  readonly test?: ChiSquareTest | undefined;
  /**
   * Why there is no test. "multiple": one of the questions takes several answers. "constant": one of them has fewer than two
   * values that were given. "unlisted": not all values are listed.
   */
  readonly noTest?: "multiple" | "constant" | "unlisted" | undefined;
}

export interface SplitPart {
  readonly value: string;
  readonly label?: string | undefined;
  readonly isUnknown?: true | undefined;
  /** `all` counts the responses of the part. */
  readonly bases: Bases;
  /** Counts by value of the summary. */
  readonly counts: readonly number[];
  readonly statistics?: Statistics | undefined;
  /** Counts by bin of the summary's histogram. */
  readonly histogram?: readonly number[] | undefined;
}

/** Pearson's test over the responses that answered both questions. Values that nobody gave are left out. */
export interface ChiSquareTest {
  readonly chiSquare: number;
  readonly degreesOfFreedom: number;
  /** Probability of a value this high or higher if the two questions are independent. */
  readonly p: number;
  readonly n: number;
  readonly cells: number;
  /** Number of cells whose expected count is below 5: if there are many, the test says little. */
  readonly smallCells: number;
}

/** The columns to summarise, and the responses to count. */
export interface SummaryQuery {
  /** Keys of the columns. */
  readonly columns: readonly string[];
  readonly filter: ResponseFilter;
  /** Key of the embedded data that have the weights. */
  readonly weight?: string | undefined;
  /** Key of the column by whose values the figures are split. */
  readonly split?: string | undefined;
  /** Codes that do not count as answers. */
  readonly missing?: MissingCodes | undefined;
}

export interface Summaries {
  /** In the order of the query, without columns that do not exist. */
  readonly summaries: readonly QuestionSummary[];
  /** Number of responses that pass the filter, unweighted. */
  readonly matching: number;
  readonly loaded: number;
  readonly isComplete: boolean;
  /** Time of the last read of responses, in epoch milliseconds of this machine's clock. */
  readonly readAt: number;
  readonly weighting?: Weighting | undefined;
  /** Duration in milliseconds. */
  readonly took: number;
}

export interface Weighting {
  /** Sum of the weights of the responses that pass the filter. */
  readonly sum: number;
  /** Responses that are not counted, because their weight is missing, not a number, or not above 0. */
  readonly excluded: number;
}
