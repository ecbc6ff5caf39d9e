import assert from "node:assert/strict";
import { DisclosureLedger } from "../../../src/analysis/disclosure/ledger.ts";
import { tellTable } from "../../../src/analysis/disclosure/tellTable.ts";
import { SurveyError } from "../../../src/model/errors.ts";
import { Random } from "../../../src/service/sample/random.ts";
import { but, count, rows, sum } from "./support/figures.ts";

describe("what is told of a survey", () => {
  it("is every figure that has people enough, and no other", () => {
    const ledger = new DisclosureLedger(5);
    assert.deepEqual(ledger.tell([count(0, 4), count(0, 5), count(0, 0)]), [false, true, true]);
  });

  it("is everything where one person is enough", () => {
    const ledger = new DisclosureLedger(1);
    assert.deepEqual(ledger.tell([count(0, 1), count(0, 2), count(1, 2)]), [true, true, true]);
  });

  it("is no remainder of a total and its parts", () => {
    const ledger = new DisclosureLedger(5);
    assert.deepEqual(ledger.tell([count(0, 100), count(0, 60), count(60, 97)]), [
      true,
      true,
      false,
    ]);
  });

  it("is no complement of what was kept back, and no filter that differs by few", () => {
    const ledger = new DisclosureLedger(5);
    const all = count(0, 100);
    assert.deepEqual(ledger.tell([all, count(3, 100), count(4, 100)]), [true, false, false]);
    assert.deepEqual(ledger.tell([count(5, 100), count(0, 96), count(0, 95)]), [true, false, true]);
  });

  it("is told again, and so is what follows from it", () => {
    const ledger = new DisclosureLedger(5);
    ledger.tell([count(0, 100), count(0, 60)]);
    const before = ledger.encode();
    assert.deepEqual(ledger.tell([count(0, 60), count(60, 100)]), [true, true]);
    assert.deepEqual(ledger.encode(), before);
  });

  it("has nothing of a few responses that came later", () => {
    const ledger = new DisclosureLedger(5);
    ledger.tell([count(0, 100)]);
    assert.deepEqual(ledger.tell([count(0, 103), count(0, 105)]), [false, true]);
  });

  it("has no weights by which a group can be told from the rest", () => {
    // Three of 40 people weigh 2, all others 1: the sum of the weights minus the number of people is 3.
    const ledger = new DisclosureLedger(5);
    const weights = sum(rows(0, 40), (row) => (row < 3 ? 2 : 1));
    assert.deepEqual(ledger.tell([count(0, 40), weights]), [true, false]);
    assert.deepEqual(new DisclosureLedger(5).tell([weights, count(0, 40)]), [true, false]);
    const many = sum(rows(0, 40), (row) => (row < 6 ? 2 : 1));
    assert.deepEqual(ledger.tell([many]), [true]);
  });

  it("has no mean that, with the numbers of the other codes, leaves few", () => {
    // Codes 1 to 4 have 20, 15, 12 and 3 people. From n, two of the counts and the sum, the two other counts follow.
    const ledger = new DisclosureLedger(5);
    const codeOf = (row: number): number => [20, 35, 47].filter((it) => it <= row).length + 1;
    const mean = sum(rows(0, 50), codeOf);
    assert.deepEqual(ledger.tell([count(0, 50), count(0, 20)]), [true, true]);
    assert.deepEqual(ledger.tell([mean]), [true]);
    assert.deepEqual(ledger.tell([count(20, 35)]), [false]);
  });

  it("has no sum of a group that is too small in another scale", () => {
    const ledger = new DisclosureLedger(5);
    const scaled = (row: number): number => (row < 3 ? -7_000_000_003 : 0);
    assert.deepEqual(ledger.tell([sum(rows(0, 40), scaled)]), [false]);
    assert.deepEqual(ledger.tell([sum(rows(0, 40), () => 0)]), [true]);
  });

  it("is no union of a few groups of one each, in whichever of several tables they are", () => {
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

  it("says where there are too many rows or figures to tell more", () => {
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

describe("a table", () => {
  it("of two rows and columns with a small cell has its margins, and no cell", () => {
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

  it("of two rows and three columns keeps back, beside a small cell, three of the others, the smallest", () => {
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

  it("of frequencies keeps back the smallest cell beside a small one, and tells zeros", () => {
    const told = tellTable(new DisclosureLedger(5), {
      base: count(0, 121),
      rowTotals: [],
      columnTotals: [],
      cells: [count(0, 20), count(20, 80), count(80, 80), count(80, 83), count(83, 121)],
    });
    assert.deepEqual(told.cells, [false, true, true, false, true]);
  });

  it("of two small cells, enough together, keeps back these alone", () => {
    const told = tellTable(new DisclosureLedger(5), {
      base: count(0, 50),
      rowTotals: [],
      columnTotals: [],
      cells: [count(0, 20), count(20, 24), count(24, 26), count(26, 50)],
    });
    assert.deepEqual(told.cells, [true, false, false, true]);
  });

  it("of a base that is too small has no figure", () => {
    const told = tellTable(new DisclosureLedger(5), {
      base: count(0, 4),
      rowTotals: [],
      columnTotals: [],
      cells: [count(0, 4), count(4, 4)],
    });
    assert.deepEqual([told.base, ...told.cells], [false, false, true]);
  });
});

describe("a ledger that was kept", () => {
  const ledger = new DisclosureLedger(5);
  const random = new Random(20);
  ledger.tell([count(0, 300), count(1000, 1020), sum(rows(0, 300), (row) => (row % 5) - 2)]);
  for (let table = 0; table < 10; table++) {
    const figure = rows(0, 300).filter(() => random.chance(0.3));
    ledger.tell([{ rows: figure }]);
  }
  const bytes = ledger.encode();

  it("knows what was told", () => {
    const decoded = DisclosureLedger.decode(bytes, 5);
    assert.deepEqual(decoded.tell([count(0, 297), count(0, 300), count(1003, 1020)]), [
      false,
      true,
      false,
    ]);
    assert.deepEqual(decoded.encode(), bytes);
  });

  it("takes fewer bytes than rows were told", () => {
    assert.ok(bytes.length < 300 * 2 + 10 * 60 + 200, `${bytes.length}`);
  });

  it("is refused where anything of it is damaged", () => {
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

  it("tells no more of people of whom there were enough under a lower limit", () => {
    const before = new DisclosureLedger(3);
    before.tell([count(0, 40), count(0, 3), count(10, 25)]);
    const after = DisclosureLedger.decode(before.encode(), 5);
    assert.deepEqual(after.tell([count(0, 3), count(3, 40)]), [false, true]);
    assert.deepEqual(after.tell([count(0, 7), count(0, 9), count(1, 20)]), [false, true, true]);
  });

  it("tells nothing new where some of what was told could not be kept", () => {
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
