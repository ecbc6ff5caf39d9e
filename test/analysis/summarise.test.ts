import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { indexColumn } from "../../src/analysis/columnIndex.ts";
import { rowSet } from "../../src/analysis/rowSet.ts";
import { prepareSplit } from "../../src/analysis/split.ts";
import type { Run, ColumnCells, TextCell } from "../../src/analysis/columnCells.ts";
import { summarise } from "../../src/analysis/summarise.ts";
import { crossTable } from "../../src/model/crossTable.ts";
import { binBorder, type QuestionSummary } from "../../src/model/summary.ts";
import { options, shapes, subjectOf, type Given } from "./support/subjects.ts";

interface Which {
  readonly by?: Given;
  readonly passing?: readonly number[];
  readonly weights?: readonly number[];
}

function summaryOf(given: Given, { by, passing, weights }: Which = {}): QuestionSummary {
  const rows = given.cells.length;
  const set = rowSet({
    rows,
    passing: passing && Uint8Array.from(passing),
    weights: weights && Float64Array.from(weights),
  });
  return summarise(
    indexColumn(subjectOf(given), rows),
    set,
    by && prepareSplit(indexColumn(subjectOf(by, "whole", "by"), rows), set),
  );
}

/** Returns the subject with some codes declared missing, and the same subject with these codes removed from the cells. */
function withMissing(given: Given, missing: readonly string[]): [Given, Given] {
  const cells = given.cells.map((it) => it?.filter((value) => !missing.includes(value)) ?? null);
  const left = options(...(given.options ?? []).map((it) => it.name)).filter(
    (it) => !missing.includes(it.name),
  );
  return [
    { ...given, missing },
    { ...given, cells, options: left },
  ];
}

/** Cells of one value each. */
function ones(...values: readonly (string | null)[]): TextCell[] {
  return values.map((it) => (it === null ? null : [it]));
}

function countsOf({ values }: Pick<QuestionSummary, "values">): [string, number][] {
  return values.map(({ value, count }) => [value, count]);
}

