import assert from "node:assert/strict";
import type { SavedResponses } from "../../../src/messages/responses.ts";
import type { PanelEvent } from "../../../src/webview/responses/panelState.ts";
import { ResponsesStore } from "../../../src/webview/responses/store.ts";
import { fieldworkAnswer } from "./fieldworkFixtures.ts";
import { responsesState } from "./fixtures.ts";

describe("Store of the responses panel", () => {
  let store: ResponsesStore;
  let kept: SavedResponses | undefined;
  let sent: unknown[];
  let events: PanelEvent[];

  beforeEach(() => {
    [kept, sent, events] = [undefined, [], []];
    store = new ResponsesStore(
      {
        send: (name, ...values) => void sent.push([name, ...values]),
        request: () => new Promise<never>(() => undefined),
        savedView: () => undefined,
        saveState: (saved) => {
          kept = saved;
        },
      },
      () => ({ width: 500, body: 480 }),
    );
    store.state = responsesState();
    store.subscribe((event) => events.push(event));
  });

  it("saves all choices of the user for a window reload", () => {
    const filter = { collectGroupId: "grp-0001" };
    store.filtering.set(filter);
    store.setSort({ column: "variable:Q1", direction: "ascending" });
    store.setMode("codes");
    store.summary.changeView({ asTables: true });
    store.fieldwork.receive(fieldworkAnswer());
    store.fieldwork.changeView({ interval: 60 });
    store.scrollPosition.change({ top: 12.5, left: 30 }, false);
    store.select("fieldwork");
    assert.deepEqual(kept, {
      subject: store.state?.subject,
      filter,
      sort: { column: "variable:Q1", direction: "ascending" },
      cells: "codes",
      tab: "fieldwork",
      summary: { base: "answered", asTables: true, headerBars: false },
      fieldwork: { ...fieldworkAnswer().view, interval: 60 },
      view: {
        ...store.scrollPosition.kept,
        filtering: { isOpen: false, before: [{}] },
        find: { isOpen: false, text: "", scope: "values" },
        summary: { text: "" },
      },
    });
    assert.equal(store.scrollPosition.kept.top, 12.5);
    assert.deepEqual(sent.at(-1), ["tab", { tab: "fieldwork" }]);
  });

  it("goes back to the filter that a command has replaced", () => {
    const filter = { duration: { atLeast: 60 } };
    const ofGroup = { collectGroupId: "grp-0001" };
    store.filtering.set(filter);
    store.filtering.receive(filter);
    store.filtering.receive(ofGroup);
    store.filtering.receive(ofGroup);
    assert.deepEqual(store.filtering.value, ofGroup);
    assert.equal(store.filtering.undo(), true);
    assert.deepEqual(store.filtering.value, filter);
    assert.deepEqual(store.filtering.kept.before, [{}]);
  });

  it("has no filter to go back to when it opens with one", () => {
    store.filtering.receive({ collectGroupId: "grp-0001" });
    store.filtering.restore(undefined);
    assert.equal(store.filtering.canUndo, false);
  });

  it("emits no visible change while the grid scrolls", () => {
    store.scrollPosition.change({ top: 1 }, false);
    assert.deepEqual(events, [{ kind: "changed", isSeen: false }]);
  });

  it("closes the response if the filter leaves the grid no room", () => {
    store.scrollPosition.change({ detailOpen: true });
    store.filtering.toggle();
    assert.equal(store.filtering.isOpen, true);
    assert.equal(store.detailOpen, false);
  });
});
