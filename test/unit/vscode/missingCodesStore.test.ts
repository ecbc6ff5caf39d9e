import assert from "node:assert/strict";
import { noMissingCodes, withMissingCodes } from "../../../src/model/missingCodes.ts";
import { MissingCodesStore } from "../../../src/vscode/responses/missingCodesStore.ts";

describe("missing codes store", () => {
  const values = new Map<string, unknown>();
  const state = {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
  const declared = withMissingCodes(noMissingCodes, { name: "Q1" }, ["99"]);

  it("stores codes by data space and survey, and removes empty lists", async () => {
    const store = new MissingCodesStore(state);
    await store.set("Space", "s1", declared);
    await store.set("Space", "s2", withMissingCodes(noMissingCodes, undefined, ["-1"]));
    assert.deepEqual(new MissingCodesStore(state).get("Space", "s1"), declared);
    assert.deepEqual(store.get("Other", "s1"), noMissingCodes);
    await store.set("Space", "s1", noMissingCodes);
    assert.equal(store.declared("Space", "s1"), undefined);
    assert.deepEqual(store.declared("Space", "s2")?.survey, ["-1"]);
  });

  it("survives another window overwriting the state", async () => {
    values.clear();
    const store = new MissingCodesStore(state);
    await store.set("Space", "s1", declared);
    values.clear();
    assert.deepEqual(store.get("Space", "s1"), declared);
    await store.set("Space", "s2", declared);
    assert.deepEqual(new MissingCodesStore(state).get("Space", "s1"), declared);
  });

  it("ignores stored values of another form", () => {
    values.set("missingCodes", [{ dataSpace: "Space", surveyId: "s1", codes: "99" }]);
    assert.deepEqual(new MissingCodesStore(state).get("Space", "s1"), noMissingCodes);
  });
});
