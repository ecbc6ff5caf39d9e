import assert from "node:assert/strict";
import { cellText, codedColumn } from "../../../src/model/cellText.ts";

describe("text of a cell", () => {
  it("has the first label of a code that several options have, as files do", () => {
    const options = ["", "First", "Last"].map((label) => ({ name: "1", label }));
    const column = codedColumn({ kind: "variable", name: "q", text: "", options }, []);
    assert.equal(cellText(column, [{ value: "1" }], "labels"), "First");
    assert.deepEqual([...column.labels.keys()], ["1"]);
  });
});
