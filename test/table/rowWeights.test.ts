import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { rowWeights, weightingOf } from "../../src/table/rowWeights.ts";

describe("weights of rows", () => {
  const weightsOf = (...values: readonly (string | null)[]) =>
    rowWeights({
      rows: values.length,
      segments: () => [
        {
          first: 0,
          codes: Uint8Array.from(values.keys()),
          cells: () => values.map((it) => (it === null ? null : [it])),
        },
      ],
    });

  it("exclude and count values that are missing, not numbers, or not above 0", () => {
    const weights = weightsOf("1.5", "n/a", null, "", "0", "-2", "2", "1e3");
    assert.deepEqual(weights, Float64Array.of(1.5, 0, 0, 0, 0, 0, 2, 0));
    assert.deepEqual(weightingOf(weights, undefined), { sum: 3.5, excluded: 6 });
  });

  it("are undefined if no value is a number", () => {
    assert.equal(weightsOf("n/a", "", null), undefined);
  });
});
