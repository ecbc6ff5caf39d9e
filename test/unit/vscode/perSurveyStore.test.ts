import assert from "node:assert/strict";
import * as z from "zod";
import { PerSurveyStore } from "../../../src/vscode/platform/perSurveyStore.ts";
import { StoredList } from "../../../src/vscode/platform/storedList.ts";
import { StructureNews } from "../../../src/vscode/structureChanges/structureNews.ts";
import { memento } from "../../support/memento.ts";

const schema = z.strictObject({ dataSpace: z.string(), surveyId: z.string(), said: z.string() });
const entry = (surveyId: string, said: string) => ({ dataSpace: "Acme", surveyId, said });

describe("store of entries per survey", () => {
  const windowOf = (shared: ReturnType<typeof memento>, most?: number) =>
    new PerSurveyStore(shared, "said", () => schema, most);
  const said = (window: ReturnType<typeof windowOf>) =>
    window.list("Acme").map((it) => `${it.surveyId} ${it.said}`);

  it("returns the last entry written by any window", async () => {
    const shared = memento();
    const [one, other] = [windowOf(shared), windowOf(shared)];
    await one.set(entry("s1", "first"));
    await other.set(entry("s1", "second"));
    await one.set(entry("s2", "third"));
    for (const window of [one, other, windowOf(shared)]) {
      assert.equal(window.get("Acme", "s1")?.said, "second");
      assert.deepEqual(said(window), ["s2 third", "s1 second"]);
    }
    await one.set(entry("s1", "fourth"));
    assert.deepEqual(said(other), ["s1 fourth", "s2 third"]);
  });

  it("keeps a newer entry when another window writes an older state, and writes it again", async () => {
    const shared = memento();
    const [one, other] = [windowOf(shared), windowOf(shared)];
    await one.set(entry("s1", "first"));
    const before = shared.get("said");
    await one.set(entry("s1", "second"));
    // As if the other window had read the state before that.
    await shared.update("said", before);
    assert.equal(one.get("Acme", "s1")?.said, "second");
    await one.set(entry("s2", "third"));
    assert.deepEqual(said(other), ["s2 third", "s1 second"]);
  });

  it("reads entries of an older version without times", async () => {
    const shared = memento({ said: [entry("s2", "second"), entry("s1", "first")] });
    const window = windowOf(shared, 2);
    assert.deepEqual(said(window), ["s2 second", "s1 first"]);
    await window.set(entry("s3", "third"));
    assert.deepEqual(said(windowOf(shared)), ["s3 third", "s2 second"]);
  });

  it("keeps a later entry if the clock was wrong before", async () => {
    const shared = memento({ said: [{ ...entry("s1", "first"), at: Date.now() + 1e9 }] });
    await windowOf(shared).set(entry("s1", "second"));
    assert.equal(windowOf(shared).get("Acme", "s1")?.said, "second");
  });

  it("keeps the other entries if one is not valid", async () => {
    const invalid = { dataSpace: "Acme", surveyId: "s2" };
    const shared = memento({ said: [entry("s1", "first"), invalid] });
    const window = windowOf(shared);
    assert.deepEqual(said(window), ["s1 first"]);
    await window.set(entry("s3", "third"));
    assert.deepEqual(said(windowOf(shared)), ["s3 third", "s1 first"]);
  });
});

describe("stored list", () => {
  it("keeps the other items if one is not valid", async () => {
    const shared = memento({ list: [entry("s1", "first"), { surveyId: "s2" }, "x"] });
    const list = new StoredList(shared, "list", () => schema);
    assert.deepEqual(list.list(), [entry("s1", "first")]);
    await shared.update("list", { not: "a list" });
    assert.deepEqual(list.list(), []);
  });
});

describe("news of structures", () => {
  it("keep the other surveys if the entry of one is not valid", () => {
    const of = { dataSpace: "Acme", apiVersion: "v3", surveyId: "s1" } as const;
    const news = new StructureNews(
      memento({ structureNews: [{ ...of, looked: 7 }, { looked: 8 }] }),
    );
    assert.equal(news.get(of)?.looked, 7);
  });
});
