import assert from "node:assert/strict";
import fc from "fast-check";
import { v3Mapper } from "../../src/client/mappers/v3.ts";
import { response, responseMetadata } from "../../src/protocol/v3.ts";

const anything = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom(null, undefined, 0, true, "", [], {}, [null], ["x"], [[]]),
);
/** Usually a value as the API documents it, sometimes anything else. */
const mostly = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary, weight: 30 }, { arbitrary: anything, weight: 1 });
const fields = (names: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  mostly(fc.record(names, { requiredKeys: [] }));
const text = mostly(fc.string({ maxLength: 3 }));
const list = (item: fc.Arbitrary<unknown>) => mostly(fc.array(item, { maxLength: 2 }));

const responses = fields({
  ...Object.fromEntries(Object.keys(responseMetadata.shape).map((it) => [it, text])),
  other: anything,
  embeddedData: list(fields({ name: text, value: text, valueLabel: text, other: anything })),
  variables: list(
    fields({
      name: text,
      type: text,
      label: text,
      options: list(fields({ value: text, valueLabel: text })),
      answer: list(fields({ value: text, etcValue: text })),
    }),
  ),
});

describe("v3 response mapper", () => {
  it("accepts and rejects the same values as the schema", () => {
    let taken = 0;
    fc.assert(
      fc.property(responses, (value) => {
        const { success } = response.safeParse(value);
        taken += Number(success);
        if (success) {
          v3Mapper.response(value);
        } else {
          assert.throws(() => v3Mapper.response(value), { name: "FieldError" });
        }
      }),
      { seed: 5, numRuns: 3000 },
    );
    assert.ok(taken > 500 && taken < 2500, String(taken));
  });
});
