import { strict as assert } from "node:assert";
import {
  cleared,
  withBlock,
  withoutRows,
  withRowAfter,
  withTable,
} from "../../../src/model/urlEdits.ts";

const table = {
  columns: ["uid", "wave"],
  rows: [
    ["a", "1"],
    ["b", "2"],
  ],
};

describe("edits of rows for response URLs", () => {
  it("paste cells over existing ones and add rows as needed", () => {
    assert.deepEqual(withBlock(table, 1, 1, [["9"], [null], ["7"]]).rows, [
      ["a", "1"],
      ["b", "9"],
      [null, null],
      [null, "7"],
    ]);
    assert.deepEqual(withBlock(table, 0, 0, [["x", null], ["y"]]).rows, [
      ["x", null],
      ["y", "2"],
    ]);
  });

  it("keep unchanged rows identical, so that their URLs stay known", () => {
    assert.equal(withBlock(table, 1, 1, [["9"]]).rows[0], table.rows[0]);
    assert.equal(cleared(table, { top: 1, bottom: 1, left: 0, right: 1 }).rows[0], table.rows[0]);
    const none = { ...table, rows: [["a", null]] };
    assert.equal(cleared(none, { top: 0, bottom: 0, left: 1, right: 5 }).rows[0], none.rows[0]);
    assert.equal(withBlock(table, 0, 0, [["a"], ["c"]]).rows[0], table.rows[0]);
    assert.equal(withRowAfter(table, 0).rows[2], table.rows[1]);
    assert.equal(withTable(table, { columns: ["wave"], rows: [] }).rows[1], table.rows[1]);
  });

  it("append another table by column names, replacing blank rows at the end", () => {
    const blank = { ...table, rows: [...table.rows, [null, null]] };
    const added = { columns: ["hue", "uid"], rows: [["red", "c"]] };
    assert.deepEqual(withTable(blank, added), {
      columns: ["uid", "wave", "hue"],
      rows: [
        ["a", "1", null],
        ["b", "2", null],
        ["c", null, "red"],
      ],
    });
  });

  it("clear cells, and add and remove rows except the last one", () => {
    assert.deepEqual(cleared(table, { top: 0, bottom: 1, left: 1, right: 9 }).rows, [
      ["a", null],
      ["b", null],
    ]);
    assert.deepEqual(withRowAfter(table, 0).rows[1], [null, null]);
    assert.deepEqual(withoutRows(table, 0, 0).rows, [["b", "2"]]);
    assert.deepEqual(withoutRows(table, 0, 1).rows, [[null, null]]);
  });
});
