import type { MissingCodes } from "./missingCodes.ts";
import type { ResponseFilter } from "./responseFilter.ts";

/*
 * What the answers to a question come to. All counts are sums of weights where responses are weighted, and numbers of
 * responses where they are not; a response counts once for a value, however often it gives it.
 */

/** The responses that a percentage is of. */
export const summaryBases = ["answered", "asked", "all"] as const;
export type SummaryBase = (typeof summaryBases)[number];

/** Whom percentages can be of. */
export interface BaseCounts {
  /** All responses that the filter lets through. */
  readonly all: number;
  /**
   * Those that were asked, answered or not. Absent where nobody can tell: in v1 and v2 nothing is said of questions that
   * were not shown (API.md, "Response, v1 and v2"), and embedded data are not asked for.
   */
  readonly asked?: number | undefined;
  readonly answered: number;
}

export interface Bases extends BaseCounts {
  /** Of those who were asked: who gave nothing but codes that were declared missing. Absent where none are declared. */
  readonly missing?: number | undefined;
  /** How many responses these sums of weights are of; absent where responses are not weighted. */
  readonly unweighted?: BaseCounts | undefined;
}

/**
 * "single", "multiple": options, of which one or several can be chosen. "number": every value that the survey has, whatever
 * the filter, is a number (`plainNumber`: here "1.5" and "1.50" are one value, whereas exports keep both). "text": all others.
 */
export type SummaryKind = "single" | "multiple" | "number" | "text";

export interface SummaryValue {
  /** The code or text as the service sent it; a number without zeros at its end. */
  readonly value: string;
  /** Plain text; absent where there is none. */
  readonly label?: string | undefined;
  /** A code that the survey's structure does not have. */
  readonly isUnknown?: true | undefined;
  readonly count: number;
  /** What was written beside it. */
  readonly others?: OtherTexts | undefined;
}

export interface OtherTexts {
  /** Responses that wrote something. */
  readonly count: number;
  /** The most frequent first, then by the text. */
  readonly texts: readonly TextCount[];
  /** How many different texts there are, those that are not listed included. */
  readonly distinct: number;
}

export interface TextCount {
  readonly text: string;
  readonly count: number;
}

/** Of numbers; of codes where all that are there are numbers. */
export interface Statistics {
  /** The sum of the weights of the responses that have a number. */
  readonly n: number;
  readonly mean: number;
  /** Of a sample: the divisor is n - 1. Absent where n is 1 or less. */
  readonly sd?: number | undefined;
  readonly min: number;
  readonly max: number;
  /** Linear between the two nearest ranks at (n - 1) p: as R (type 7) and PSPP compute them. */
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
}

/** Bin `i` has numbers from border `i`, below border `i + 1`; the last bin has its upper border as well. */
export interface Histogram {
  readonly from: number;
  readonly width: number;
  readonly counts: readonly number[];
}

/** The lower border of a bin, as it is written: 3 * 0.1 is above 0.3, which would be in the bin before then. */
export function binBorder({ from, width }: Pick<Histogram, "from" | "width">, bin: number): number {
  return Number((from + bin * width).toPrecision(15));
}

export interface QuestionSummary {
  /** The column's key. */
  readonly column: string;
  readonly kind: SummaryKind;
  readonly bases: Bases;
  /**
   * "single", "multiple": the options in the structure's order, also those that nobody chose; then codes that the structure
   * does not know, the most frequent first. "number": ascending, an empty text last, if they are 100 at most, else none.
   * "text": the most frequent first, then by the text.
   */
  readonly values: readonly SummaryValue[];
  /** How many different values were given, those that are not listed included. */
  readonly distinct: number;
  /** Its options, and all other codes that the survey has, whatever the filter, are a scale; see `isScale` in scale.ts. */
  readonly isScale?: true | undefined;
  /**
   * "number", of whole numbers, and "text": of the survey's values, 30 or more, none was given twice but the empty text. They
   * identify something, and measure nothing.
   */
  readonly areAllDifferent?: true | undefined;
  /** Responses can be weighted by it: embedded data that are numbers, but for a few texts, and do not identify. */
  readonly isWeight?: true | undefined;
  /** What was written beside answers of a question without options. */
  readonly others?: OtherTexts | undefined;
  readonly statistics?: Statistics | undefined;
  /** Its bins do not depend on the filter. */
  readonly histogram?: Histogram | undefined;
  readonly split?: Split | undefined;
}

/** The same by the answers to another question. Who gave several answers there is in several parts. */
export interface Split {
  /** Key of the other question's column. */
  readonly column: string;
  readonly parts: readonly SplitPart[];
  /** Responses that answered both. */
  readonly both: number;
  /** How many these are; absent where responses are not weighted. */
  readonly bothUnweighted?: number | undefined;
  /** By value of the summary: those of `both` that gave it. */
  readonly valueTotals: readonly number[];
  readonly test?: ChiSquareTest | undefined;
  /**
   * Why there is no test: one of the questions takes several answers; one has less than two values that were given; or not
   * all values are listed.
   */
  readonly noTest?: "multiple" | "constant" | "unlisted" | undefined;
}

export interface SplitPart {
  readonly value: string;
  readonly label?: string | undefined;
  readonly isUnknown?: true | undefined;
  /** `all`: responses of the part. */
  readonly bases: Bases;
  /** By value of the summary. */
  readonly counts: readonly number[];
  readonly statistics?: Statistics | undefined;
  /** The bins' counts. */
  readonly histogram?: readonly number[] | undefined;
}

/** Pearson's, of the responses that answered both; values that nobody gave do not count. */
export interface ChiSquareTest {
  readonly chiSquare: number;
  readonly degreesOfFreedom: number;
  /** How probable at least so high a value is, were the two independent. */
  readonly p: number;
  readonly n: number;
  readonly cells: number;
  /** Cells whose expected count is below 5: with many of them the test says little. */
  readonly smallCells: number;
}

/** What is to be summarised, and of which responses. */
export interface SummaryQuery {
  /** Keys. */
  readonly columns: readonly string[];
  readonly filter: ResponseFilter;
  /** Key of the embedded data by which responses count. */
  readonly weight?: string | undefined;
  /** Key of the column by whose values the others are divided. */
  readonly split?: string | undefined;
  /** Codes that are no answers. */
  readonly missing?: MissingCodes | undefined;
}

export interface Summaries {
  /** In the order in which they were asked for; columns that are not there are left out. */
  readonly summaries: readonly QuestionSummary[];
  /** Responses that the filter lets through, unweighted. */
  readonly matching: number;
  readonly loaded: number;
  readonly isComplete: boolean;
  /** When responses were read last: epoch milliseconds of this machine's clock. */
  readonly readAt: number;
  readonly weighting?: Weighting | undefined;
  /** Milliseconds that it took. */
  readonly took: number;
}

export interface Weighting {
  /** Sum of the weights of the responses that the filter lets through. */
  readonly sum: number;
  /** Responses that count nothing, as their weight is missing, no number, or not above 0. */
  readonly excluded: number;
}
