import assert from "node:assert/strict";
import { withBlock, withTable } from "../../../src/model/urlEdits.ts";
import { withColumns } from "../../../src/model/urlTable.ts";
import { Draft } from "../../../src/webview/responseUrls/draft.ts";

const parameters = ["uid", "wave"].map((name) => ({ name, required: true }));

describe("Draft of rows for response URLs", () => {
  let draft: Draft;
  const urls = () => draft.table.rows.map((row) => draft.url(row));

  beforeEach(() => {
    draft = new Draft({
      columns: ["uid", "wave"],
      rows: [
        ["a", "1"],
        ["b", 2],
      ],
    });
    draft.parameters = parameters;
    draft.setUrls(["https://a", "https://b"]);
  });

  it("keeps the URLs of rows that get another column without a value", () => {
    draft.change(withTable(draft.table, { columns: ["uid", "note"], rows: [["c", "x"]] }));
    assert.deepEqual(draft.table.columns, ["uid", "wave", "note"]);
    assert.deepEqual(urls(), ["https://a", "https://b", undefined]);
    draft.change(withColumns(draft.table, ["uid", "wave"]));
    assert.deepEqual(urls(), ["https://a", "https://b", undefined]);
    draft.parameters = [{ name: "new", required: false }, ...parameters.toReversed()];
    assert.deepEqual(draft.table.columns, ["new", "wave", "uid"]);
    assert.deepEqual(urls(), ["https://a", "https://b", undefined]);
  });

  it("forgets the URLs of rows whose values are others, also in other columns", () => {
    draft.change(withBlock(draft.table, 0, 1, [["9"]]));
    assert.deepEqual(urls(), [undefined, "https://b"]);
    draft.change(withColumns(draft.table, ["uid"]));
    assert.deepEqual(urls(), [undefined, undefined]);
    draft.undo();
    draft.undo();
    assert.deepEqual(urls(), ["https://a", "https://b"]);
  });
});
