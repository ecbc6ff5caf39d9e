import assert from "node:assert/strict";
import { defaultColumnLayout } from "../../../src/model/columnLayout.ts";
import { ColumnLayouts } from "../../../src/vscode/responses/columnLayouts.ts";

/** State as VS Code has it. `replace` acts as another window that overwrites all of it with its own, which is empty. */
function sharedState() {
  let values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void values.set(key, value),
    replace: () => (values = new Map()),
  };
}

describe("column layouts", () => {
  const layout = { ...defaultColumnLayout, frozen: 2 };

  it("are shared between windows, the last change first", async () => {
    const state = sharedState();
    const [here, there] = [new ColumnLayouts(state), new ColumnLayouts(state)];
    await there.set("Space", "s1", layout);
    assert.deepEqual(here.get("Space", "s1"), layout);
    await here.set("Space", "s1", defaultColumnLayout);
    assert.deepEqual(there.get("Space", "s1"), defaultColumnLayout);
    assert.deepEqual(new ColumnLayouts(state).get("Space", "s1"), defaultColumnLayout);
    assert.deepEqual(here.get("Space", "s2"), defaultColumnLayout);
  });

  it("survive another window overwriting the state", async () => {
    const state = sharedState();
    const here = new ColumnLayouts(state);
    await here.set("Space", "s1", layout);
    state.replace();
    assert.deepEqual(here.get("Space", "s1"), layout);
  });
});
