import assert from "node:assert/strict";
import { DisclosureLedger } from "../../../src/analysis/disclosure/ledger.ts";
import { tellTable } from "../../../src/analysis/disclosure/tellTable.ts";
import { count } from "./support/figures.ts";
import { boundsOf } from "./support/bounds.ts";

/* Each gap that docs/assistants.md names, shown to exist. If one of these tests fails, more is covered: say so there. */
describe("documented gaps of withholding small counts", () => {
  it("allow comparing the same people in two surveys, which have separate ledgers", () => {
    const [first, second] = [new DisclosureLedger(5), new DisclosureLedger(5)];
    assert.deepEqual([...first.tell([count(0, 50)]), ...second.tell([count(0, 47)])], [true, true]);
    assert.deepEqual(
      first.tell([count(0, 47)]),
      [false],
      "within one survey the small difference is withheld",
    );
  });

  it("allow a conclusion from withholding itself: single groups and then their total", () => {
    const ledger = new DisclosureLedger(5);
    const groups = [count(0, 4), count(4, 8), count(8, 12), count(12, 16)];
    assert.deepEqual(ledger.tell(groups), [false, false, false, false]);
    assert.deepEqual(ledger.tell([count(0, 16)]), [true]);
    // Each group was refused before anything was told, so each has fewer than 5 people; a total of 16 means 4 in each.
    assert.equal(groups.length * (ledger.leastCount - 1), 16);
  });

  it("allow estimates: a withheld count has known bounds", () => {
    // 2 38 | 40
    // 9 51 | 60, of which no cell is told; the small one is between 0 and 11.
    const told = tellTable(new DisclosureLedger(5), {
      base: count(0, 100),
      rowTotals: [count(0, 40), count(40, 100)],
      columnTotals: [
        { rows: Uint32Array.of(0, 1, ...Array.from({ length: 9 }, (_, at) => 40 + at)) },
        { rows: Uint32Array.from({ length: 89 }, (_, at) => (at < 38 ? at + 2 : at + 11)) },
      ],
      cells: [count(0, 2), count(2, 40), count(40, 49), count(49, 100)],
    });
    assert.deepEqual([...told.rowTotals, ...told.columnTotals], [true, true, true, true]);
    assert.deepEqual(told.cells, [false, false, false, false]);
    const margins = [
      { factors: Float64Array.of(1, 1, 0, 0), result: 40 },
      { factors: Float64Array.of(0, 0, 1, 1), result: 60 },
      { factors: Float64Array.of(1, 0, 1, 0), result: 11 },
    ];
    assert.deepEqual(boundsOf(margins, new Set([0])), [0, 11]);
  });

  it("allow a conclusion about a group in which all people gave one answer", () => {
    const told = tellTable(new DisclosureLedger(5), {
      base: count(0, 30),
      rowTotals: [],
      columnTotals: [],
      cells: [count(0, 30), count(30, 30)],
    });
    assert.deepEqual(told.cells, [true, true]);
  });

  it("allow use of outside knowledge: four of five people are known", () => {
    const ledger = new DisclosureLedger(5);
    assert.deepEqual(ledger.tell([count(0, 5)]), [true]);
    assert.deepEqual(ledger.tell([count(0, 1)]), [false]);
    // Somebody who knows that the first four answered so subtracts 4.
    assert.equal(count(0, 5).rows.length - 4, 1);
  });
});

describe("cost of withholding small counts", () => {
  it("limits 60 people to at most 12 independent figures", () => {
    const ledger = new DisclosureLedger(5);
    const groups = Array.from({ length: 60 }, (_, at) => ({
      rows: Uint32Array.from({ length: 60 }, (__, row) => row).filter(
        (row) => (Math.imul(row + 1, 2654435761 + 40_503 * at) >>> 0) % 3 === 0,
      ),
    }));
    // Some groups are equal and follow from each other.
    const told = ledger.tell(groups);
    const different = new Set(groups.filter((_, at) => told[at]).map(({ rows }) => rows.join()));
    assert.ok(different.size > 0 && different.size <= 12, `${different.size}`);
  });
});
