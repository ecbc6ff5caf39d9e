import assert from "node:assert/strict";
import type { ResponsesRequests } from "../../../src/messages/requests/responses.ts";
import { defaultColumnLayout } from "../../../src/model/columnLayout.ts";
import type { Column } from "../../../src/model/grid.ts";
import type { Request } from "../../../src/webview/shared/vscodeApi.ts";
import { single } from "../../../src/webview/shared/grid/selection.ts";
import { ResponsesStore } from "../../../src/webview/responses/store.ts";
import { responseRows, responsesContent, responsesState } from "./fixtures.ts";

const rows = responseRows(100);

/** Answers for views in which all rows are in their order. */
const request = ((name: string, asked: { first: number; count: number; ids: number[] }) => {
  const { first, count, ids } = asked;
  return Promise.resolve(
    name === "rows"
      ? rows.slice(first, first + count)
      : ids.map((id) => rows.findIndex((it) => it.id === id)),
  );
  // The type of the answer depends on the name of the request, which a function cannot express.
}) as unknown as Request<ResponsesRequests>;

describe("Scroll position of the responses panel", () => {
  let store: ResponsesStore;

  beforeEach(() => {
    store = new ResponsesStore(
      { send: () => undefined, request, savedView: () => undefined, saveState: () => undefined },
      () => ({ width: 500, body: 480 }),
    );
    store.columns.receive(responsesState({ content: responsesContent() }));
  });

  async function show(view: number, matching: number): Promise<void> {
    store.scrollPosition.rows.show({ view, kept: 0, matching }, view > 1);
    await new Promise(setImmediate);
  }

  it("finds the active cell again after a filter that nothing passed", async () => {
    await show(1, 100);
    const selection = single({ row: 5, column: 2 });
    store.scrollPosition.change({ selection });
    await show(2, 0);
    assert.deepEqual(store.scrollPosition.view.selection, single({ row: 0, column: 2 }));
    await show(3, 100);
    assert.deepEqual(store.scrollPosition.view.selection, selection);
  });

  it("keeps the selection on its column when responses bring another column before it", async () => {
    await show(1, 100);
    const { columns } = responsesContent();
    const [place, key] = [columns.length - 1, store.columns.shown.at(-1)?.key];
    store.scrollPosition.change({ selection: single({ row: 5, column: place }) });
    const added: Column = { kind: "variable", name: "Q9", text: "", options: [] };
    const more = responsesContent({ columns: columns.toSpliced(1, 0, added) });
    store.columns.receive(responsesState({ content: more }));
    const { active } = store.scrollPosition.view.selection;
    assert.equal(store.columns.shown[active.column]?.key, key);
  });

  it("selects the last column if those behind it are hidden", async () => {
    await show(1, 100);
    const last = store.columns.shown.length - 1;
    store.scrollPosition.change({
      selection: { active: { row: 5, column: last }, anchor: { row: 7, column: last - 1 } },
    });
    const hidden = store.columns.shown.slice(-2).map((it) => it.key);
    const layout = { ...defaultColumnLayout, hidden };
    store.columns.receive(responsesState({ content: responsesContent(), layout }));
    assert.deepEqual(store.scrollPosition.view.selection, {
      active: { row: 5, column: last - 2 },
      anchor: { row: 7, column: last - 2 },
    });
  });
});
