import assert from "node:assert/strict";
import { headerRow, moved } from "../../../src/webview/shared/grid/selection.ts";

describe("Selection in a grid", () => {
  it("stays in the header by the keys that lead up", () => {
    const header = { row: headerRow, column: 2 };
    for (const key of [
      { key: "ArrowUp", ctrl: false },
      { key: "ArrowUp", ctrl: true },
      { key: "PageUp", ctrl: false },
    ]) {
      assert.deepEqual(moved(header, key, { rows: 100, columns: 5 }, 10), header, key.key);
    }
  });

  it("goes up to the first row by a page or at once", () => {
    const [from, first] = [5, 0].map((row) => ({ row, column: 2 }));
    assert(from);
    for (const key of [
      { key: "ArrowUp", ctrl: true },
      { key: "PageUp", ctrl: false },
    ]) {
      assert.deepEqual(moved(from, key, { rows: 100, columns: 5 }, 10), first, key.key);
    }
  });
});
