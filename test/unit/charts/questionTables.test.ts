import { strict as assert } from "node:assert";
import { crossTable } from "../../../src/charts/crossTable.ts";
import { questionTables } from "../../../src/charts/questionTables.ts";
import { histogramTable, partHistogramTable } from "../../../src/charts/histogramTables.ts";
import { otherTextsTable } from "../../../src/charts/otherTextsTable.ts";
import { countDecimals, numberDecimals } from "../../../src/model/numberText.ts";
import { partStatisticsTable, statisticsTable } from "../../../src/charts/statisticsTables.ts";
import { valueTable } from "../../../src/charts/valueTable.ts";
import type { FigureTable } from "../../../src/charts/table.ts";
import type { CrossMeasure } from "../../../src/model/crossTable.ts";
import type { SummarisedQuestion } from "../../../src/charts/question.ts";
import type { QuestionSummary, Split, Statistics } from "../../../src/model/summary.ts";
import { asked, english, q1, satisfaction, wordsOf } from "./questions.ts";

function texts(table: FigureTable | undefined): string[][] {
  assert(table);
  return [table.head, ...table.rows.map((it) => it.cells)].map((row) => row.map((it) => it.text));
}

const statistics: Statistics = {
  n: 89.5,
  mean: 2.345678,
  sd: 0.98765,
  min: 1,
  max: 6,
  q1: 1.5,
  median: 2,
  q3: 3.25,
};

