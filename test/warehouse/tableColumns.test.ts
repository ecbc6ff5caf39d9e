import assert from "node:assert/strict";
import type { TableColumn } from "../../src/model/tabular/tableColumn.ts";
import { tableTarget, wideTechnical } from "../../src/warehouse/tableColumns.ts";

describe("columns of a database table", () => {
  const columns = (count: number) =>
    Array.from({ length: count }, (_, at): TableColumn => ({
      ...{ name: `Q${at}`, label: "", type: "text", decimals: 0, width: 1 },
      ...{ measure: "nominal", labels: [] },
    }));
  const target = (count: number) =>
    tableTarget("answers", wideTechnical, columns(count), [], new Set(), () => true);

  it("are limited to 1,590, including those that identify a response", () => {
    assert.equal(target(1588).columns.length, 1588);
    const message = /would have 1,591 columns, and a table of the database has at most 1,590/;
    assert.throws(() => target(1589), { code: "too-large", message });
  });
});