describe("summary of a question with options", () => {
  const one: Given = {
    cells: [["2"], ["1"], [], null, ["2"], ["9"], ["7"], ["9"]],
    options: options("1", "2", "3", "9"),
    unknown: ["9"],
  };

  it("counts options in their order, then codes missing from the structure", () => {
    const { kind, bases, values, distinct } = summaryOf(one);
    assert.equal(kind, "single");
    assert.deepEqual(bases, { all: 8, asked: 7, answered: 6 });
    assert.equal(distinct, 4);
    assert.deepEqual(
      values.map((it) => [it.value, it.label, it.isUnknown, it.count]),
      [
        ["1", "Label 1", undefined, 1],
        ["2", "Label 2", undefined, 2],
        ["3", "Label 3", undefined, 0],
        ["9", "Label 9", true, 2],
        ["7", undefined, true, 1],
      ],
    );
  });

  it("has the first label of a code that several options have, as files do", () => {
    const twice = ["", "First", "Last"].map((label) => ({ name: "1", label }));
    const { values } = summaryOf({ cells: [["1"]], options: twice });
    assert.deepEqual(values, [{ value: "1", label: "First", count: 1 }]);
  });

  it("has no base of people asked if it is unknown", () => {
    assert.equal(summaryOf({ ...one, tellsAsked: false }).bases.asked, undefined);
  });

  it("counts only passing rows, by weight", () => {
    const { bases, values } = summaryOf(one, {
      passing: [1, 1, 1, 1, 0, 1, 1, 1],
      weights: [0.5, 2, 1, 4, 1, 0, 3, -1],
    });
    assert.deepEqual(bases, {
      all: 10.5,
      asked: 6.5,
      answered: 5.5,
      unweighted: { all: 5, asked: 4, answered: 3 },
    });
    assert.deepEqual(countsOf({ values }), [
      ["1", 2],
      ["2", 0.5],
      ["3", 0],
      ["7", 3],
    ]);
  });

  it("lists all options with zero counts and no statistics if no row passes", () => {
    const { values, bases, distinct, statistics } = summaryOf(one, {
      passing: one.cells.map(() => 0),
    });
    assert.deepEqual(bases, { all: 0, asked: 0, answered: 0 });
    assert.deepEqual([distinct, statistics], [0, undefined]);
    assert.deepEqual(countsOf({ values }), [
      ["1", 0],
      ["2", 0],
      ["3", 0],
    ]);
  });

  it("counts a response once for a repeated value", () => {
    const { kind, bases, values } = summaryOf({
      cells: [["1", "1", "2"], ["1"]],
      options: options("1", "2"),
    });
    assert.equal(kind, "multiple");
    assert.deepEqual(bases, { all: 2, asked: 2, answered: 2 });
    assert.deepEqual(countsOf({ values }), [
      ["1", 2],
      ["2", 1],
    ]);
  });

  it('is of kind "multiple" by its type, even if nobody gave several answers', () => {
    const cells = ones("1", "2");
    const kindOf = (type: string): string =>
      summaryOf({ cells, options: options("1", "2"), type }).kind;
    assert.deepEqual([kindOf("MULTI_SELECT"), kindOf("SingleChoice")], ["multiple", "single"]);
  });

  it("has statistics if all codes are numbers", () => {
    const cells = ones("1", "2", "4", "");
    const { statistics } = summaryOf({ cells, options: options("1", "2", "4") });
    assert.deepEqual([statistics?.n, statistics?.mean, statistics?.median], [3, 7 / 3, 2]);
    const other = { cells, options: options("1", "2", "4", "x") };
    assert.equal(summaryOf(other).statistics, undefined);
    const unknown = { cells: ones("1", "x"), options: options("1", "2") };
    assert.equal(summaryOf(unknown).statistics, undefined);
  });

  it("is a scale only if all codes of the survey form one, regardless of the filter", () => {
    const isScale = (given: Given, passing?: readonly number[]): boolean | undefined =>
      summaryOf(given, passing ? { passing } : {}).isScale;
    const cells = ones("1", "2", "", "3");
    assert.equal(isScale({ cells, options: options("1", "2", "3", "4") }), true);
    assert.equal(isScale({ cells, options: options("1", "2", "3", "99") }), undefined);
    assert.equal(isScale({ cells: [["1", "2"]], options: options("1", "2", "3") }), undefined);
    assert.equal(isScale({ cells }), undefined);
    const unknown = { cells: ones("1", "99"), options: options("1", "2", "3") };
    assert.equal(isScale(unknown, [1, 0]), undefined);
  });

  it("has the other texts of each answer", () => {
    const { values, others } = summaryOf({
      cells: [["1", "9"], ["9"], ["9"], ["9", "9"], ["1"]],
      others: [["", "tea"], ["milk"], ["tea"], ["rum", "tea"], null],
      options: options("1", "9"),
    });
    assert.equal(others, undefined);
    assert.deepEqual(
      values.map((it) => it.others),
      [
        undefined,
        {
          count: 4,
          texts: [
            { text: "tea", count: 3 },
            { text: "milk", count: 1 },
            { text: "rum", count: 1 },
          ],
          distinct: 3,
        },
      ],
    );
  });

  it("lists at most 1,000 codes missing from the structure", () => {
    const cells = ones(...Array.from({ length: 1500 }, (_, row) => `u${row}`), "u1499");
    const { values, distinct } = summaryOf({ cells, options: options("1") });
    assert.deepEqual([values.length, distinct], [1001, 1500]);
    assert.deepEqual(countsOf({ values: values.slice(0, 3) }), [
      ["1", 0],
      ["u1499", 2],
      ["u0", 1],
    ]);
  });
});