describe("table of a question's values", () => {
  it("shows count and percent of answered, and marks codes missing from the structure", () => {
    const table = valueTable(asked(), english);
    assert.equal(table?.caption, "Q1: How satisfied are you?");
    assert.deepEqual(texts(table), [
      ["Answer", "Code", "Count", "% of answered"],
      ["Very", "1", "60", "66.7%"],
      ["Not at all", "2", "0", "0.0%"],
      ["9 (not in the structure)", "9", "30", "33.3%"],
      ["Answered", "", "90", "100.0%"],
    ]);
    assert.deepEqual(table.notes, ["Base: 90 answered, of 100 asked and 120 in all."]);
  });

  it("shows percentages of all, with rows for no answer and not shown", () => {
    const table = valueTable(asked({ base: "all" }), english);
    assert.deepEqual(texts(table).slice(1), [
      ["Very", "1", "60", "50.0%"],
      ["Not at all", "2", "0", "0.0%"],
      ["9 (not in the structure)", "9", "30", "25.0%"],
      ["Answered", "", "90", "75.0%"],
      ["No answer", "", "10", "8.3%"],
      ["Not shown", "", "20", "16.7%"],
    ]);
    assert.deepEqual(table?.notes, ["Base: all 120, of whom 100 were asked and 90 answered."]);
  });

  it("counts answers with a missing code apart from those who gave no answer", () => {
    const bases = { all: 120, asked: 100, answered: 80, missing: 15 };
    const foot = (changes: Partial<SummarisedQuestion>) =>
      texts(valueTable(asked({ summary: satisfaction({ bases }), ...changes }), english)).slice(4);
    assert.deepEqual(foot({ base: "answered" }), [["Answered", "", "80", "100.0%"]]);
    assert.deepEqual(foot({ base: "all" }), [
      ["Answered", "", "80", "66.7%"],
      ["Missing codes", "", "15", "12.5%"],
      ["No answer", "", "5", "4.2%"],
      ["Not shown", "", "20", "16.7%"],
    ]);
    const other = satisfaction({ bases: { all: 60, asked: 50, answered: 40 } });
    assert.deepEqual(foot({ base: "asked", compared: { summary: other, names: ["A", "B"] } }), [
      ["Answered", "", "80", "80.0%", "40", "80.0%", "0.0"],
      ["Missing codes", "", "15", "15.0%", "0", "0.0%", "+15.0"],
      ["No answer", "", "5", "5.0%", "10", "20.0%", "-15.0"],
    ]);
    const unasked = satisfaction({ bases: { all: 120, answered: 80, missing: 15 } });
    assert.deepEqual(foot({ summary: unasked, base: "all" }).slice(1), [
      ["Missing codes", "", "15", "12.5%"],
      ["No answer or not shown", "", "25", "20.8%"],
    ]);
  });

  it("has no rounding errors of sums of weights in the rows of those who did not answer", () => {
    const sum = 0.1 + 0.2;
    const summary = satisfaction({
      bases: { all: 0.3, asked: sum, answered: sum },
      values: [{ value: "1", label: "Very", count: sum }],
      distinct: 1,
    });
    const table = valueTable(asked({ summary, base: "all" }), english);
    assert.deepEqual(texts(table).slice(2), [
      ["Answered", "", "0.3", "100.0%"],
      ["No answer", "", "0.0", "0.0%"],
      ["Not shown", "", "0.0", "0.0%"],
    ]);
    assert.deepEqual(
      table?.rows.slice(2).map(({ cells }) => cells[2]?.value),
      [0, 0],
    );
  });

  it("uses answered as the base if asked is unknown, with a note", () => {
    const summary = satisfaction({ bases: { all: 120, answered: 90 } });
    const table = valueTable(asked({ summary, base: "asked", apiVersion: "v1" }), english);
    assert.equal(table?.head.at(-1)?.text, "% of answered");
    assert.deepEqual(table.notes, [
      "Base: 90 answered, of 120 in all. How many were asked is not provided by v1.",
    ]);
  });

  it("has no percentages for an empty base, and keeps counts at full precision", () => {
    const summary = satisfaction({
      bases: { all: 0, asked: 0, answered: 0 },
      values: [{ value: "1", label: "Very", count: 0 }],
    });
    assert.deepEqual(texts(valueTable(asked({ summary }), english))[1], ["Very", "1", "0", ""]);
    const weighted = satisfaction({
      bases: { all: 1234.56789, asked: 1234.56789, answered: 1234.56789 },
      values: [{ value: "1", label: "Very", count: 1234.56789 }],
      distinct: 1,
    });
    const row = valueTable(
      asked({ summary: weighted, weighting: { name: "w", sum: 1234.56789, excluded: 12 } }),
      english,
    );
    assert.deepEqual(row?.rows[0]?.cells[2], { text: "1,234.6", value: 1234.56789 });
    assert.deepEqual(row.notes.slice(1), [
      "Weighted by w: the sum of weights is 1,234.6. Responses without a weight above 0, not counted: 12.",
    ]);
  });

  it("compares with another filter, with the difference in percentage points", () => {
    const compared = {
      names: ["Now", "Then"] as const,
      summary: satisfaction({
        bases: { all: 40, asked: 40, answered: 40 },
        values: [
          { value: "1", label: "Very", count: 10 },
          { value: "8", isUnknown: true, count: 30 },
        ],
        distinct: 2,
      }),
    };
    const table = valueTable(asked({ compared }), english);
    assert.deepEqual(texts(table), [
      [
        "Answer",
        "Code",
        "Now: Count",
        "Now: % of answered",
        "Then: Count",
        "Then: % of answered",
        "Difference (points)",
      ],
      ["Very", "1", "60", "66.7%", "10", "25.0%", "+41.7"],
      ["Not at all", "2", "0", "0.0%", "0", "0.0%", "0.0"],
      ["9 (not in the structure)", "9", "30", "33.3%", "0", "0.0%", "+33.3"],
      ["8 (not in the structure)", "8", "0", "0.0%", "30", "75.0%", "-75.0"],
      ["Answered", "", "90", "100.0%", "40", "100.0%", "0.0"],
    ]);
    assert.deepEqual(table?.notes, [
      "Now: Base: 90 answered, of 100 asked and 120 in all.",
      "Then: Base: 40 answered, of 40 asked and 40 in all.",
    ]);
  });

  it("leaves unknown counts of texts beyond the other side's list empty", () => {
    const text = (value: string, distinct: number) =>
      satisfaction({ kind: "text", values: [{ value, count: 5 }], distinct });
    const question = asked({
      summary: text("tea", 1),
      compared: { names: ["A", "B"], summary: text("coffee", 500) },
    });
    const table = valueTable(question, english);
    assert.deepEqual(texts(table).slice(1, 3), [
      ["tea", "5", "5.6%", "", "", ""],
      ["coffee", "0", "0.0%", "5", "5.6%", "-5.6"],
    ]);
    assert.deepEqual(table?.notes.slice(2), [
      "Other values, not listed: 499.",
      "An empty cell: the value is not among those listed there.",
    ]);
  });

  it("formats numbers for the locale and names empty values", () => {
    const summary = satisfaction({
      kind: "text",
      bases: { all: 4000, asked: 4000, answered: 4000 },
      values: [{ value: "", count: 1234 }],
      distinct: 1,
    });
    assert.deepEqual(texts(valueTable(asked({ summary }), wordsOf("de")))[1], [
      "(empty)",
      "1.234",
      "30,9\u00a0%",
    ]);
  });
});

