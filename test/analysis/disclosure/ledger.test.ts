import assert from "node:assert/strict";
import { DisclosureLedger } from "../../../src/analysis/disclosure/ledger.ts";
import { tellTable } from "../../../src/analysis/disclosure/tellTable.ts";
import { SurveyError } from "../../../src/model/errors.ts";
import { Random } from "../../../src/service/sample/random.ts";
import { but, count, rows, sum } from "./support/figures.ts";

describe("figures allowed by the disclosure ledger", () => {
  it("include counts of at least five rows or of none, and no smaller ones", () => {
    const ledger = new DisclosureLedger(5);
    assert.deepEqual(ledger.tell([count(0, 4), count(0, 5), count(0, 0)]), [false, true, true]);
  });

  it("include everything if the least count is 1", () => {
    const ledger = new DisclosureLedger(1);
    assert.deepEqual(ledger.tell([count(0, 1), count(0, 2), count(1, 2)]), [true, true, true]);
  });

  it("exclude the small remainder of a total and its parts", () => {
    const ledger = new DisclosureLedger(5);
    assert.deepEqual(ledger.tell([count(0, 100), count(0, 60), count(60, 97)]), [
      true,
      true,
      false,
    ]);
  });

  it("exclude the complement of a withheld count, and filters that differ by few rows", () => {
    const ledger = new DisclosureLedger(5);
    const all = count(0, 100);
    assert.deepEqual(ledger.tell([all, count(3, 100), count(4, 100)]), [true, false, false]);
    assert.deepEqual(ledger.tell([count(5, 100), count(0, 96), count(0, 95)]), [true, false, true]);
  });

  it("include repeated figures and those that follow from them, without growth of the ledger", () => {
    const ledger = new DisclosureLedger(5);
    ledger.tell([count(0, 100), count(0, 60)]);
    const before = ledger.encode();
    assert.deepEqual(ledger.tell([count(0, 60), count(60, 100)]), [true, true]);
    assert.deepEqual(ledger.encode(), before);
  });

  it("exclude counts that differ by a few later responses", () => {
    const ledger = new DisclosureLedger(5);
    ledger.tell([count(0, 100)]);
    assert.deepEqual(ledger.tell([count(0, 103), count(0, 105)]), [false, true]);
  });

  it("exclude weighted sums that reveal a small group", () => {
    // Three of 40 people weigh 2, all others 1: the sum of the weights minus the number of people is 3.
    const ledger = new DisclosureLedger(5);
    const weights = sum(rows(0, 40), (row) => (row < 3 ? 2 : 1));
    assert.deepEqual(ledger.tell([count(0, 40), weights]), [true, false]);
    assert.deepEqual(new DisclosureLedger(5).tell([weights, count(0, 40)]), [true, false]);
    const many = sum(rows(0, 40), (row) => (row < 6 ? 2 : 1));
    assert.deepEqual(ledger.tell([many]), [true]);
  });

  it("exclude counts that, combined with a mean and other counts, reveal a small group", () => {
    // Codes 1 to 4 have 20, 15, 12 and 3 people. From n, two of the counts and the sum, the two other counts follow.
    const ledger = new DisclosureLedger(5);
    const codeOf = (row: number): number => [20, 35, 47].filter((it) => it <= row).length + 1;
    const mean = sum(rows(0, 50), codeOf);
    assert.deepEqual(ledger.tell([count(0, 50), count(0, 20)]), [true, true]);
    assert.deepEqual(ledger.tell([mean]), [true]);
    assert.deepEqual(ledger.tell([count(20, 35)]), [false]);
  });

  it("exclude a sum to which only a small group contributes", () => {
    const ledger = new DisclosureLedger(5);
    const scaled = (row: number): number => (row < 3 ? -7_000_000_003 : 0);
    assert.deepEqual(ledger.tell([sum(rows(0, 40), scaled)]), [false]);
    assert.deepEqual(ledger.tell([sum(rows(0, 40), () => 0)]), [true]);
  });

  it("exclude the complement of few people who are distinguished by several tables", () => {
    // Four people, distinguished by two tables of 40, and a filter that excludes them.
    const ledger = new DisclosureLedger(5);
    const odd = rows(0, 40).filter((it) => it % 2 === 1);
    const half = rows(0, 40).filter((it) => it % 4 < 2);
    assert.deepEqual(ledger.tell([count(0, 40), { rows: odd }, { rows: half }]), [
      true,
      true,
      true,
    ]);
    assert.deepEqual(ledger.tell([but(rows(0, 40), [0, 1, 2, 3])]), [false]);
    assert.deepEqual(ledger.tell([but(rows(0, 40), [0, 1, 2, 3, 4])]), [true]);
  });

  it("report the limit of rows or figures once it is reached", () => {
    const ledger = new DisclosureLedger(2);
    assert.deepEqual(ledger.tell([count(999_990, 1_000_001)]), [false]);
    assert.equal(ledger.limit, "rows");
    const many = Array.from({ length: 1001 }, (_, at) => count(2 * at, 2 * at + 2));
    assert.equal(ledger.tell(many).filter(Boolean).length, 1000);
    assert.equal(ledger.limit, "figures");
    assert.deepEqual(ledger.tell([count(0, 2)]), [true]);
    assert.equal(ledger.limit, undefined);
  });
});

