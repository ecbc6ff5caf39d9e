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
/** Enough that columns of distinct texts are kept page by page. */
const pages = 6;

/** The page's texts are distinct, but each page has the first text again. */
function page(number: number): Response[] {
  return Array.from({ length: pageRows }, (_, row) => ({
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

function opened() {
  const store = new MemoryStore(structureColumns(surveyOf("v3")));
  for (let number = 0; number < pages; number++) {
    store.add(page(number));
  }
  const view = new TableView(store);
  return {
    store,
    view,
    summaries: new TableSummaries(Object.assign(store, { described: undefined }), "v3", view),
  };
}

describe("preparing a summary", () => {
  it("takes the steps after which there is nothing to read, and then none", () => {
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

  it("is of all that came, after whichever of its steps", () => {
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
});

describe("a column that says nothing", () => {
  it("takes no memory", () => {
    const { view } = opened();
    const none = view.columns.get(key, "others");
    assert.deepEqual([none.rows, none.bytes, [...none.segments()]], [pages * pageRows, 0, []]);
  });
});