describe("tables of numbers", () => {
  const histogram = { from: 0, width: 0.5, counts: [10, 0, 80] };
  const numbers = satisfaction({
    kind: "number",
    values: [],
    distinct: 300,
    statistics,
    histogram,
  });

  it("show the borders of each bin, the last including its upper border", () => {
    assert.deepEqual(texts(histogramTable(asked({ summary: numbers }), english)).slice(1), [
      ["0 – <0.5", "10", "11.1%"],
      ["0.5 – <1", "0", "0.0%"],
      ["1 – 1.5", "80", "88.9%"],
      ["Answered", "90", "100.0%"],
    ]);
    assert.equal(valueTable(asked({ summary: numbers }), english), undefined);
  });

  it("show rounded statistics with values at full precision", () => {
    const table = statisticsTable(asked({ summary: numbers }), english);
    assert.deepEqual(texts(table).slice(1), [
      ["Count", "89.5"],
      ["Mean", "2.35"],
      ["Standard deviation", "0.99"],
      ["Minimum", "1.00"],
      ["Lower quartile", "1.50"],
      ["Median", "2.00"],
      ["Upper quartile", "3.25"],
      ["Maximum", "6.00"],
    ]);
    assert.equal(table?.rows[1]?.cells[1]?.value, 2.345678);
  });

  it("leave statistics empty that a single number lacks", () => {
    const { sd, ...others } = statistics;
    assert(sd !== undefined);
    const summary = satisfaction({ statistics: others, isScale: true });
    assert.deepEqual(texts(statisticsTable(asked({ summary }), english))[3], [
      "Standard deviation",
      "",
    ]);
  });
});