describe("summary of numbers", () => {
  it("sorts and merges equal numbers regardless of their notation", () => {
    const { kind, values, distinct, histogram } = summaryOf({
      cells: ones("10", "9", "-2.50", "", "0.125", "9.00", null, "-2.5", "-0", "0.0"),
    });
    assert.deepEqual([kind, distinct], ["number", 6]);
    assert.deepEqual(countsOf({ values }), [
      ["-2.5", 2],
      ["0", 2],
      ["0.125", 1],
      ["9", 2],
      ["10", 1],
      ["", 1],
    ]);
    assert.equal(
      histogram?.counts.reduce((sum, it) => sum + it, 0),
      8,
    );
  });

  it("computes quartiles from numeric values, not from their notations", () => {
    const weights = [0.75, 0.75, 1, 2];
    const quartiles = (...values: string[]): unknown => {
      const { q1, median, q3 } =
        summaryOf({ cells: ones(...values) }, { weights }).statistics ?? {};
      return [q1, median, q3];
    };
    assert.deepEqual(quartiles("1", "1.0", "2.50", "4"), quartiles("1", "1", "2.5", "4"));
    assert.deepEqual(
      summaryOf({ cells: ones("1", "1.0", "2.50", "4"), options: options("1", "4") }, { weights })
        .statistics,
      summaryOf({ cells: ones("1", "1", "2.5", "4") }, { weights }).statistics,
    );
  });

  it("splits another question by numeric values, regardless of their notation", () => {
    const { split } = summaryOf(
      { cells: ones("a", "b", "a", "b") },
      { by: { cells: ones("1.5", "1.50", "2", "2.0") } },
    );
    assert.deepEqual(
      split?.parts.map((it) => [it.value, it.counts]),
      [
        ["1.5", [1, 1]],
        ["2", [1, 1]],
      ],
    );
    assert.equal(split.test?.degreesOfFreedom, 1);
  });

  for (const value of ["1e3", "01", "1.", ".5", "1,5", "NaN", "Infinity", "+1", " 1", "0x1"]) {
    it(`is a summary of texts if a value is ${value}`, () => {
      assert.equal(summaryOf({ cells: ones("1", value) }).kind, "text");
    });
  }

  it("is a summary of texts if all cells are empty or a cell has several values", () => {
    for (const cells of [[], [null], [[]], [[""]], [["1", "2"]]]) {
      assert.equal(summaryOf({ cells }).kind, "text");
    }
  });

  it("keeps its kind and bins under any filter", () => {
    const given = { cells: ones("1", "x", "2") };
    assert.equal(summaryOf(given, { passing: [1, 0, 1] }).kind, "text");
    const { kind, values, histogram } = summaryOf({ cells: ones("1", "2") }, { passing: [0, 0] });
    assert.deepEqual([kind, values], ["number", []]);
    assert.deepEqual(histogram, { from: 1, width: 1, counts: [0, 0] });
  });

  it("lists no values if more than 100 pass the filter", () => {
    const given = { cells: ones(...Array.from({ length: 101 }, (_, row) => `${row}`)) };
    const { values, distinct, statistics } = summaryOf(given);
    assert.deepEqual([values, distinct, statistics?.n], [[], 101, 101]);
    const passing = given.cells.map((_, row) => (row < 100 ? 1 : 0));
    assert.equal(summaryOf(given, { passing }).values.length, 100);
  });

  it("has the same statistics as R", () => {
    const { statistics } = summaryOf({
      cells: ones("2", "2", "7", "-1.5", "1000000", "3.25", "3.25"),
    });
    assert.deepEqual(
      { ...statistics, sd: statistics?.sd?.toFixed(6) },
      {
        n: 7,
        mean: 142859.42857142858,
        sd: "377963.465112",
        min: -1.5,
        max: 1000000,
        q1: 2,
        median: 3.25,
        q3: 5.125,
      },
    );
  });

  it("has the same quartiles as PSPP, with and without weights", () => {
    const given = { cells: ones("1", "2", "3", "4", "10", "12") };
    const quartiles = (which: Which): (number | undefined)[] => {
      const { q1, median, q3 } = summaryOf(given, which).statistics ?? {};
      return [q1, median, q3];
    };
    assert.deepEqual(quartiles({}), [2.25, 3.5, 8.5]);
    const weights = [1, 2, 1, 3, 0.5, 1];
    assert.deepEqual(quartiles({ weights }), [2, 3.75, 4]);
    const border = { cells: ones("10", "20") };
    const { q1, median, q3 } = summaryOf(border, { weights: [1.5, 1.5] }).statistics ?? {};
    assert.deepEqual([q1, median, q3], [15, 10, 20]);
    assert.equal(summaryOf(given, { weights }).statistics?.sd?.toFixed(2), "3.63");
  });

  it("has no standard deviation for a count of one or less", () => {
    const one = summaryOf({ cells: ones("3", null) }).statistics;
    assert.deepEqual(one, {
      n: 1,
      mean: 3,
      sd: undefined,
      min: 3,
      max: 3,
      q1: 3,
      median: 3,
      q3: 3,
    });
    const less = summaryOf({ cells: ones("3", "4") }, { weights: [0.25, 0.25] }).statistics;
    assert.deepEqual([less?.sd, less?.q1, less?.mean], [undefined, 3, 3.5]);
  });

  it("keeps full precision for large numbers close to each other", () => {
    const cells = ones("900000000000001", "900000000000002", "900000000000003");
    const { mean, sd } = summaryOf({ cells }).statistics ?? {};
    assert.deepEqual([mean, sd], [900000000000002, 1]);
  });
});

