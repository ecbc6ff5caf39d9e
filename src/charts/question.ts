import type { Column } from "../model/grid.ts";
import type { CrossMeasure } from "../model/crossTable.ts";
import type { ApiVersion } from "../model/survey.ts";
import type {
  BaseCounts,
  Bases,
  QuestionSummary,
  SplitPart,
  SummaryBase,
  SummaryValue,
  Weighting,
} from "../model/summary.ts";
import type { Words } from "../model/words.ts";

export type NamedColumn = Pick<Column, "kind" | "name" | "text" | "type">;

/** A question with its summary: the input of pictures and tables. */
export interface SummarisedQuestion {
  readonly column: NamedColumn;
  readonly summary: QuestionSummary;
  /** Base of percentages, if the question has it; see `baseOf`. */
  readonly base: SummaryBase;
  /** API version that a note names if it does not tell how many were asked. */
  readonly apiVersion?: ApiVersion | undefined;
  /** Whether the person has chosen to show statistics; `undefined` if not chosen, see `hasStatistics`. */
  readonly showsStatistics?: boolean | undefined;
  /** The same question under another filter. */
  readonly compared?: Compared | undefined;
  /** Measure of the cross table in the panel. Copies and reports add a cross table with it. */
  readonly measure?: CrossMeasure | undefined;
  /** The question by which the summary is split. */
  readonly splitBy?: NamedColumn | undefined;
  readonly weighting?: (Weighting & { readonly name: string }) | undefined;
}

export interface Compared {
  readonly summary: QuestionSummary;
  /** Names of the two filters: that of the question, then that of this summary. */
  readonly names: readonly [string, string];
}

/** Returns the question's own summary, then the compared one. */
export function summariesOf({ summary, compared }: SummarisedQuestion): QuestionSummary[] {
  return compared ? [summary, compared.summary] : [summary];
}

/** Returns the base and its count. If it is not known who was asked, the base is those who answered. */
export function baseOf(
  bases: BaseCounts,
  wanted: SummaryBase,
): { readonly base: SummaryBase; readonly count: number } {
  if (wanted === "asked") {
    return bases.asked === undefined
      ? { base: "answered", count: bases.answered }
      : { base: "asked", count: bases.asked };
  }
  return { base: wanted, count: bases[wanted] };
}

/** Returns the number of responses in a weighted base; `undefined` if responses are not weighted. */
export function unweightedOf({ unweighted }: Bases, wanted: SummaryBase): number | undefined {
  return unweighted && baseOf(unweighted, wanted).count;
}

/**
 * Returns how many did not answer, other than by a missing code: those who were asked, and those who were not shown the
 * question. If it is not known who was asked, `noAnswer` has both.
 */
export function unansweredOf({ all, asked, answered, missing = 0 }: Bases): {
  readonly noAnswer: number;
  readonly notShown: number;
} {
  // Sums of weights have rounding errors.
  const real = (rest: number): number => (rest > all * 1e-9 ? rest : 0);
  return {
    noAnswer: real((asked ?? all) - answered - missing),
    notShown: real(all - (asked ?? all)),
  };
}

/**
 * Returns true if the values identify something, such as a person: all are different. Open answers may all be different
 * too, but are not identifiers.
 */
export function isIdentifier({
  column,
  summary,
}: Pick<SummarisedQuestion, "column" | "summary">): boolean {
  return (
    summary.areAllDifferent === true && (summary.kind === "number" || column.kind !== "variable")
  );
}

/** Returns 50 for one half; `undefined` if there is no count or nothing to be a part of. */
export function percentOf(count: number | undefined, whole: number): number | undefined {
  return count === undefined || whole <= 0 ? undefined : (100 * count) / whole;
}

/** Returns the head of the column of values. Only questions have answers. */
export function valueHead({ kind }: Pick<NamedColumn, "kind">, words: Words): string {
  return kind === "variable" ? words.t("Answer") : words.t("Value");
}

/** Returns the name of the row of those who answered. */
export function answeredText({ kind }: Pick<NamedColumn, "kind">, words: Words): string {
  return kind === "variable" ? words.t("Answered") : words.t("With a value");
}

/** Returns the head of a column of percentages. @param kind of what was counted */
export function percentHead(
  base: SummaryBase,
  words: Words,
  kind: NamedColumn["kind"] = "variable",
): string {
  switch (base) {
    case "answered":
      return kind === "variable" ? words.t("% of answered") : words.t("% of those with a value");
    case "asked":
      return words.t("% of asked");
    case "all":
      return words.t("% of all");
  }
}

/** Returns the label of a value, or the value itself if it has none. */
export function valueText(
  { value, label }: Pick<SummaryValue, "value" | "label">,
  words: Words,
): string {
  if (label !== undefined && label !== "") {
    return label;
  }
  return value === "" ? words.t("(empty)") : value;
}

/** Returns the same as `valueText`, with a mark if the value is not an option of the structure. */
export function markedText(
  it: Pick<SummaryValue, "value" | "label" | "isUnknown">,
  words: Words,
): string {
  const text = valueText(it, words);
  return it.isUnknown ? words.t("{0} (not in the structure)", text) : text;
}

/** Returns the question's name, with its text if that says more; for metadata just the text. */
export function questionTitle({ kind, name, text }: NamedColumn): string {
  if (text !== "" && kind === "metadata") {
    return text;
  }
  return text === "" || text.toLowerCase() === name.toLowerCase() ? name : `${name}: ${text}`;
}

/** A value with its count in each summary. */
export interface AnswerRow {
  /** The value, from the first summary that lists it. */
  readonly answer: SummaryValue;
  /** Index in the summary's values; `undefined` if only the compared summary lists it. */
  readonly index?: number | undefined;
  /** Count in each summary; `undefined` if it is not known, because the summary does not list all values. */
  readonly counts: readonly (number | undefined)[];
}

/** Returns the question's values, then those that only the compared summary lists. */
export function answerRows({ summary, compared }: SummarisedQuestion): AnswerRow[] {
  if (!compared) {
    return summary.values.map((answer, index) => ({ answer, index, counts: [answer.count] }));
  }
  const other = compared.summary;
  const others = new Map(other.values.map((it) => [it.value, it]));
  const own = new Set(summary.values.map((it) => it.value));
  const notListed = (it: QuestionSummary): number | undefined =>
    unlistedCount(it) === 0 ? 0 : undefined;
  return [
    ...summary.values.map((answer, index) => ({
      answer,
      index,
      counts: [answer.count, others.get(answer.value)?.count ?? notListed(other)],
    })),
    ...other.values
      .filter((it) => !own.has(it.value))
      .map((answer) => ({ answer, counts: [notListed(summary), answer.count] })),
  ];
}

/** Returns the parts of the split that have responses; none if there is a compared summary. */
export function drawnParts({ summary, compared }: SummarisedQuestion): readonly SplitPart[] {
  return compared ? [] : (summary.split?.parts.filter((it) => it.bases.all > 0) ?? []);
}

/** Returns the number of distinct values that are not listed. */
export function unlistedCount({ values, distinct }: QuestionSummary): number {
  return Math.max(0, distinct - values.filter((it) => it.count > 0).length);
}
