import fc from "fast-check";
import { noAnswerReasons } from "../../src/model/conditions/condition.ts";
import {
  conditionNames,
  type ConditionFields,
  type ConditionKindName,
} from "../../src/model/conditions/conditions.ts";
import type { Cell } from "../../src/model/grid.ts";

/** What tests of all kinds of conditions need to know of one: tests of schemas, tables, words and forms. */
export interface ConditionExample<A> {
  readonly asked: A;
  /** What has to be entered into fields of its form to ask for that, by their labels; true checks a box. */
  readonly entered: Readonly<Record<string, string | true>>;
  /** The condition on a column "NPS" in words, with little room. */
  readonly brief: string;
  readonly passing: readonly Cell[];
  readonly failing: readonly Cell[];
  /** Fields that are not decoded. */
  readonly refused: readonly object[];
  /** Any fields. @param text like the values of cells, parts of them, or others */
  readonly any: (text: fc.Arbitrary<string>) => fc.Arbitrary<A>;
}

const cellsOf = (...values: readonly string[]): Cell[] => values.map((value) => [{ value }]);
const bound = fc.option(fc.constantFrom(-1, 0, 1, 1.5, 2, 10), { nil: undefined });

export const conditionExamples: {
  readonly [K in ConditionKindName]: ConditionExample<ConditionFields[K]>;
} = {
  oneOf: {
    asked: { values: ["7"], missing: ["noAnswer"] },
    entered: { "7": true, "no answer": true },
    brief: "NPS: 7, no answer",
    passing: [...cellsOf("7"), [{ value: "1" }, { value: "7" }], []],
    failing: [...cellsOf("77", "07", ""), null],
    refused: [{ values: [7] }, { values: "7" }, { missing: ["unknown"] }],
    any: (text) =>
      fc.record({ values: fc.array(text), missing: fc.subarray([...noAnswerReasons]) }),
  },

  between: {
    asked: { atLeast: 7, atMost: 9 },
    entered: { "At least": "7", "Upper bound": "9" },
    brief: "NPS: 7 to 9",
    passing: [...cellsOf("7", "8.25", "9.0"), [{ value: "x" }, { value: "8" }]],
    failing: [...cellsOf("6.9", "9.1", "", "seven"), [], null],
    refused: [{ atLeast: "7" }, { atMost: Infinity }, { below: null }],
    any: () => fc.record({ atLeast: bound, atMost: bound, below: bound }),
  },

  contains: {
    asked: { text: "Tab" },
    entered: { Contains: "Tab" },
    brief: "NPS contains “Tab”",
    passing: [...cellsOf("tab", "A TABLET"), [{ value: "9", etcValue: "table" }]],
    failing: [...cellsOf("ta", "t ab", ""), [], null],
    refused: [{ text: "" }, { text: 7 }],
    any: (text) => fc.record({ text }),
  },
};

type AnyCondition = {
  [K in ConditionKindName]: { readonly is: K } & ConditionFields[K];
}[ConditionKindName];

/** Fields of a condition of any kind. @param text as `any` of examples takes it */
export function anyCondition(text: fc.Arbitrary<string>): fc.Arbitrary<AnyCondition> {
  const any = (is: ConditionKindName): fc.Arbitrary<AnyCondition> =>
    conditionExamples[is].any(text).map((asked) => ({ is, ...asked }) as AnyCondition);
  return fc.oneof(...conditionNames.map(any));
}