describe("histogram", () => {
  const binsOf = (
    ...numbers: readonly number[]
  ): [number | undefined, number | undefined, number] => {
    const { histogram } = summaryOf({ cells: ones(...numbers.map(String)) });
    return [histogram?.from, histogram?.width, histogram?.counts.length ?? 0];
  };

  it("has bins of integer width for integers", () => {
    assert.deepEqual(binsOf(0, 10), [0, 1, 11]);
    assert.deepEqual(binsOf(3, 86), [0, 5, 18]);
    assert.deepEqual(binsOf(1, 31), [0, 2, 16]);
    assert.deepEqual(binsOf(-7, -7), [-7, 1, 1]);
  });

  it("has bins of round width for decimal numbers, the last including its upper border", () => {
    assert.deepEqual(binsOf(0, 0.5, 1), [0, 0.05, 20]);
    assert.deepEqual(binsOf(-0.25, 2.5), [-0.3, 0.1, 28]);
    assert.deepEqual(binsOf(2.5), [2.5, 0.01, 1]);
  });

  it("counts each number in the bin that starts with it", () => {
    // In floating point, 3 * 0.1 is greater than 0.3.
    const tenths = Array.from({ length: 30 }, (_, index) => String(index / 10));
    const { histogram } = summaryOf({ cells: ones(...tenths) });
    assert.deepEqual(histogram, { from: 0, width: 0.1, counts: [...Array<number>(28).fill(1), 2] });
  });

  it("keeps its bins under any filter", () => {
    const given = { cells: ones("0", "1", "2.5", "10", "10") };
    const { histogram } = summaryOf(given, { passing: [0, 1, 1, 0, 1], weights: [1, 2, 3, 4, 5] });
    assert.deepEqual([histogram?.from, histogram?.width, histogram?.counts.length], [0, 0.5, 20]);
    const places = [2, 5, 19];
    assert.deepEqual(
      places.map((it) => histogram?.counts[it]),
      [2, 3, 5],
    );
    assert.equal(
      histogram?.counts.reduce((sum, it) => sum + it),
      10,
    );
  });

  for (const texts of [
    [`0.${"0".repeat(39)}1`, `0.${"0".repeat(39)}2`],
    ["999999999999998.9", "999999999999999"],
    ["0.1", "0.10000000000000002"],
    ["-999999999999999.9", "999999999999999.9"],
    ["123456.7", "123456.70000000001"],
    ["0.0000001", "999999999999999"],
  ]) {
    it(`counts ${texts.join(" and ")} in the bins whose borders contain them`, () => {
      const { histogram } = summaryOf({ cells: ones(...texts) });
      const numbers = texts.map(Number);
      assert.ok(histogram);
      const { counts } = histogram;
      assert.ok(counts.length >= 1 && counts.length <= 40, `${counts.length} bins`);
      for (const [bin, count] of counts.entries()) {
        const isLast = bin === counts.length - 1;
        const within: number[] = numbers.filter(
          (it) =>
            it >= binBorder(histogram, bin) &&
            (isLast ? it <= binBorder(histogram, bin + 1) : it < binBorder(histogram, bin + 1)),
        );
        assert.equal(count, within.length, `bin ${bin}`);
      }
    });
  }
});

