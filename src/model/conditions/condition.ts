/** Why a cell has no answer. v1 and v2 do not mention questions that were not shown: their answers are absent. */
export const noAnswerReasons = ["noAnswer", "notShown"] as const;
export type NoAnswerReason = (typeof noAnswerReasons)[number];

/** Identifies a column of the grid. A variable has a name in v3, and a name and a rank in v1 and v2. */
export interface ColumnName {
  readonly kind: "metadata" | "variable" | "embedded";
  readonly name: string;
  readonly rank?: number | undefined;
}

/** What a cell must be, prepared for testing many cells. */
export type CellTest =
  /** The cell has such a value, or no answer for one of these reasons. */
  | {
      readonly isValue: (value: string) => boolean;
      readonly missing: readonly NoAnswerReason[];
    }
  /** A value, or the free text with it, contains this text, which is folded (`foldedText`). */
  | { readonly text: string };

/**
 * JSON Schema of a condition's field, which `filterSchema.ts` decodes it by: webviews have these kinds, but cannot run zod.
 */
export type FieldSchema =
  | { readonly type: "number" }
  | { readonly type: "string"; readonly minLength?: number }
  | { readonly enum: readonly string[] }
  | { readonly type: "array"; readonly items: FieldSchema };

/** The schemas that a field of this type can have. */
type SchemaOf<T> = [T] extends [readonly (infer E)[]]
  ? { readonly type: "array"; readonly items: SchemaOf<E> }
  : [T] extends [number]
    ? Extract<FieldSchema, { readonly type: "number" }>
    : string extends T
      ? Extract<FieldSchema, { readonly type: "string" }>
      : { readonly enum: readonly (T & string)[] };

/** Words for the column, its values and its missing answers in a sentence about a condition. */
export interface ConditionWords {
  readonly t: (text: string, ...args: readonly (string | number)[]) => string;
  readonly locale: string;
  readonly column: string;
  readonly value: (value: string) => string;
  readonly missing: (missing: NoAnswerReason) => string;
  /** True if there is little room, as in a chip. */
  readonly isBrief: boolean;
}

/**
 * Declares a kind of condition on a column: schemas, forms, documents and tests go through all kinds. Only its form
 * (`conditionForms.ts` of the panel) and its examples (`test/support/conditionExamples.ts`) are elsewhere.
 */
export interface ConditionKind<A> {
  readonly fields: { readonly [K in keyof A]-?: SchemaOf<NonNullable<A[K]>> };
  /** Values of absent fields. */
  readonly defaults: Partial<A>;
  readonly test: (asked: A) => CellTest;
  /** Returns the codes that the condition names, if the question has options. */
  readonly codes?: (asked: A) => readonly string[];
  readonly sentence: (asked: A, words: ConditionWords) => string;
}
