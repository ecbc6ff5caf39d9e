import assert from "node:assert/strict";
import fc from "fast-check";
import { DisclosureLedger } from "../../../src/analysis/disclosure/ledger.ts";
import type { Figure } from "../../../src/analysis/disclosure/toldFigures.ts";
import { NaiveSpan, subsets } from "./support/naiveSpan.ts";

const most = 12;

const figure = fc
  .tuple(
    fc.array(fc.boolean(), { minLength: most, maxLength: most }),
    fc.option(fc.array(fc.integer({ min: -3, max: 6 }), { minLength: most, maxLength: most })),
  )
  .map(([has, values]): Figure => {
    const rows = Uint32Array.from([...has.keys()].filter((it) => has[it] === true));
    return values ? { rows, values: Float64Array.from(rows, (it) => values[it] ?? 0) } : { rows };
  });
const scenario = fc.record({
  figures: fc.array(figure, { minLength: 1, maxLength: 10 }),
  leastCount: fc.integer({ min: 1, max: 6 }),
});

function narrowest(span: NaiveSpan, below: number): readonly number[] | undefined {
  for (let size = 1; size < below; size++) {
    for (const rows of subsets(most, size)) {
      if (span.hasSumWithin(rows)) {
        return rows;
      }
    }
  }
  return undefined;
}

describe("a ledger of told figures, beside a naive twin", function () {
  this.timeout(60_000);
  let refused = 0;
  let needlessly = 0;

  it("never lets a sum of multiples have fewer rows than the limit, and tells what follows", () => {
    fc.assert(
      fc.property(scenario, ({ figures, leastCount }) => {
        const ledger = new DisclosureLedger(leastCount);
        const span = new NaiveSpan(most);
        for (const it of figures) {
          const vector = span.vectorOf(it);
          const [isTold] = ledger.tell([it]);
          const size = vector.filter((value) => value !== 0n).length;
          if (size === 0 || leastCount === 1 || (span.has(vector) && size >= leastCount)) {
            assert.equal(isTold, true);
          }
          if (isTold) {
            span.add(vector);
            assert.equal(narrowest(span, leastCount), undefined);
          } else {
            refused++;
            needlessly += Number(narrowest(span.with(vector), leastCount) === undefined);
          }
        }
      }),
      { seed: 20, numRuns: 400 },
    );
    assert.ok(needlessly <= refused / 2, `${needlessly} of ${refused} were refused needlessly`);
  });
});
