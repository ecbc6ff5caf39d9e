import { strict as assert } from "node:assert";
import { isScale } from "../../../src/model/scale.ts";

describe("codes", () => {
  for (const codes of ["1 2 3", "5 4 3 2 1", "-2 -1 0 1 2", "0 1 2 3 4 5 6 7 8 9 10"]) {
    it(`${codes} form a scale`, () => {
      assert(isScale(codes.split(" ")));
    });
  }

  const regions = Array.from({ length: 12 }, (_, index) => index + 1).join(" ");
  const names = ["1 2 3 99", "1 2", "0 1", "1 2 4", "1 2 x", "01 02 03", "1 1.5 2", "", regions];
  for (const codes of names) {
    it(`${codes || "that are absent"} form no scale`, () => {
      assert(!isScale(codes.split(" ")));
    });
  }
});
