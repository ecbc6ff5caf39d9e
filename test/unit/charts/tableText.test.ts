import { strict as assert } from "node:assert";
import { parse } from "csv-parse/sync";
import type { FigureTable } from "../../../src/charts/table.ts";
import { tableCsv, tableMarkdown } from "../../../src/charts/tableText.ts";
import { english } from "./questions.ts";

const hostile = [
  'a "quoted", text',
  "two\r\nlines",
  "<img src=x onerror=alert(1)>",
  "a | b",
  "**bold** [link](https://x) `code`",
  "\ufeff=1+1",
];

function tableOf(changes: Partial<FigureTable> = {}): FigureTable {
  return {
    caption: "Q1",
    head: [
      { text: "Answer", isNumber: false },
      { text: "Count", isNumber: true },
    ],
    rows: [
      { cells: [{ text: "Very" }, { text: "1,234.6", value: 1234.56789 }] },
      { cells: [{ text: "Not at all" }, { text: "" }] },
    ],
    notes: ["Base: 90 answered."],
    ...changes,
  };
}

describe("table as CSV", () => {
  it("contains numbers at full precision and empty cells for unknown values", () => {
    assert.equal(
      tableCsv([tableOf()], english),
      "Answer,Count\r\nVery,1234.56789\r\nNot at all,\r\n",
    );
  });

  it("is parsed back to the same texts", () => {
    const rows = hostile.map((text) => ({ cells: [{ text }, { text: "1", value: 1 }] }));
    const csv = tableCsv([tableOf({ rows })], english);
    assert.deepEqual(parse(csv), [["Answer", "Count"], ...hostile.map((it) => [it, "1"])]);
  });

  it("lists several tables in one, merging columns of the same name", () => {
    const other = tableOf({
      caption: "Q2",
      head: [
        { text: "Answer", isNumber: false },
        { text: "Yes", isNumber: true },
        { text: "Yes", isNumber: true },
      ],
      rows: [{ cells: [{ text: "x" }, { text: "1" }, { text: "2" }] }],
    });
    assert.deepEqual(parse(tableCsv([tableOf(), other], english)), [
      ["Table", "Answer", "Count", "Yes", "Yes"],
      ["Q1", "Very", "1234.56789", "", ""],
      ["Q1", "Not at all", "", "", ""],
      ["Q2", "x", "", "1", "2"],
    ]);
  });
});

describe("table as Markdown", () => {
  it("has its caption above and its notes below", () => {
    assert.equal(
      tableMarkdown([tableOf(), tableOf({ caption: "", notes: [] })]),
      "**Q1**\n\n" +
        "| Answer | Count |\n|---|---:|\n| Very | 1,234.6 |\n| Not at all |  |\n\n" +
        "Base: 90 answered.\n\n" +
        "| Answer | Count |\n|---|---:|\n| Very | 1,234.6 |\n| Not at all |  |\n",
    );
  });

  it("escapes texts so that they cannot break cells or become markup", () => {
    const rows = hostile.map((text) => ({ cells: [{ text }, { text: "1" }] }));
    const lines = tableMarkdown([tableOf({ rows, caption: "", notes: hostile })]).split("\n");
    const cells = lines.slice(2, 2 + hostile.length);
    for (const line of cells) {
      // Only the borders of cells: characters that are not escaped.
      assert.equal(line.match(/(?<!\\)\|/g)?.length, 3, line);
    }
    for (const line of lines.slice(2)) {
      assert.doesNotMatch(line, /(?<!\\)[<>*`[\]]/);
    }
    assert.equal(cells[1], "| two lines | 1 |");
  });
});