describe("tables of weighted answers", () => {
  const bases = {
    all: 14.25,
    asked: 12,
    answered: 10.75,
    unweighted: { all: 30, asked: 25, answered: 20 },
  };
  const values = [
    { value: "1", label: "Very", count: 8.5 },
    { value: "2", label: "Not at all", count: 2 },
    { value: "9", isUnknown: true, count: 0.25 },
  ] as const;
  const weighting = { name: "w", sum: 14.25, excluded: 3 };
  const split: Split = {
    column: "variable:Q2",
    parts: [
      {
        value: "a",
        bases: { all: 5, asked: 4.5, answered: 4, unweighted: { all: 9, asked: 8, answered: 7 } },
        counts: [3.5, 0.5, 0],
        histogram: [3.5, 0.5],
      },
      {
        value: "b",
        bases: { all: 6, asked: 6, answered: 5, unweighted: { all: 12, asked: 12, answered: 11 } },
        counts: [4, 1, 0],
        histogram: [4, 1],
      },
    ],
    both: 9,
    bothUnweighted: 18,
    valueTotals: [7.5, 1.5, 0],
  };
  const question = asked({ summary: satisfaction({ bases, values }), weighting });

  it("show the unweighted base, and counts with equal decimals", () => {
    const table = valueTable(question, english);
    assert.deepEqual(texts(table).slice(1), [
      ["Very", "1", "8.5", "79.1%"],
      ["Not at all", "2", "2.0", "18.6%"],
      ["9 (not in the structure)", "9", "0.3", "2.3%"],
      ["Answered", "", "10.8", "100.0%"],
      ["Unweighted n", "", "20", ""],
    ]);
    assert.equal(table?.rows.at(-1)?.cells[2]?.value, 20);
    assert.equal(
      table.notes[0],
      "Base: 10.8 answered, of 12 asked and 14.3 in all. Unweighted n: 20.",
    );
    const ofAll = texts(valueTable({ ...question, base: "all" }, english));
    assert.deepEqual(ofAll.at(-1), ["Unweighted n", "", "30", ""]);
  });

  it("show the unweighted base of both filters", () => {
    const compared = { names: ["Now", "Then"] as const, summary: satisfaction({ bases }) };
    assert.deepEqual(texts(valueTable({ ...question, compared }, english)).at(-1), [
      "Unweighted n",
      "",
      "20",
      "",
      "20",
      "",
      "",
    ]);
  });

  it("show the unweighted base of each column of a cross table in every measure", () => {
    const its = { ...question, summary: satisfaction({ bases, values, split }) };
    assert.deepEqual(texts(crossTable(its, "count", english)).slice(1), [
      ["Very", "3.5", "4.0", "7.5"],
      ["Not at all", "0.5", "1.0", "1.5"],
      ["9 (not in the structure)", "0.0", "0.0", "0.0"],
      ["Answered", "4.0", "5.0", "9.0"],
      ["Unweighted n", "7", "11", "18"],
    ]);
    const ofAsked = crossTable({ ...its, base: "asked" }, "column", english);
    assert.deepEqual(texts(ofAsked).slice(-2), [
      ["Base", "4.5", "6.0"],
      ["Unweighted n", "8", "12"],
    ]);
    for (const measure of ["row", "total", "column"] as const) {
      assert.deepEqual(texts(crossTable(its, measure, english)).at(-1), [
        "Unweighted n",
        "7",
        "11",
        "18",
      ]);
    }
  });

  it("show the unweighted base of distributions", () => {
    const histogram = { from: 0, width: 1, counts: [8.5, 2.25] };
    const summary = satisfaction({ kind: "number", bases, values: [], histogram, split });
    const its = { ...question, summary };
    assert.deepEqual(texts(histogramTable(its, english)).at(-1), ["Unweighted n", "20", ""]);
    assert.deepEqual(texts(partHistogramTable(its, english)).slice(1), [
      ["0 – <1", "3.5", "4.0"],
      ["1 – 2", "0.5", "1.0"],
      ["Answered", "4.0", "5.0"],
      ["Unweighted n", "7", "11"],
    ]);
  });
});

describe("common decimals of figures", () => {
  it("fit the largest count, and are none for integers", () => {
    assert.equal(countDecimals([1, 20, undefined]), 0);
    assert.equal(countDecimals([1.25, 2]), 2);
    assert.equal(countDecimals([1.25, 20]), 1);
    assert.equal(countDecimals([0.1 + 0.2 + 0.7, 3]), 0);
    assert.equal(countDecimals([]), 0);
  });

  it("of statistics show small values as nonzero, except rounding errors of sums", () => {
    assert.equal(numberDecimals([1, 6, 2]), 0);
    assert.equal(numberDecimals([2.345, 0.98765, 1]), 2);
    assert.equal(numberDecimals([0.012345, 0.5]), 3);
    assert.equal(numberDecimals([0.0012345, 5]), 3);
    assert.equal(numberDecimals([1e-17, 5]), 0);
    assert.equal(numberDecimals([0]), 0);
  });
});

