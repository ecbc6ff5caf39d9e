import assert from "node:assert/strict";
import type { QuestionSummary, SummaryQuery } from "../../src/model/summary.ts";
import type { ApiVersion, Survey } from "../../src/model/survey.ts";
import type { TableRegistry } from "../../src/table/tableRegistry.ts";
import { pageOf, timeAt } from "../copy/support/copiedPages.ts";
import { OtherProcess, rawStructure, tablesIn } from "./support/filledTables.ts";
import { folderOfEachTest } from "../support/folders.ts";

const question = "variable:Q1";
const weight = "embedded:weight";

const survey: Survey = {
  surveyId: "A",
  label: "A",
  apiVersion: "v3",
  questions: [
    {
      name: "Q1",
      type: "SingleChoice",
      label: "Which?",
      options: [
        { name: "1", label: "<b>One</b>" },
        { name: "2", label: "Two" },
      ],
    },
    { name: "Q2", type: "Text", label: "Why?", options: [] },
  ],
  embeddedData: [{ name: "weight" }],
};

interface Facts {
  /** Codes of the answer; `null`: the question was not asked. */
  readonly codes?: readonly string[] | null;
  readonly text?: string;
  readonly weight?: string;
  /** Label of the weight's value. */
  readonly weightLabel?: string;
  readonly options?: readonly object[];
}

let number = 0;

function item({ codes = [], text, weight: its, weightLabel, options = [] }: Facts): string {
  number++;
  return JSON.stringify({
    responseId: `r${number}`,
    finishedAt: timeAt(number),
    embeddedData:
      its === undefined ? [] : [{ name: "weight", value: its, valueLabel: weightLabel }],
    variables: [
      ...(codes === null
        ? []
        : [{ name: "Q1", options, answer: codes.map((value) => ({ value })) }]),
      ...(text === undefined ? [] : [{ name: "Q2", answer: [{ value: text }] }]),
    ],
  });
}

/** Returns value and count of each value. */
function countsOf(summary: QuestionSummary | undefined): (readonly [string, number])[] {
  return (summary?.values ?? []).map((it) => [it.value, it.count]);
}

