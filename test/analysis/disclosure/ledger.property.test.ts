import assert from "node:assert/strict";
import fc from "fast-check";
import { DisclosureLedger } from "../../../src/analysis/disclosure/ledger.ts";
import type { Figure } from "../../../src/analysis/disclosure/toldFigures.ts";
import { NaiveSpan, subsets } from "./support/naiveSpan.ts";

const most = 10;

const has = fc.array(fc.boolean(), { minLength: most, maxLength: most });
const values = fc.array(fc.integer({ min: -3, max: 6 }), { minLength: most, maxLength: most });
const figure = fc.tuple(has, fc.option(values)).map(([rowHas, rowValues]): Figure => {
  const rows = Uint32Array.from([...rowHas.keys()].filter((it) => rowHas[it] === true));
  return rowValues
    ? { rows, values: Float64Array.from(rows, (it) => rowValues[it] ?? 0) }
    : { rows };
});
const figures = fc.array(figure, { minLength: 1, maxLength: 8 });
const limit = fc.integer({ min: 1, max: 6 });

/** Groups of fewer than `below` rows about which the span contains sums that `before` does not. */
function exposed(span: NaiveSpan, before: NaiveSpan, below: number): readonly number[][] {
  const found: number[][] = [];
  for (let size = 1; size < below; size++) {
    for (const rows of subsets(most, size)) {
      if (span.dimensionWithin(rows) > before.dimensionWithin(rows)) {
        found.push([...rows]);
      }
    }
  }
  return found;
}

describe("disclosure ledger compared with a naive twin", () => {
  const nothing = new NaiveSpan(most);

  it("allows exactly the figures that let no linear combination cover too few rows", () => {
    let refused = 0;
    const check = (given: readonly Figure[], leastCount: number): void => {
      const ledger = new DisclosureLedger(leastCount);
      const sets = leastCount;
      let span = nothing;
      for (const it of given) {
        const vector = span.vectorOf(it);
        const size = vector.filter((value) => value !== 0n).length;
        const next = span.with(vector);
        const isSafe =
          size === 0 ||
          (size >= leastCount &&
            exposed(next, nothing, leastCount).length === 0 &&
            (leastCount === 1 || next.hasBases(sets)));
        assert.deepEqual(ledger.tell([it]), [isSafe]);
        span = isSafe ? next : span;
        refused += Number(!isSafe);
      }
    };
    fc.assert(
      fc.property(figures, limit, (given, leastCount) => check(given, leastCount)),
      { seed: 20, numRuns: 300 },
    );
    assert.ok(refused > 0);
  });

  it("gives the same answers after encoding and decoding", () => {
    fc.assert(
      fc.property(figures, figures, limit, (before, then, leastCount) => {
        const ledger = new DisclosureLedger(leastCount);
        ledger.tell(before);
        const decoded = DisclosureLedger.decode(ledger.encode(), leastCount);
        assert.deepEqual(decoded.encode(), ledger.encode());
        assert.deepEqual(decoded.tell(then), ledger.tell(then));
        assert.deepEqual(decoded.encode(), ledger.encode());
      }),
      { seed: 21, numRuns: 500 },
    );
  });

  it("exposes no further small groups after the least count is raised", () => {
    let told = 0;
    const check = (before: readonly Figure[], then: readonly Figure[], limits: number[]): void => {
      const [lower = 1, higher = 1] = limits.toSorted((a, b) => a - b);
      const ledger = new DisclosureLedger(lower);
      const known = before.filter((it) => ledger.tell([it])[0] === true);
      const raised = DisclosureLedger.decode(ledger.encode(), higher);
      let span = nothing;
      for (const it of known) {
        span = span.with(span.vectorOf(it));
      }
      for (const it of then) {
        if (raised.tell([it])[0] === true) {
          const next = span.with(span.vectorOf(it));
          told += next.dimension - span.dimension;
          assert.deepEqual(exposed(next, span, higher), []);
          span = next;
        }
      }
    };
    fc.assert(
      fc.property(figures, figures, fc.tuple(limit, limit), (before, then, limits) =>
        check(before, then, limits),
      ),
      { seed: 22, numRuns: 300 },
    );
    assert.ok(told > 50, `${told} figures allowed`);
  });
});