describe("tables of values that are all different", () => {
  const ids = satisfaction({
    kind: "number",
    values: [],
    distinct: 90,
    areAllDifferent: true,
    statistics,
    histogram: { from: 0, width: 10, counts: [50, 40] },
  });

  it("have a note, and show statistics and distribution only on request", () => {
    const [table, ...others] = questionTables(asked({ summary: ids }), english);
    assert.deepEqual(others, []);
    assert.deepEqual(texts(table), [
      ["Answer", "Count", "% of answered"],
      ["Answered", "90", "100.0%"],
    ]);
    assert.equal(table?.notes.at(-1), "All different: 90 values.");
    const wanted = questionTables(asked({ summary: ids, showsStatistics: true }), english);
    assert.deepEqual(
      wanted.map((it) => it.caption.split(": ").at(-1)),
      ["distribution", "statistics"],
    );
  });

  it("call values of embedded data no answers", () => {
    const column = { ...q1, kind: "embedded" } as const;
    const table = valueTable(asked({ summary: satisfaction({}), column }), english);
    assert.deepEqual(
      table?.head.map((it) => it.text),
      ["Value", "Code", "Count", "% of those with a value"],
    );
  });

  it("list answered texts, but no identifying embedded data", () => {
    const values = [{ value: "tea", count: 1 }];
    const summary = satisfaction({ kind: "text", values, distinct: 90, areAllDifferent: true });
    const rows = (kind: "variable" | "embedded"): string[] =>
      texts(valueTable(asked({ summary, column: { ...q1, kind } }), english)).flatMap(
        (it) => it[0] ?? [],
      );
    assert.deepEqual(rows("variable"), ["Answer", "tea", "Answered"]);
    assert.deepEqual(rows("embedded"), ["Value", "With a value"]);
  });
});

