import type { Cell } from "../grid.ts";
import { foldedText } from "../foldedText.ts";
import type { CellTest, ColumnName, ConditionKind, ConditionWords } from "./condition.ts";
import { kinds } from "./kinds.ts";

type Asked<K> = K extends ConditionKind<infer A> ? A : never;
/** Fields of each kind of condition. */
export type ConditionFields = { readonly [K in keyof typeof kinds]: Asked<(typeof kinds)[K]> };
export type ConditionKindName = keyof ConditionFields;

/** A condition on the cells of one column. */
export type Condition<K extends ConditionKindName = ConditionKindName> = {
  [P in K]: ColumnName & { readonly is: P } & ConditionFields[P];
}[K];

export const conditionKinds: {
  readonly [K in ConditionKindName]: ConditionKind<ConditionFields[K]>;
} = kinds;
export const conditionNames = Object.keys(kinds) as ConditionKindName[];

function kindOf<K extends ConditionKindName>({
  is,
}: {
  readonly is: K;
}): ConditionKind<ConditionFields[K]> {
  return conditionKinds[is];
}

/** Returns the test that the column's cells must pass. */
export function testOf(condition: Condition): CellTest {
  return kindOf(condition).test(condition);
}

/** Returns the codes that the condition names, if the question has options. */
export function codesOf(condition: Condition): readonly string[] {
  return kindOf(condition).codes?.(condition) ?? [];
}

/** Returns a function that tells whether a cell fulfils the condition, prepared for many cells. */
export function cellTest(condition: Condition): (cell: Cell) => boolean {
  const test = testOf(condition);
  if ("text" in test) {
    const { text } = test;
    return (cell) =>
      cell?.some(
        ({ value, etcValue = "" }) =>
          foldedText(value).includes(text) || foldedText(etcValue).includes(text),
      ) ?? false;
  }
  const { isValue, missing } = test;
  return (cell) =>
    cell === null || cell.length === 0
      ? missing.includes(cell === null ? "notShown" : "noAnswer")
      : cell.some(({ value }) => isValue(value));
}

export function conditionSentence(condition: Condition, words: ConditionWords): string {
  return kindOf(condition).sentence(condition, words);
}

/** The conditions on one column, by kind. */
export type ColumnConditions = { readonly [K in ConditionKindName]?: ConditionFields[K] };

/** Returns the conditions on a column, without those that demand nothing. */
export function conditionsOf(column: ColumnName, ask: ColumnConditions): Condition[] {
  const conditionOf = <K extends ConditionKindName>(
    is: K,
    asked: ConditionFields[K] | undefined,
  ) =>
    asked === undefined || Object.values(asked).every(isEmptyField)
      ? []
      : [{ ...column, is, ...asked } as Condition];
  return conditionNames.flatMap((is) => conditionOf(is, ask[is]));
}

function isEmptyField(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