describe("values that are all different", () => {
  const numbered = (count: number, text: (row: number) => string): TextCell[] =>
    ones(...Array.from({ length: count }, (_, row) => text(row)));
  const isSo = (...cells: TextCell[]): boolean => summaryOf({ cells }).areAllDifferent === true;

  it("are recognised as identifiers from 30 texts or integers on", () => {
    assert(isSo(...numbered(30, (row) => `P-${row}`)));
    assert(isSo(...numbered(30, (row) => `${1000 + row}`), null, []));
    assert(!isSo(...numbered(29, (row) => `P-${row}`)));
    assert(!isSo(...numbered(30, (row) => `${row}.5`)), "decimal numbers are measurements");
  });

  it("are not recognised if a value repeats, except for the empty text", () => {
    const ids = numbered(40, (row) => `${row}`);
    assert(!isSo(...ids, ["7"]));
    assert(!isSo(...ids, ["7.0"]));
    assert(isSo(...ids, [""], [""]));
  });

  it("are determined regardless of the filter", () => {
    const cells = [...numbered(40, (row) => `${row}`), ["7"]];
    const passing = cells.map((_, row) => (row < 40 ? 1 : 0));
    assert.equal(summaryOf({ cells }, { passing }).areAllDifferent, undefined);
  });
});

describe("summary of texts", () => {
  it("sorts texts by frequency, then alphabetically, including the empty text", () => {
    const { kind, values, distinct } = summaryOf({ cells: ones("b", "a", "", "c", "c", "") });
    assert.deepEqual([kind, distinct], ["text", 4]);
    assert.deepEqual(countsOf({ values }), [
      ["", 2],
      ["c", 2],
      ["a", 1],
      ["b", 1],
    ]);
  });

  it("lists at most 100 texts", () => {
    const texts = Array.from({ length: 500 }, (_, row) => `t${(row * 7) % 250}`);
    const { values, distinct } = summaryOf({ cells: ones("t9", "zz", "zz", ...texts) });
    assert.deepEqual([values.length, distinct], [100, 251]);
    assert.deepEqual(countsOf({ values: values.slice(0, 2) }), [
      ["t9", 3],
      ["t0", 2],
    ]);
  });

  it("finds the most frequent texts in any order of rows", () => {
    const texts = Array.from({ length: 150 }, (_, at) => Array<string>(at + 1).fill(`t${at}`));
    for (const cells of [texts, texts.toReversed()]) {
      const { values } = summaryOf({ cells: ones(...cells.flat()) });
      assert.deepEqual(
        countsOf({ values }),
        Array.from({ length: 100 }, (_, at) => [`t${149 - at}`, 150 - at]),
      );
    }
  });

  it("has the other texts of all answers", () => {
    const { others } = summaryOf({ cells: [["a", "b"], ["c"]], others: [["x", "x"], ["y"]] });
    assert.deepEqual(others, {
      count: 2,
      texts: [
        { text: "x", count: 1 },
        { text: "y", count: 1 },
      ],
      distinct: 2,
    });
  });

  for (const shape of shapes) {
    it(`counts more distinct texts than it keeps in memory, stored as ${shape}`, () => {
      const rows = 70_000;
      // Built by hand: `subjectOf` would be slow with so many distinct cells.
      const few = subjectOf({ cells: [["seldom", "often"], ["often"], null] }, shape);
      const many: Run = {
        first: 3,
        codes: Uint32Array.from({ length: rows - 3 }, (_, row) => row + 2),
        cells: () => [null, [], ...Array.from({ length: rows - 3 }, (_, row) => [`t${row}`])],
      };
      const subject: ColumnCells = { ...few, runs: () => [...few.runs(), many] };
      const index = indexColumn(subject, rows);
      assert.equal(index.texts, undefined);
      const { values, distinct } = summarise(index, rowSet({ rows }));
      assert.equal(distinct, rows - 1);
      assert.deepEqual(countsOf({ values: values.slice(0, 4) }), [
        ["often", 2],
        ["seldom", 1],
        ["t0", 1],
        ["t1", 1],
      ]);
      const left = summarise(
        indexColumn({ ...subject, missing: ["seldom"] }, rows),
        rowSet({ rows }),
      );
      assert.deepEqual(countsOf({ values: left.values.slice(0, 2) }), [
        ["often", 2],
        ["t0", 1],
      ]);
      assert.equal(values.length, 100);
      assert.deepEqual(
        values.slice(2).map((it) => it.value),
        Array.from({ length: rows - 3 }, (_, row) => `t${row}`)
          .sort()
          .slice(0, 98),
      );
    });
  }
});

