import assert from "node:assert/strict";
import fc from "fast-check";
import { InformationSet } from "../../../src/analysis/disclosure/informationSet.ts";
import { ToldFigures } from "../../../src/analysis/disclosure/toldFigures.ts";

const rows = 40;

describe("rows of a pivot's sum", () => {
  it("are those at which the sum is not 0, after figures are added, pivots exchanged and changes undone", () => {
    const figure = fc.uniqueArray(fc.nat(rows - 1), { minLength: 1, maxLength: 12 });
    const step = fc.record({ figure, start: fc.nat(rows - 1), undone: fc.boolean() });
    const property = fc.property(fc.array(step, { minLength: 5, maxLength: 20 }), (steps) => {
      const told = new ToldFigures();
      const set = new InformationSet(told, 1, () => true);
      const pivots: number[] = [];
      const check = (): void => {
        for (const pivot of pivots) {
          const sum = set.sumOf(pivot);
          const expected = Array.from({ length: told.rows }, (_, row) => row).filter(
            (row) => told.sumAt(sum, row) !== 0,
          );
          assert.deepEqual([...set.rowsOfPivot(pivot)], expected);
        }
      };
      for (const { figure, start, undone } of steps) {
        told.add({ rows: Uint32Array.from(figure.toSorted((a, b) => a - b)) });
        const rest = set.rest();
        const row = set.firstOf(rest, start % told.rows, () => true);
        if (row < 0) {
          told.removeLast();
          continue;
        }
        const undo = set.add(rest, row);
        assert.ok(typeof undo === "function");
        pivots.push(row);
        check();
        const other = set.rowsOfPivot(row).find((it) => !pivots.includes(it));
        if (other !== undefined) {
          const back = set.exchange(row, other);
          assert.ok(typeof back === "function");
          pivots.splice(-1, 1, other);
          check();
          back();
          pivots.splice(-1, 1, row);
          check();
        }
        if (undone) {
          undo();
          pivots.pop();
          told.removeLast();
          check();
        }
      }
    });
    fc.assert(property, { seed: 15, numRuns: 100 });
  });
});
