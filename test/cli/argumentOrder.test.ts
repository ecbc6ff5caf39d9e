import { strict as assert } from "node:assert";
import { withArgumentFirst } from "../../src/cli/argumentOrder.ts";

const [a, b] = ["A=https://a.example.com", "B=https://b.example.com#v2"];

describe("A recipe on the command line", () => {
  for (const [given, ordered] of [
    [
      ["--data-space", a, "r.json"],
      ["r.json", "--data-space", a],
    ],
    [
      ["--data-space", a, b, "r.json", "--json"],
      ["r.json", "--data-space", a, b, "--json"],
    ],
    [
      ["--data-space", a, "--data-space", b, "r.json"],
      ["r.json", "--data-space", a, "--data-space", b],
    ],
  ] as const) {
    it(`is not another data space: ${given.join(" ")}`, () => {
      assert.deepEqual(withArgumentFirst(["run", ...given]), ["run", ...ordered]);
    });
  }

  for (const given of [
    ["r.json", "--data-space", a, b, "--step", "1"],
    ["--data-space", a, "--json", "r.json"],
    ["--data-space", a, "--", "r.json"],
    ["--data-space", "without-url"],
    ["r.json", "--url", "https://a.example.com"],
  ]) {
    it(`stays where it is, as does all else: ${given.join(" ")}`, () => {
      assert.deepEqual(withArgumentFirst(["run", ...given]), ["run", ...given]);
    });
  }
});
