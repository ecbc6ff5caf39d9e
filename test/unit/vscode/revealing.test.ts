import assert from "node:assert/strict";
import type { ResponsesState } from "../../../src/vscode/responses/responsesState.ts";
import { Revealing } from "../../../src/vscode/responses/revealing.ts";

const columns = [{ kind: "variable", name: "Q1", text: "", options: [] }] as const;

/** Returns the panel's part in revealing, before anything is loaded. */
function panel(load: (state: Shown) => Promise<void>) {
  const state: Shown = {
    structure: undefined,
    view: undefined,
    content: undefined,
    reveal: undefined,
  };
  const revealing = new Revealing({
    state,
    tableView: { ask: () => Promise.reject(new Error("not asked")) },
    post: () => undefined,
    ended: () => Promise.resolve(),
    read: () => load(state),
  });
  return { state, revealing };
}

type Shown = {
  -readonly [K in "structure" | "view" | "content" | "reveal"]: ResponsesState[K];
};

describe("revealing a place in the responses", () => {
  it("loads them if they could not be loaded before", async () => {
    const { state, revealing } = panel(async (it) => {
      it.structure = { number: 1, columns, collectGroups: [] };
    });
    await revealing.go({ question: "Q1" });
    assert.equal(state.reveal?.column, "variable:Q1");
    await assert.rejects(revealing.go({ question: "Q2" }), /The survey has no question "Q2"/);
  });

  it("fails as loading does, not for the question", async () => {
    const { revealing } = panel(() => Promise.reject(new Error("The service cannot be reached.")));
    await assert.rejects(revealing.go({ question: "Q1" }), /cannot be reached/);
  });
});
