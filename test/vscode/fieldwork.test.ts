import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import type { ResponseMetadata } from "../../src/model/response.ts";
import type { DataSpace } from "../../src/vscode/dataSpaces/dataSpaces.ts";
import { GroupProgress, type CountedSurvey } from "../../src/vscode/fieldwork/groupProgress.ts";

class State implements vscode.Memento {
  readonly #values = new Map<string, unknown>();

  keys(): string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string, otherwise?: T): T | undefined {
    return (this.#values.get(key) as T | undefined) ?? otherwise;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, structuredClone(value));
  }
}

const survey = (surveyId: string): CountedSurvey => ({ dataSpace: "Acme", surveyId });
const response = (collectGroupId: string): ResponseMetadata => ({ collectGroupId });

describe("Progress of collect groups", () => {
  let state: State;
  let log: vscode.LogOutputChannel;
  let progress: GroupProgress;
  /** Pages of metadata of each survey. */
  let pages: Record<string, ResponseMetadata[][]>;
  let asked: string[];
  let underWay: number;
  let dataSpaces: readonly DataSpace[];
  let changed: vscode.EventEmitter<void>;

  const client: Pick<SurveyClient, "metadataPage"> = {
    metadataPage: async (surveyId, query) => {
      const { cursor = "0" } = query ?? {};
      asked.push(`${surveyId} ${cursor}`);
      underWay++;
      await new Promise(setImmediate);
      assert.equal(underWay--, 1, "one request at a time");
      const items = pages[surveyId]?.[Number(cursor)];
      if (!items) {
        throw new Error("There is no such survey.");
      }
      const next = Number(cursor) + 1;
      return { items, cursor: pages[surveyId]?.[next] ? String(next) : undefined };
    },
  };

  const opened = () =>
    new GroupProgress(
      {
        client: async () => client as SurveyClient,
        list: () => [...dataSpaces],
        onDidChange: changed.event,
      },
      state,
      log,
    );

  /** Resolves when this many surveys have been counted. */
  function counted(surveys: number): Promise<void> {
    let left = surveys;
    return new Promise((resolve) => {
      progress.onDidChange(() => {
        if (--left === 0) {
          resolve();
        }
      });
    });
  }

  before(() => {
    // A channel of its own, which no other test closes.
    log = vscode.window.createOutputChannel("Survey Explorer counting", { log: true });
  });

  after(() => {
    log.dispose();
  });

  beforeEach(() => {
    state = new State();
    pages = {};
    asked = [];
    underWay = 0;
    dataSpaces = ["Acme", "Other"].map((name) => ({ name, version: "v3", local: false }));
    changed = new vscode.EventEmitter();
    progress = opened();
  });

  afterEach(() => {
    progress.dispose();
    changed.dispose();
  });

  it("is counted one survey at a time and restored after a restart", async () => {
    pages = {
      a: [[response("g1"), response("g2")], [response("g1")]],
      b: [[response("g1")], []],
    };
    const done = counted(2);
    ["a", "b", "a"].forEach((it) => progress.read(survey(it)));
    await done;
    assert.deepEqual(asked, ["a 0", "a 1", "b 0", "b 1"]);
    const again = opened();
    assert.equal(again.of(survey("a"), "g1")?.count, 2);
    assert.equal(again.of(survey("a"), "g2")?.count, 1);
    assert.equal(again.of(survey("a"), "g3")?.count, 0);
    assert.equal(again.of(survey("a"), "g1")?.isMore, false);
    assert.equal(again.of(survey("c"), "g1"), undefined);
    again.dispose();
  });

  it("is counted from at most ten pages, and a partial count never replaces a complete one", async () => {
    pages = { a: Array.from({ length: 30 }, () => [response("g1")]) };
    const done = counted(1);
    progress.read(survey("a"));
    await done;
    assert.equal(asked.length, 10);
    assert.equal(progress.of(survey("a"), "g1")?.count, 10);
    assert.equal(progress.of(survey("a"), "g1")?.isMore, true);
    await progress.set(survey("a"), { counts: { g1: 30 }, isMore: false, readAt: 1 });
    pages = { a: pages["a"] ?? [], b: [[]] };
    const after = counted(1);
    progress.read(survey("a"));
    progress.read(survey("b"));
    await after;
    assert.deepEqual(progress.of(survey("a"), "g1"), { count: 30, isMore: false, readAt: 1 });
  });

  it("is stored as counts by group, without other data of responses", async () => {
    pages = { a: [[{ ...response("g1"), responseId: "r1", serial: "somebody" }]] };
    const done = counted(1);
    progress.read(survey("a"));
    await done;
    const [kept = {}] = state.keys().flatMap((it) => state.get<object[]>(it) ?? []);
    const { readAt } = progress.of(survey("a"), "g1") ?? {};
    const numbers = { counts: { g1: 1 }, total: 1, isMore: false, readAt };
    assert.deepEqual(kept, { ...survey("a"), counted: numbers });
  });

  it("is decoded once for all rows, and again after another window has written", async () => {
    await progress.set(survey("a"), { counts: { g1: 3 }, isMore: false, readAt: 1 });
    const [key = ""] = state.keys();
    const [kept = {}] = state.get<object[]>(key) ?? [];
    let reads = 0;
    const counted: unknown = Reflect.get(kept, "counted");
    Object.defineProperty(kept, "counted", { get: () => (reads++, counted) });
    assert.equal(progress.of(survey("a"), "g1")?.count, 3);
    const once = reads;
    assert.ok(once > 0);
    for (let row = 0; row < 100; row++) {
      progress.of(survey("a"), `g${row}`);
    }
    assert.equal(reads, once);
    const newer = { counts: { g1: 4 }, isMore: false, readAt: 2 };
    await state.update(key, [{ ...survey("a"), counted: newer }]);
    assert.equal(progress.of(survey("a"), "g1")?.count, 4);
  });

  it("remains unchanged if its survey cannot be read, and the next survey is counted", async () => {
    await progress.set(survey("gone"), { counts: { g1: 3 }, isMore: false, readAt: 1 });
    pages = { b: [[response("g1")]] };
    const done = counted(1);
    progress.read(survey("gone"));
    progress.read(survey("b"));
    await done;
    assert.equal(progress.of(survey("gone"), "g1")?.count, 3);
    assert.equal(progress.of(survey("b"), "g1")?.count, 1);
  });

  it("is discarded with its data space, also if it is set afterwards", async () => {
    const other = { dataSpace: "Other", surveyId: "a" };
    const counts = { counts: { g1: 3 }, isMore: false, readAt: 1 };
    await progress.set(survey("a"), counts);
    await progress.set(other, counts);
    dataSpaces = dataSpaces.filter((it) => it.name === "Other");
    changed.fire();
    await progress.set(survey("b"), counts);
    assert.equal(progress.of(survey("a"), "g1"), undefined);
    assert.equal(progress.of(survey("b"), "g1"), undefined);
    assert.equal(progress.of(other, "g1")?.count, 3);
  });
});
