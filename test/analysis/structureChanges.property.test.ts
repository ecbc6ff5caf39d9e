import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { structureChanges } from "../../src/analysis/structureChanges.ts";
import { Random } from "../../src/service/sample/random.ts";
import { Editor } from "./support/edits.ts";
import { printedChanges } from "./support/printedChanges.ts";

describe("structure changes of random edits", () => {
  it("are exactly the edits made, in 1,000 sequences", () => {
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= 1000; seed++) {
      const { older, newer, expected } = new Editor(new Random(seed)).edit(1 + (seed % 32));
      assert.deepEqual(
        printedChanges(structureChanges(older, newer)).sort(),
        expected.map((it) => JSON.stringify(it)).sort(),
        `seed ${seed}`,
      );
      for (const { change, kind } of expected) {
        seen.set(`${change} ${kind}`, (seen.get(`${change} ${kind}`) ?? 0) + 1);
      }
    }
    // Each kind of change occurs often enough for the test to mean something.
    const kinds = ["block", "question", "option", "field"].flatMap((kind) =>
      ["added", "removed", kind === "option" ? "recoded" : "renamed", "moved", "relabelled"].map(
        (change) => `${change} ${kind}`,
      ),
    );
    kinds.forEach((it) => assert((seen.get(it) ?? 0) >= 40, `${it}: ${seen.get(it) ?? 0}`));
  });
});