describe("summaries of a table that changes", () => {
  const folder = folderOfEachTest();
  let tables: TableRegistry;
  let table: number;
  let reader: OtherProcess | undefined;
  beforeEach(async () => {
    tables = tablesIn(folder);
    open();
  });
  afterEach(async () => {
    reader?.copy.close();
    tables.closeAll();
  });

  function open(version: ApiVersion = "v3"): void {
    const key = { space: "space", version, surveyId: "A" } as const;
    table = tables.open(key, "Space").table;
    reader?.copy.close();
    reader = new OtherProcess(folder, key);
  }

  function add(...facts: readonly Facts[]): void {
    reader?.add(pageOf(facts.map(item)));
  }

  const ask = (query: Partial<SummaryQuery> = {}) =>
    tables.summarise(table, { columns: [question], filter: {}, ...query });

  it("count new pages with two alternating filters", async () => {
    tables.putStructure(table, ...rawStructure(survey));
    const some = {
      conditions: [{ kind: "variable", name: "Q2", is: "contains", text: "a" }],
    } as const;
    const others = {
      conditions: [{ kind: "variable", name: "Q2", is: "contains", text: "b" }],
    } as const;
    for (let page = 1; page <= 4; page++) {
      add(
        { codes: ["1"], text: "a" },
        { codes: ["2"], text: "ab" },
        { codes: [] },
        { codes: null },
      );
      const all = await ask();
      assert.deepEqual([all.matching, all.loaded, all.isComplete], [4 * page, 4 * page, false]);
      assert.deepEqual(all.summaries[0]?.bases, {
        all: 4 * page,
        asked: 3 * page,
        answered: 2 * page,
      });
      assert.deepEqual(countsOf((await ask({ filter: some })).summaries[0]), [
        ["1", page],
        ["2", page],
      ]);
      const [summary] = (await ask({ filter: others })).summaries;
      assert.deepEqual(countsOf(summary), [
        ["1", 0],
        ["2", page],
      ]);
    }
    reader?.copy.finish(0);
    assert.equal((await ask()).isComplete, true);
  });

  it("mark codes that the structure does not know, until it knows them", async () => {
    tables.putStructure(table, ...rawStructure(survey));
    const named = [{ value: "8", valueLabel: "Eight" }];
    add({ codes: ["1"] }, { codes: ["9"] }, { codes: ["8"], options: named }, { codes: ["9"] });
    assert.deepEqual(
      (await ask()).summaries[0]?.values.map((it) => [it.value, it.label, it.isUnknown, it.count]),
      [
        ["1", "One", undefined, 1],
        ["2", "Two", undefined, 0],
        ["9", undefined, true, 2],
        ["8", "Eight", true, 1],
      ],
    );
    const [first, ...rest] = survey.questions;
    assert.ok(first);
    const options = [...first.options, { name: "9", label: "Nine" }];
    const grown = { ...survey, questions: [{ ...first, options }, ...rest] };
    tables.putStructure(table, ...rawStructure(grown));
    assert.deepEqual(
      (await ask()).summaries[0]?.values.map((it) => [it.value, it.label, it.isUnknown, it.count]),
      [
        ["1", "One", undefined, 1],
        ["2", "Two", undefined, 0],
        ["9", "Nine", undefined, 2],
        ["8", "Eight", true, 1],
      ],
    );
  });

  it("treat a question as multiple answers from the first response with several answers", async () => {
    tables.putStructure(table, ...rawStructure(survey));
    add({ codes: ["1"] });
    assert.equal((await ask()).summaries[0]?.kind, "single");
    add({ codes: ["2", "1", "2"] });
    const [summary] = (await ask()).summaries;
    assert.equal(summary?.kind, "multiple");
    assert.deepEqual(countsOf(summary), [
      ["1", 2],
      ["2", 1],
    ]);
    assert.equal(summary.bases.answered, 2);
  });

  it("start again when the table is reset", async () => {
    tables.putStructure(table, ...rawStructure(survey));
    const filter = { startDateTime: "2020-01-01T00:00:00" };
    add({ codes: ["1"], weight: "2" }, { codes: ["1"], weight: "3" });
    assert.equal((await ask({ filter, weight })).weighting?.sum, 5);
    reader?.copy.reset(false);
    assert.deepEqual(
      [
        (await ask({ filter })).matching,
        (await ask({ filter })).loaded,
        countsOf((await ask()).summaries[0]),
      ],
      [
        0,
        0,
        [
          ["1", 0],
          ["2", 0],
        ],
      ],
    );
    add({ codes: ["2"], weight: "4" }, { codes: ["2"], weight: "1" });
    const again = await ask({ filter, weight });
    assert.deepEqual(countsOf(again.summaries[0]), [
      ["1", 0],
      ["2", 5],
    ]);
    assert.deepEqual(again.weighting, { sum: 5, excluded: 0 });
  });

  it("start again when tables are cleared", async () => {
    tables.putStructure(table, ...rawStructure(survey));
    add({ codes: ["1"] });
    assert.equal((await ask()).loaded, 1);
    tables.copies.clear();
    assert.deepEqual([(await ask()).loaded, (await ask()).summaries[0]?.bases.all], [0, undefined]);
  });

  it("exclude responses without a weight above 0, and count them", async () => {
    tables.putStructure(table, ...rawStructure(survey));
    add(
      { codes: ["1"], weight: "2.5" },
      { codes: ["1"], weight: "0" },
      { codes: ["2"], weight: "-1" },
      { codes: ["2"], weight: "" },
      { codes: ["2"] },
      { codes: ["2"], weight: "0.5" },
    );
    const { weighting, matching, summaries } = await ask({ weight });
    assert.deepEqual(weighting, { sum: 3, excluded: 4 });
    assert.equal(matching, 6);
    assert.deepEqual(countsOf(summaries[0]), [
      ["1", 2.5],
      ["2", 0.5],
    ]);
    assert.deepEqual(summaries[0]?.bases, {
      all: 3,
      asked: 3,
      answered: 3,
      unweighted: { all: 2, asked: 2, answered: 2 },
    });
  });

  it("treat numbers with trailing zeros as equal", async () => {
    tables.putStructure(table, ...rawStructure(survey));
    add({ text: "1015.10", weight: "0.500" }, { text: "1015.1", weight: "1.250" });
    add({ text: "980", weight: "1" }, { text: "980.00", weight: "1.00" });
    const bound = { kind: "variable", name: "Q2", is: "between", atLeast: 1000 } as const;
    const columns = ["variable:Q2"];
    const { summaries, weighting } = await ask({ columns, weight });
    assert.deepEqual(weighting, { sum: 3.75, excluded: 0 });
    assert.deepEqual([summaries[0]?.kind, summaries[0]?.distinct], ["number", 2]);
    assert.deepEqual(countsOf(summaries[0]), [
      ["980", 2],
      ["1015.1", 1.75],
    ]);
    const within = await ask({ columns, filter: { conditions: [bound] } });
    assert.deepEqual(countsOf(within.summaries[0]), [["1015.1", 2]]);
    // A number with leading zeros makes the column identifiers, which are text.
    add({ text: "007" });
    assert.equal((await ask({ columns })).summaries[0]?.kind, "text");
  });

  it("treat embedded data whose labels only repeat the values as numbers", async () => {
    tables.putStructure(table, ...rawStructure(survey));
    add({ weight: "2", weightLabel: "2" }, { weight: "0.5", weightLabel: "0.5" });
    add({ weight: "2.0", weightLabel: "2.0" }, { weight: "1" });
    const { summaries } = await ask({ columns: [weight] });
    assert.deepEqual([summaries[0]?.kind, summaries[0]?.isWeight], ["number", true]);
    assert.equal(summaries[0]?.statistics?.mean, 5.5 / 4);
    assert.deepEqual(countsOf(summaries[0]), [
      ["0.5", 1],
      ["1", 1],
      ["2", 2],
    ]);
    add({ weight: "9", weightLabel: "Nine" });
    const labelled = await ask({ columns: [weight] });
    assert.deepEqual(
      labelled.summaries[0]?.values.map((it) => [it.value, it.label, it.isUnknown]).slice(0, 2),
      [
        ["2", "2", undefined],
        ["0.5", "0.5", undefined],
      ],
    );
  });

  it("ignore a column that is not a weight, an unknown split and unknown columns", async () => {
    tables.putStructure(table, ...rawStructure(survey));
    add({ codes: ["1"], weight: "2" }, { codes: ["1"], weight: "much" });
    const weighted = await ask({ weight });
    assert.deepEqual(weighted.weighting, { sum: 2, excluded: 1 });
    for (const none of [question, "embedded:absent", "metadata:serial"]) {
      const { weighting, summaries } = await ask({ weight: none });
      assert.deepEqual([weighting, countsOf(summaries[0])[0]], [undefined, ["1", 2]]);
    }
    const { summaries } = await ask({
      columns: ["variable:absent", question, ""],
      split: "embedded:absent",
    });
    assert.deepEqual(
      summaries.map((it) => [it.column, it.split]),
      [[question, undefined]],
    );
  });

  it("treat codes with a label as known before the structure is known", async () => {
    add({ codes: ["8"], options: [{ value: "8", valueLabel: "Eight" }] }, { codes: ["9"] });
    assert.deepEqual(
      (await ask()).summaries[0]?.values.map((it) => [it.value, it.isUnknown]),
      [
        ["8", undefined],
        ["9", true],
      ],
    );
  });

  it("distinguish texts and count equal ones among thousands", async () => {
    tables.putStructure(table, ...rawStructure(survey));
    // Most texts are distinct, and enough for the column to be kept page by page.
    const texts = Array.from({ length: 6000 }, (_, it) => `text ${String(it).padStart(5, "0")}`);
    for (let from = 0; from < texts.length; from += 1000) {
      add(...texts.slice(from, from + 1000).map((text) => ({ text })));
    }
    add({ text: texts[5000] ?? "" }, { text: texts[10] ?? "" }, { text: "TEXT 00010" });
    const [summary] = (await ask({ columns: ["variable:Q2"] })).summaries;
    assert.deepEqual(
      [summary?.kind, summary?.distinct, summary?.bases.answered, summary?.values.length],
      ["text", 6001, 6003, 100],
    );
    assert.deepEqual(countsOf(summary).slice(0, 5), [
      ["text 00010", 2],
      ["text 05000", 2],
      ["TEXT 00010", 1],
      ["text 00000", 1],
      ["text 00001", 1],
    ]);
  });
});
