import assert from "node:assert/strict";
import { columnKey, structureColumns } from "../../src/model/grid.ts";
import type { Response } from "../../src/model/response.ts";
import type { SummaryQuery } from "../../src/model/summary.ts";
import { TableSummaries } from "../../src/table/summaries.ts";
import { TableView } from "../../src/table/tableView.ts";
import { surveyOf } from "./support/arbitraries.ts";
import { MemoryStore } from "./support/memoryStore.ts";

const key = columnKey({ kind: "variable", name: "open" });
const query: SummaryQuery = { columns: [key], filter: {} };
const pageRows = 1000;
/** Enough pages for columns of distinct texts to be kept page by page. */
const pages = 6;

/** Returns a page of distinct texts, of which only the first occurs in every page. */
function page(number: number, rows = pageRows): Response[] {
  return Array.from({ length: rows }, (_, row) => ({
    embeddedData: [],
    variables: [
      {
        name: "open",
        options: [],
        answer: [{ value: row === 0 ? "again" : `text ${number} ${row}` }],
      },
    ],
  }));
}

function opened(count = pages, rows = pageRows) {
  const store = new MemoryStore(structureColumns(surveyOf("v3")));
  for (let number = 0; number < count; number++) {
    store.add(page(number, rows));
  }
  const view = new TableView(store);
  return {
    store,
    view,
    summaries: new TableSummaries(Object.assign(store, { described: undefined }), "v3", view),
  };
}

describe("preparing a summary", () => {
  it("takes steps after which nothing has to be read, and then none", () => {
    const { store, summaries } = opened();
    const steps = [...summaries.preparing(query)].length;
    assert.ok(steps > pages, `${steps}`);
    store.reads = 0;
    const { matching, summaries: made } = summaries.summarise(query);
    assert.deepEqual([matching, made[0]?.distinct], [pages * pageRows, pages * (pageRows - 1) + 1]);
    assert.deepEqual(made[0]?.values[0], { value: "again", count: pages });
    assert.deepEqual([...summaries.preparing(query)], []);
    assert.equal(store.reads, 0);
  });

  it("includes all responses, after whichever step they came", () => {
    for (let stop = 0; stop <= pages + 1; stop++) {
      const { store, summaries } = opened();
      const steps = summaries.preparing(query);
      for (let step = 0; step < stop; step++) {
        steps.next();
      }
      store.add(page(pages));
      while (steps.next().done !== true);
      const { matching, summaries: made } = summaries.summarise(query);
      const all = (pages + 1) * pageRows;
      assert.deepEqual([matching, made[0]?.bases.answered], [all, all], `step ${stop}`);
      assert.deepEqual(made[0]?.values[0], { value: "again", count: pages + 1 });
    }
  });

  it("includes the labels of options, after whichever step they came", () => {
    // Enough pages for reading the column to take several steps.
    const [count, rows] = [130, 10];
    for (let stop = 0; stop <= 6; stop++) {
      const { store, view, summaries } = opened(count, rows);
      const steps = summaries.preparing(query);
      for (let step = 0; step < stop; step++) {
        steps.next();
      }
      const options = [{ name: "again", label: "Again" }];
      store.add(
        page(count, rows).map((it) => ({
          ...it,
          variables: it.variables.map((variable) => ({ ...variable, options })),
        })),
      );
      while (steps.next().done !== true);
      const described = Object.assign(store, { described: undefined });
      const anew = new TableSummaries(described, "v3", view).summarise(query);
      assert.equal(anew.summaries[0]?.values[0]?.label, "Again");
      assert.deepEqual(summaries.summarise(query).summaries, anew.summaries, `step ${stop}`);
    }
  });
});

describe("column without values", () => {
  it("uses no memory", () => {
    const { view } = opened();
    const none = view.columns.get(key, "others");
    assert.deepEqual([none.rows, none.bytes, [...none.segments()]], [pages * pageRows, 0, []]);
  });
});