describe("cross table", () => {
  const split: Split = {
    column: "variable:Q2",
    parts: [
      {
        value: "a",
        label: "North",
        bases: { all: 60, asked: 50, answered: 40 },
        counts: [30, 0, 10],
        statistics,
      },
      { value: "b", bases: { all: 50, asked: 45, answered: 40 }, counts: [20, 0, 20] },
    ],
    both: 80,
    valueTotals: [50, 0, 30],
    test: { chiSquare: 5.33333, degreesOfFreedom: 1, p: 0.0209, n: 80, cells: 4, smallCells: 1 },
  };
  const question = asked({
    summary: satisfaction({ split }),
    splitBy: { ...q1, name: "Q2", text: "Where?" },
  });

  it("shows counts with the test below", () => {
    const table = crossTable(question, "count", english);
    assert.equal(table?.caption, "Q1: How satisfied are you? by Q2: Where? (Count)");
    const group = { ...q1, kind: "metadata", name: "collectGroupId", text: "Group" } as const;
    const byGroup = crossTable({ ...question, splitBy: group }, "count", english);
    assert.equal(byGroup?.caption, "Q1: How satisfied are you? by Group (Count)");
    assert.deepEqual(texts(table), [
      ["Answer", "North", "b", "Total"],
      ["Very", "30", "20", "50"],
      ["Not at all", "0", "0", "0"],
      ["9 (not in the structure)", "10", "20", "30"],
      ["Answered", "40", "40", "80"],
    ]);
    assert.deepEqual(table.notes.slice(1), [
      "The cross table is of the 80 who answered both questions.",
      "Chi-square 5.33, degrees of freedom 1, p = 0.021, of 80 who answered both.",
      "Cells with an expected count below 5: 1 of 4. If over 20%, interpret the test with caution.",
    ]);
  });

  it("shows percentages of column, row and total", () => {
    assert.deepEqual(texts(crossTable(question, "column", english)).slice(1), [
      ["Very", "75.0%", "50.0%", "62.5%"],
      ["Not at all", "0.0%", "0.0%", "0.0%"],
      ["9 (not in the structure)", "25.0%", "50.0%", "37.5%"],
      ["Base", "40", "40", "80"],
    ]);
    assert.deepEqual(texts(crossTable(question, "row", english)), [
      ["Answer", "North", "b", "Base"],
      ["Very", "60.0%", "40.0%", "50"],
      ["Not at all", "", "", "0"],
      ["9 (not in the structure)", "33.3%", "66.7%", "30"],
    ]);
    assert.deepEqual(texts(crossTable(question, "total", english))[1], [
      "Very",
      "37.5%",
      "25.0%",
      "62.5%",
    ]);
  });

  it("uses each part's own base for column percentages, without a total", () => {
    assert.deepEqual(texts(crossTable({ ...question, base: "asked" }, "column", english)), [
      ["Answer", "North", "b"],
      ["Very", "60.0%", "44.4%"],
      ["Not at all", "0.0%", "0.0%"],
      ["9 (not in the structure)", "20.0%", "44.4%"],
      ["Base", "50", "45"],
    ]);
  });

  it("states how many answered both questions only if its figures are of these, and of fewer", () => {
    const isStated = (of: SummarisedQuestion, measure: CrossMeasure) =>
      crossTable(of, measure, english)?.notes.some((it) =>
        it.includes("who answered both questions"),
      );
    assert.equal(isStated(question, "column"), true);
    assert.equal(isStated({ ...question, base: "asked" }, "column"), false);
    assert.equal(isStated({ ...question, base: "asked" }, "total"), true);
    const bases = { all: 120, asked: 100, answered: 80 };
    assert.equal(
      isStated({ ...question, summary: satisfaction({ split, bases }) }, "column"),
      false,
    );
  });

  it("names a question once if its text is its name", () => {
    const gender = { ...q1, kind: "embedded", name: "gender", text: "Gender" } as const;
    const table = crossTable({ ...question, splitBy: gender }, "count", english);
    assert.equal(table?.caption, "Q1: How satisfied are you? by gender (Count)");
  });

  it("gives the reason for a missing test, and shows a small p as below 0.001", () => {
    const withTest = (changes: Partial<Split>) =>
      crossTable(
        asked({ summary: satisfaction({ split: { ...split, ...changes } }) }),
        "count",
        english,
      )?.notes.at(-1);
    assert.equal(
      withTest({ test: undefined, noTest: "multiple" }),
      "No chi-square test: one of the questions takes several answers.",
    );
    assert.equal(
      withTest({
        test: { chiSquare: 99, degreesOfFreedom: 3, p: 1e-9, n: 80, cells: 8, smallCells: 0 },
      }),
      "Chi-square 99, degrees of freedom 3, p < 0.001, of 80 who answered both.",
    );
  });

  it("is also copied and reported in the selected measure", () => {
    const captions = questionTables({ ...question, measure: "row" }, english).map(
      (it) => it.caption,
    );
    assert.equal(captions.at(-1), "Q1: How satisfied are you? by Q2: Where? (% of row)");
    assert.equal(captions.length, 4);
  });

  it("is omitted for a question split by itself, with a note", () => {
    const table = valueTable(asked({ splitBy: q1 }), english);
    assert.equal(table?.notes.at(-1), "A question is not split by itself.");
  });

  it("includes statistics by part on request for codes", () => {
    const wanted = { ...question, showsStatistics: true };
    assert.equal(partStatisticsTable(question, english), undefined);
    const table = partStatisticsTable(wanted, english);
    assert.deepEqual(table?.notes, [
      "The cross table is of the 80 who answered both questions; statistics of all are of the 90 who answered this one.",
    ]);
    assert.deepEqual(
      texts(table).map((it) => it.slice(0, 3)),
      [
        ["Part", "Count", "Mean"],
        ["North", "89.5", "2.35"],
        ["b", "", ""],
        ["Total", "", ""],
      ],
    );
    assert.deepEqual(
      questionTables(wanted, english).map((it) => it.caption),
      [
        "Q1: How satisfied are you?",
        "Q1: How satisfied are you? by Q2: Where? (Count)",
        "Q1: How satisfied are you? by Q2: Where? (% of answered)",
        "Q1: How satisfied are you? by Q2: Where?: statistics",
      ],
    );
  });
});

