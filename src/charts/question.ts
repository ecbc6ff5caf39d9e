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

/** A question with what its answers come to, as pictures and tables take it. */
export interface Question {
  readonly column: NamedColumn;
  readonly summary: QuestionSummary;
  /** What percentages are of, where the question knows it; see `baseOf`. */
  readonly base: SummaryBase;
  /** Who it is that does not say how many were asked. */
  readonly apiVersion?: ApiVersion | undefined;
  /** Whether statistics are shown, where a person has said so; see `hasStatistics`. */
  readonly showsStatistics?: boolean | undefined;
  /** The same question under another filter. */
  readonly compared?: Compared | undefined;
  /** What the cells of its cross table say where it is looked at, which copies and reports have as well. */
  readonly measure?: CrossMeasure | undefined;
  /** The question by which the summary is split. */
  readonly splitBy?: NamedColumn | undefined;
  readonly weighting?: (Weighting & { readonly name: string }) | undefined;
}

export interface Compared {
  readonly summary: QuestionSummary;
  /** What the two are called: that of the question, then this one. */
  readonly names: readonly [string, string];
}

/** The base, and how many it has. Where nobody can tell who was asked, those who answered are the base. */
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

/** How many responses the weighted base is of; absent where responses are not weighted. */
export function unweightedOf({ unweighted }: Bases, wanted: SummaryBase): number | undefined {
  return unweighted && baseOf(unweighted, wanted).count;
}

/** Whether the values identify something, such as a person: each was given once. Open answers may differ, and are read. */
export function isIdentifier({ column, summary }: Pick<Question, "column" | "summary">): boolean {
  return (
    summary.areAllDifferent === true && (summary.kind === "number" || column.kind !== "variable")
  );
}

/** 50 is one half; absent where there is nothing to be a part of. */
export function percentOf(count: number | undefined, whole: number): number | undefined {
  return count === undefined || whole <= 0 ? undefined : (100 * count) / whole;
}

/** What a base is called at the head of a column of percentages. */
export function percentHead(base: SummaryBase, words: Words): string {
  switch (base) {
    case "answered":
      return words.t("% of answered");
    case "asked":
      return words.t("% of asked");
    case "all":
      return words.t("% of all");
  }
}

/** A value as people read it: its label, or where it has none the value itself. */
export function valueText(
  { value, label }: Pick<SummaryValue, "value" | "label">,
  words: Words,
): string {
  if (label !== undefined && label !== "") {
    return label;
  }
  return value === "" ? words.t("(empty)") : value;
}

/** The same, with what sets it apart from the options of the structure. */
export function markedText(
  it: Pick<SummaryValue, "value" | "label" | "isUnknown">,
  words: Words,
): string {
  const text = valueText(it, words);
  return it.isUnknown ? words.t("{0} (not in the structure)", text) : text;
}

/** The question's name, and its text where it has one. The response's own facts go by what they are. */
export function questionTitle({ kind, name, text }: NamedColumn): string {
  if (text === "" || text === name) {
    return name;
  }
  return kind === "metadata" ? text : `${name}: ${text}`;
}

/** A value with its count under each filter that is shown. */
export interface AnswerRow {
  /** With the label of whichever summary has one. */
  readonly answer: SummaryValue;
  /** Place among the summary's values; absent where only the compared one has it. */
  readonly index?: number | undefined;
  /** One a summary. Absent: given, perhaps, but not among what is listed. */
  readonly counts: readonly (number | undefined)[];
}

/** The question's values, then those that only the compared summary lists. */
export function answerRows({ summary, compared }: Question): AnswerRow[] {
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

/** The parts of the split to which a response belongs; none beside another filter. */
export function drawnParts({ summary, compared }: Question): readonly SplitPart[] {
  return compared ? [] : (summary.split?.parts.filter((it) => it.bases.all > 0) ?? []);
}

/** How many different values were given that are not listed. */
export function unlistedCount({ values, distinct }: QuestionSummary): number {
  return Math.max(0, distinct - values.filter((it) => it.count > 0).length);
}
