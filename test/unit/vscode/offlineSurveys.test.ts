import assert from "node:assert/strict";
import { OfflineSurveys, type OfflineCopy } from "../../../src/vscode/offline/offlineSurveys.ts";

/** State as VS Code keeps it for an extension: each change stores a copy of the value. */
function memento(initial: Readonly<Record<string, unknown>> = {}) {
  const values = new Map(Object.entries(initial));
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => {
      values.set(key, structuredClone(value));
    },
  } as ConstructorParameters<typeof OfflineSurveys>[0];
}

function copy(space: string, surveyId: string, readAt = 1): OfflineCopy {
  return { space, surveyId, version: "v3", label: surveyId, readAt, responses: 2 };
}

describe("surveys kept offline", () => {
  it("are listed once and shared by all windows", async () => {
    const state = memento();
    const [kept, other] = [new OfflineSurveys(state), new OfflineSurveys(state)];
    await kept.add({ dataSpace: "A", space: "a", surveyId: "1" });
    await other.add({ dataSpace: "A", space: "a", surveyId: "1" });
    await other.add({ dataSpace: "B", space: "b" });
    assert.deepEqual(kept.wishes, [
      { dataSpace: "A", space: "a", surveyId: "1" },
      { dataSpace: "B", space: "b" },
    ]);
    await kept.setCopy(copy("a", "1"));
    await kept.setCopy(copy("a", "1", 5));
    await other.setCopy(copy("b", "7"));
    assert.deepEqual(kept.copies, [copy("a", "1", 5), copy("b", "7")]);
  });

  it("lose their copies when no longer wanted for any reason", async () => {
    const kept = new OfflineSurveys(memento());
    await kept.add({ dataSpace: "A", space: "a", surveyId: "1" });
    await kept.add({ dataSpace: "A", space: "a" });
    await kept.setCopy(copy("a", "1"));
    await kept.setCopy(copy("a", "2"));
    await kept.remove((it) => it.surveyId === undefined);
    assert.deepEqual(kept.copies, [copy("a", "1")]);
    await kept.setCopy(copy("a", "2"));
    assert.deepEqual(kept.copies, [copy("a", "1")], "a copy that is no longer wanted is not added");
    await kept.remove(() => true);
    assert.deepEqual([kept.wishes, kept.copies], [[], []]);
  });

  it("are empty if the stored state has another form", () => {
    const kept = new OfflineSurveys(
      memento({ offlineWishes: "all", offlineCopies: [{ space: 1 }] }),
    );
    assert.deepEqual([kept.wishes, kept.copies], [[], []]);
  });
});