describe("table with small cells", () => {
  it("keeps its margins but no cell if one of two by two cells is small", () => {
    // 3 17 | 20
    // 30 50 | 80
    const cells = [count(0, 3), count(3, 20), count(20, 50), count(50, 100)];
    const told = tellTable(new DisclosureLedger(5), {
      base: count(0, 100),
      rowTotals: [count(0, 20), count(20, 100)],
      columnTotals: [{ rows: rows(0, 3, 20, 50) }, { rows: rows(3, 20, 50, 100) }],
      cells,
    });
    assert.equal(told.base, true);
    assert.deepEqual(told.rowTotals, [true, true]);
    assert.deepEqual(told.columnTotals, [true, true]);
    assert.deepEqual(told.cells, [false, false, false, false]);
  });

  it("withholds three other cells to protect a small one in a table of two by three", () => {
    // 3 17 40 | 60
    // 30 50 60 | 140
    const cells = [
      [0, 3],
      [3, 20],
      [20, 60],
      [60, 90],
      [90, 140],
      [140, 200],
    ] as const;
    const told = tellTable(new DisclosureLedger(5), {
      base: count(0, 200),
      rowTotals: [count(0, 60), count(60, 200)],
      columnTotals: [0, 1, 2].map((it) => ({
        rows: rows(...[it, it + 3].flatMap((at) => cells[at] ?? [])),
      })),
      cells: cells.map(([from, to]) => count(from, to)),
    });
    assert.deepEqual(told.cells, [false, false, true, false, false, true]);
  });

  it("withholds the smallest cell beside a small one in frequencies, and shows zeros", () => {
    const told = tellTable(new DisclosureLedger(5), {
      base: count(0, 121),
      rowTotals: [],
      columnTotals: [],
      cells: [count(0, 20), count(20, 80), count(80, 80), count(80, 83), count(83, 121)],
    });
    assert.deepEqual(told.cells, [false, true, true, false, true]);
  });

  it("withholds only the small cells if two of them are large enough together", () => {
    const told = tellTable(new DisclosureLedger(5), {
      base: count(0, 50),
      rowTotals: [],
      columnTotals: [],
      cells: [count(0, 20), count(20, 24), count(24, 26), count(26, 50)],
    });
    assert.deepEqual(told.cells, [true, false, false, true]);
  });

  it("shows no figure except zero if its base is too small", () => {
    const told = tellTable(new DisclosureLedger(5), {
      base: count(0, 4),
      rowTotals: [],
      columnTotals: [],
      cells: [count(0, 4), count(4, 4)],
    });
    assert.deepEqual([told.base, ...told.cells], [false, false, true]);
  });
});

describe("decoded disclosure ledger", () => {
  const ledger = new DisclosureLedger(5);
  const random = new Random(20);
  ledger.tell([count(0, 300), count(1000, 1020), sum(rows(0, 300), (row) => (row % 5) - 2)]);
  for (let table = 0; table < 10; table++) {
    const figure = rows(0, 300).filter(() => random.chance(0.3));
    ledger.tell([{ rows: figure }]);
  }
  const bytes = ledger.encode();

  it("remembers the allowed figures", () => {
    const decoded = DisclosureLedger.decode(bytes, 5);
    assert.deepEqual(decoded.tell([count(0, 297), count(0, 300), count(1003, 1020)]), [
      false,
      true,
      false,
    ]);
    assert.deepEqual(decoded.encode(), bytes);
  });

  it("is encoded in less than 1,400 bytes for 13 figures", () => {
    assert.ok(bytes.length < 300 * 2 + 10 * 60 + 200, `${bytes.length}`);
  });

  it("is rejected if any byte is damaged, missing or added", () => {
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] ?? 0) ^ (1 << random.below(8));
      assertDamaged(damaged);
      assertDamaged(bytes.subarray(0, at));
    }
    for (let round = 0; round < 200; round++) {
      const damaged = bytes.slice();
      const [from, length] = [random.below(bytes.length), 1 + random.below(20)];
      damaged.subarray(from, from + length).fill(random.below(256));
      if (!damaged.every((it, at) => it === bytes[at])) {
        assertDamaged(damaged);
      }
    }
    assertDamaged(new Uint8Array([...bytes, 0]));
  });

  it("exposes no further small groups that were allowed under a lower least count", () => {
    const before = new DisclosureLedger(3);
    before.tell([count(0, 40), count(0, 3), count(10, 25)]);
    const after = DisclosureLedger.decode(before.encode(), 5);
    assert.deepEqual(after.tell([count(0, 3), count(3, 40)]), [false, true]);
    assert.deepEqual(after.tell([count(0, 7), count(0, 9), count(1, 20)]), [false, true, true]);
  });

  it("allows nothing new if some allowed figures could not be stored", () => {
    const before = new DisclosureLedger(1);
    assert.deepEqual(before.tell([count(0, 40), { rows: Uint32Array.of(7, 2_000_000) }]), [
      true,
      true,
    ]);
    const after = DisclosureLedger.decode(before.encode(), 5);
    assert.deepEqual(after.tell([count(0, 40), count(0, 20)]), [true, false]);
    assert.deepEqual(DisclosureLedger.decode(before.encode(), 1).tell([count(0, 20)]), [true]);
  });
});

function assertDamaged(bytes: Uint8Array): void {
  assert.throws(
    () => DisclosureLedger.decode(bytes, 5),
    (error: unknown) => error instanceof SurveyError && error.code === "file-fault",
  );
}