describe("split", () => {
  const sex: Given = {
    cells: ones("1", "2", "1", "2", null, "1", "3"),
    options: options("1", "2", "3"),
  };
  const age: Given = { cells: ones("20", "30", "40", "20", "50", null, "20") };

  it("has counts, statistics and bins for each part", () => {
    const { split, histogram } = summaryOf(age, { by: sex });
    assert.ok(split);
    assert.deepEqual(
      split.parts.map(({ value, label, bases, counts }) => ({ value, label, bases, counts })),
      [
        {
          value: "1",
          label: "Label 1",
          bases: { all: 3, asked: 2, answered: 2 },
          counts: [1, 0, 1, 0],
        },
        {
          value: "2",
          label: "Label 2",
          bases: { all: 2, asked: 2, answered: 2 },
          counts: [1, 1, 0, 0],
        },
        {
          value: "3",
          label: "Label 3",
          bases: { all: 1, asked: 1, answered: 1 },
          counts: [1, 0, 0, 0],
        },
      ],
    );
    assert.equal(split.both, 5);
    assert.deepEqual(split.valueTotals, [3, 1, 1, 0]);
    assert.deepEqual(
      split.parts.map((it) => it.statistics?.mean),
      [30, 25, 20],
    );
    assert.deepEqual(
      split.parts.map((it) => it.histogram?.reduce((sum, count) => sum + count)),
      [2, 2, 1],
    );
    assert.equal(split.parts[0]?.histogram?.length, histogram?.counts.length);
    assert.deepEqual(
      [split.test?.degreesOfFreedom, split.test?.n, split.test?.cells, split.test?.smallCells],
      [4, 5, 9, 9],
    );
  });

  it("counts responses with several answers in several parts, without a test", () => {
    const drinks: Given = {
      cells: [["1", "2"], ["1", "1"], ["2"], [], null, ["1"], ["2"]],
      options: options("1", "2"),
    };
    const { split } = summaryOf(sex, { by: drinks });
    assert.ok(split);
    assert.deepEqual(
      split.parts.map((it) => [it.bases.answered, it.counts]),
      [
        [3, [2, 1, 0]],
        [3, [2, 0, 1]],
      ],
    );
    assert.deepEqual([split.both, split.valueTotals], [5, [3, 1, 1]]);
    assert.equal(split.noTest, "multiple");
    assert.equal(summaryOf(drinks, { by: sex }).split?.noTest, "multiple");
  });

  it("has no test if one column is constant or not fully listed", () => {
    const constant: Given = { cells: sex.cells.map(() => ["1"]), options: options("1", "2") };
    assert.equal(summaryOf(sex, { by: constant }).split?.noTest, "constant");
    assert.equal(summaryOf(constant, { by: sex }).split?.noTest, "constant");
    const rows = 200;
    const many: Given = { cells: Array.from({ length: rows }, (_, row) => [`t${row}`]) };
    const two: Given = { cells: many.cells.map((_, row) => [`${row % 2}`]) };
    assert.equal(summaryOf(two, { by: many }).split?.noTest, "unlisted");
    assert.equal(summaryOf(many, { by: two }).split?.noTest, "unlisted");
    // A split by too many numbers to list has no test.
    const numbers: Given = { cells: ones(...Array.from({ length: rows }, (_, row) => `${row}`)) };
    assert.equal(summaryOf(two, { by: numbers }).split?.noTest, "unlisted");
    const one: Given = { cells: two.cells.map((it, row) => (row === 7 ? it : null)) };
    assert.equal(summaryOf(one, { by: numbers }).split?.noTest, "constant");
  });

  it("is undefined for the column itself", () => {
    const index = indexColumn(subjectOf({ cells: ones("1", "2") }), 2);
    const set = rowSet({ rows: 2 });
    assert.equal(summarise(index, set, prepareSplit(index, set)).split, undefined);
  });

  it("has no parts if no row passes", () => {
    const { split } = summaryOf(sex, { by: age, passing: sex.cells.map(() => 0) });
    assert.ok(split);
    assert.deepEqual(split, {
      column: "variable:by",
      parts: [],
      both: 0,
      valueTotals: [0, 0, 0],
      noTest: "constant",
    });
  });

  it("forms a cross table with percentages of responses that answered both questions", () => {
    const summary = summaryOf(sex, { by: { cells: ones("a", "a", "b", "a", "b", null, null) } });
    assert.ok(summary.split);
    const { cells, rowTotals, columnTotals, total } = crossTable(summary, summary.split);
    const figures = (row: typeof rowTotals): (number | undefined)[][] =>
      row.map((it) => [it.count, it.rowPercent, it.columnPercent, it.totalPercent]);
    const third = 100 / 3;
    assert.deepEqual(cells.map(figures), [
      [
        [1, 50, third, 25],
        [1, 50, 100, 25],
      ],
      [
        [2, 100, 200 / 3, 50],
        [0, 0, 0, 0],
      ],
      [
        [0, undefined, 0, 0],
        [0, undefined, 0, 0],
      ],
    ]);
    assert.deepEqual(figures(rowTotals), [
      [2, 100, 50, 50],
      [2, 100, 50, 50],
      [0, undefined, 0, 0],
    ]);
    assert.deepEqual(figures(columnTotals), [
      [3, 75, 100, 75],
      [1, 25, 100, 25],
    ]);
    assert.deepEqual(figures([total]), [[4, 100, 100, 100]]);
  });
});

