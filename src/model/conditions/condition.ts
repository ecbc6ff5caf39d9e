/** Why a cell has no answer. In v1 and v2 nothing is said of questions that were not shown: their answers are absent. */
export const missingKinds = ["noAnswer", "notShown"] as const;
export type MissingKind = (typeof missingKinds)[number];

/** A column of the grid: a variable is known by its name in v3, and by its rank as well in v1 and v2. */
export interface ColumnName {
  readonly kind: "metadata" | "variable" | "embedded";
  readonly name: string;
  readonly rank?: number | undefined;
}

/** What a cell has to be, made ready for many cells. */
export type CellTest =
  /** A value like that, or missing in one of these ways. */
  | {
      readonly isValue: (value: string) => boolean;
      readonly missing: readonly MissingKind[];
    }
  /** Folded (`foldedText`); contained in a value, or in what was written beside it. */
  | { readonly text: string };

/** Types of fields, as `filterSchema.ts` decodes them. */
interface FieldTypes {
  readonly number: number;
  readonly text: string;
  readonly texts: readonly string[];
  readonly missing: readonly MissingKind[];
}
export type FieldType = keyof FieldTypes;

/** How a sentence about a column says the column, its values, and why there is none. */
export interface ConditionWords {
  readonly t: (text: string, ...args: readonly (string | number)[]) => string;
  readonly locale: string;
  readonly column: string;
  readonly value: (value: string) => string;
  readonly missing: (missing: MissingKind) => string;
  /** There is little room, as in a chip. */
  readonly isBrief: boolean;
}

/** What can be asked of a column: all that a kind of condition is, but for its form (`conditionForms.ts` of the panel). */
export interface ConditionKind<A> {
  readonly fields: {
    readonly [K in keyof A]-?: {
      [T in FieldType]: NonNullable<A[K]> extends FieldTypes[T] ? T : never;
    }[FieldType];
  };
  /** What an absent field means. */
  readonly defaults: Partial<A>;
  /** Whether it asks for nothing. */
  readonly isEmpty: (asked: A) => boolean;
  readonly test: (asked: A) => CellTest;
  readonly sentence: (asked: A, words: ConditionWords) => string;
}