describe("distribution of numbers", () => {
  const histogram = { from: 0, width: 10, counts: [50, 40] };
  const few = satisfaction({
    kind: "number",
    values: [{ value: "5", count: 90 }],
    distinct: 1,
    histogram,
  });
  const many = { ...few, values: [], distinct: 500 };
  const beside = (summary: QuestionSummary) =>
    histogramTable(asked({ summary: few, compared: { summary, names: ["A", "B"] } }), english);

  it("is shown if either of two filters has more numbers than listed values", () => {
    assert.equal(histogramTable(asked({ summary: few }), english), undefined);
    assert.equal(beside(few), undefined);
    assert.deepEqual(texts(beside(many))[1], ["0 – <10", "50", "55.6%", "50", "55.6%", "0.0"]);
  });
});

describe("tables of numbers by part", () => {
  const summary = satisfaction({
    kind: "number",
    values: [],
    histogram: { from: 0, width: 10, counts: [50, 40] },
    split: {
      column: "variable:Q2",
      parts: [
        { value: "a", bases: { all: 60, answered: 50 }, counts: [], histogram: [30, 20] },
        { value: "b", bases: { all: 60, answered: 50 }, counts: [], histogram: [30, 20] },
      ],
      both: 90,
      valueTotals: [],
      noTest: "unlisted",
    },
  });

  it("show the bins of each part, and note responses in several parts", () => {
    const table = partHistogramTable(asked({ summary, splitBy: { ...q1, name: "Q2" } }), english);
    assert.deepEqual(texts(table), [
      ["Range", "a", "b"],
      ["0 – <10", "30", "30"],
      ["10 – 20", "20", "20"],
      ["Answered", "50", "50"],
    ]);
    assert.equal(table?.notes.at(-1), "Responses with several answers are in several parts.");
  });
});

describe("question split without parts", () => {
  const split: Split = {
    column: "embedded:id",
    parts: [],
    both: 90,
    valueTotals: [60, 0, 30],
    noTest: "unlisted",
  };
  const question = (changes: Partial<QuestionSummary> = {}) =>
    asked({
      summary: satisfaction({ split, ...changes }),
      splitBy: { kind: "embedded", name: "id", text: "" },
    });

  it("is shown unsplit with a note", () => {
    const tables = questionTables(question(), english);
    assert.deepEqual(
      tables.map((it) => it.caption),
      ["Q1: How satisfied are you?"],
    );
    assert.equal(
      tables[0]?.notes.at(-1),
      "Not split by id: it has no values here, or more different numbers than are listed.",
    );
  });

  it("shows its distribution once if it has numbers", () => {
    const histogram = { from: 0, width: 10, counts: [50, 40] };
    const tables = questionTables(question({ kind: "number", values: [], histogram }), english);
    assert.deepEqual(
      tables.map((it) => it.caption),
      ["Q1: How satisfied are you?: distribution"],
    );
  });
});

describe("table of other texts", () => {
  it("shows the option of each text, and notes the number of unlisted texts", () => {
    const summary = satisfaction({
      values: [
        {
          value: "9",
          label: "Other",
          count: 8,
          others: { count: 8, distinct: 4, texts: [{ text: "a tablet", count: 3 }] },
        },
      ],
    });
    const table = otherTextsTable(asked({ summary }), english);
    assert.deepEqual(texts(table), [
      ["Text", "Write-in", "Count"],
      ["a tablet", "Other", "3"],
    ]);
    assert.deepEqual(table?.notes, ["Other: other texts that are not listed: 3."]);
  });
});