describe("declared missing codes", () => {
  it("are counted separately from answers and excluded from scale and statistics", () => {
    const one: Given = {
      cells: ones("1", "2", "3", "99", "99", "1", null, "-1"),
      options: options("1", "2", "3", "99"),
      missing: ["99", "-1"],
    };
    const { bases, values, statistics, isScale, distinct } = summaryOf(one, {
      weights: [1, 1, 1, 2, 1, 1, 1, 1],
    });
    assert.deepEqual(bases, {
      all: 9,
      asked: 8,
      answered: 4,
      missing: 4,
      unweighted: { all: 8, asked: 7, answered: 4 },
    });
    assert.deepEqual(
      values.map((it) => [it.value, it.count]),
      [
        ["1", 2],
        ["2", 1],
        ["3", 1],
      ],
    );
    assert.equal(distinct, 3);
    assert.equal(isScale, true);
    assert.deepEqual([statistics?.n, statistics?.mean, statistics?.max], [4, 7 / 4, 3]);
  });

  it("are excluded from histograms and from the choice between numbers and texts", () => {
    const { kind, bases, histogram, statistics } = summaryOf({
      cells: ones("31", "35", "999", "refused", "40"),
      missing: ["999.0", "refused"],
    });
    assert.equal(kind, "number");
    assert.equal(bases.missing, 2);
    assert.equal(statistics?.max, 40);
    assert.equal(
      histogram?.counts.reduce((sum, it) => sum + it, 0),
      3,
    );
    assert.ok(histogram.from + histogram.width * histogram.counts.length < 100);
  });

  for (const shape of shapes) {
    it(`leave the same figures as columns without them, stored as ${shape}`, () => {
      const several: Given = {
        cells: [["1", "9"], ["9"], ["2"], null, [], ["2", "1"], ["9", "8"], ["8"]],
        options: options("1", "2", "9"),
        type: "MULTI_SELECT",
      };
      const by: Given = {
        cells: ones("a", "b", "a", "b", "x", "x", "a", "b"),
        options: options("a", "b", "x"),
      };
      const figures = (given: Given, split: Given) => {
        const rows = given.cells.length;
        const set = rowSet({ rows });
        const [own, other] = [subjectOf(given, shape), subjectOf(split, shape, "by")];
        const { bases, ...figures } = summarise(
          indexColumn(own, rows),
          set,
          prepareSplit(indexColumn(other, rows), set),
        );
        const { missing, ...others } = bases;
        const parts = figures.split?.parts.map(({ bases: { missing: _, ...its }, ...it }) => [
          it,
          its,
        ]);
        return [missing, { ...figures, split: { ...figures.split, parts } }, others] as const;
      };
      const [declared, removed] = withMissing(several, ["9", "8"]);
      const [declaredBy, removedBy] = withMissing(by, ["x"]);
      const [missing, ...found] = figures(declared, declaredBy);
      const [, ...expected] = figures(removed, removedBy);
      assert.equal(missing, 3);
      assert.deepEqual(found, expected);
    });
  }
});
