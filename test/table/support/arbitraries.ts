import fc from "fast-check";
import type { EmbeddedValue, Response, Variable } from "../../../src/model/response.ts";
import type { Condition } from "../../../src/model/conditions/conditions.ts";
import type { ResponseFilter } from "../../../src/model/responseFilter.ts";
import type { Survey } from "../../../src/model/survey.ts";
import { anyCondition } from "../../support/conditionExamples.ts";

/** Only a few values, so that there are ties and hits; some are hostile. */
const value = fc.constantFrom(
  "1",
  "2",
  "10",
  "Ab",
  "aB",
  "",
  "İ",
  "한é",
  "한é".normalize("NFD"),
  "ΑΣ",
  "\ud800",
  "x · y",
  "a|b\n",
);
const number = fc.constantFrom("1", "02", "-3", "1.5", "1.50", "10", "1e2", "9007199254740993");
const time = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.integer({ min: 0, max: 9 }).map((it) => `2026-11-21T10:00:0${String(it)}`),
  },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const strangeTime = fc.oneof(
  { weight: 4, arbitrary: time },
  { weight: 1, arbitrary: fc.constantFrom("2026-11-21", "", "0050-01-01T00:00:00", "~") },
);

const options = ["2", "1", "3"].map((name) => ({ name, label: `Option ${name} Ab` }));
const names = ["single", "multiple", "open", "score"] as const;

/**
 * A survey of questions with options, with text and with numbers. In v1 and v2 the last two share a rank under two names.
 */
export function surveyOf(apiVersion: Survey["apiVersion"]): Survey {
  const isRanked = apiVersion !== "v3";
  const questions = [...names, ...(isRanked ? ["score again"] : [])].map((name, index) => ({
    name: isRanked && index === 0 ? "1" : name,
    ...(isRanked ? { rank: Math.min(index, 3) + 1 } : {}),
    label: name,
    options: index < 2 ? options : [],
  }));
  return { surveyId: "S", label: "S", apiVersion, questions, embeddedData: [{ name: "single" }] };
}

const answers = {
  single: fc.array(fc.record({ value, etcValue: fc.option(value, { nil: undefined }) }), {
    maxLength: 1,
  }),
  multiple: fc.array(
    fc.record({
      value: fc.constantFrom("1", "2", "3", "unknown"),
      etcValue: fc.option(value, { nil: undefined, freq: 4 }),
    }),
    { maxLength: 3 },
  ),
  open: fc.array(
    value.map((it) => ({ value: it })),
    { maxLength: 1 },
  ),
  score: fc.array(
    number.map((it) => ({ value: it })),
    { maxLength: 2 },
  ),
};

function variables(apiVersion: Survey["apiVersion"]): fc.Arbitrary<readonly Variable[]> {
  const isRanked = apiVersion !== "v3";
  const one = (index: number): fc.Arbitrary<Variable | undefined> => {
    const kind = names[index] ?? "score";
    // A response may give the rank as the name if the rank belongs to only one question.
    const name = isRanked
      ? index < 3
        ? fc.constantFrom(kind, String(index + 1))
        : fc.constantFrom("score", "score again")
      : fc.constant(kind);
    return fc.option(
      fc.record({ name, answer: answers[kind] }).map((it): Variable => ({
        ...it,
        ...(isRanked ? { rank: index + 1 } : {}),
        options: [],
      })),
      { nil: undefined },
    );
  };
  return fc
    .tuple(one(0), one(1), one(2), one(3))
    .map((all) => all.filter((it) => it !== undefined));
}

const embeddedData: fc.Arbitrary<readonly EmbeddedValue[]> = fc
  .record({ single: fc.option(value), added: fc.option(value), empty: fc.boolean() })
  .map(({ single, added, empty }) => [
    ...(single === null ? [] : [{ name: "single", value: single }]),
    ...(added === null ? [] : [{ name: "added", value: added }]),
    ...(empty ? [{ name: "empty" }] : []),
  ]);

export function responses(
  apiVersion: Survey["apiVersion"],
  times: "documented" | "any" = "documented",
): fc.Arbitrary<Response[]> {
  const at = times === "any" ? strangeTime : time;
  return fc.array(
    fc.record({
      serial: fc.option(fc.constantFrom("1", "2", "10"), { nil: undefined }),
      collectGroupId: fc.option(fc.constantFrom("G1", "G2"), { nil: undefined }),
      startedAt: at,
      finishedAt: at,
      variables: variables(apiVersion),
      embeddedData,
    }),
    { maxLength: 12 },
  );
}

/** A text to search for. */
export const needle = fc.oneof(
  value,
  fc.constantFrom("a", "b", "1", "OPTION", "10:0", "σ", "ς", "i", "first", " · ", ': "', "2 o"),
);

function condition(apiVersion: Survey["apiVersion"]): fc.Arbitrary<Condition> {
  const isRanked = apiVersion !== "v3";
  const column = fc.oneof(
    fc.constantFrom(
      ...[0, 1, 2, 3].flatMap((index) => {
        const rank = isRanked ? { rank: index + 1 } : {};
        const name = names[index] ?? "";
        return [
          { kind: "variable" as const, name, ...rank },
          ...(isRanked && index < 3
            ? [{ kind: "variable" as const, name: String(index + 1), ...rank }]
            : []),
        ];
      }),
    ),
    fc
      .constantFrom("single", "added", "empty", "absent")
      .map((name) => ({ kind: "embedded" as const, name })),
    fc
      .constantFrom("finishedAt", "serial", "responseId")
      .map((name) => ({ kind: "metadata" as const, name })),
  );
  return fc
    .tuple(
      column,
      anyCondition(fc.oneof(needle, fc.constantFrom("unknown", "2026-11-21T10:00:03"))),
    )
    .map(([of, is]) => ({ ...of, ...is }));
}

export function filters(apiVersion: Survey["apiVersion"]): fc.Arbitrary<ResponseFilter> {
  const bound = fc.option(
    fc.constantFrom("2026-11-21T10:00:03", "2026-11-21T10:00:06", "2026", "~"),
    {
      nil: undefined,
      freq: 2,
    },
  );
  const seconds = fc.option(fc.integer({ min: -3, max: 5 }), { nil: undefined });
  return fc.record({
    startDateTime: bound,
    endDateTime: bound,
    collectGroupId: fc.option(fc.constantFrom("G1", "G3"), { nil: undefined, freq: 2 }),
    duration: fc.option(fc.record({ atLeast: seconds, atMost: seconds }), {
      nil: undefined,
      freq: 2,
    }),
    conditions: fc.array(condition(apiVersion), { maxLength: 3 }),
  });
}
