import { strict as assert } from "node:assert";
import { setImmediate, setTimeout as pause } from "node:timers/promises";
import { ConfigurationTarget, EventEmitter, extensions, window, workspace } from "vscode";
import type { SurveyExplorerApi } from "../../src/extension.ts";
import { isCancelled, messageOf } from "../../src/model/errors.ts";
import { labelText } from "../../src/model/label.ts";
import { inEnglish, sentences } from "../../src/model/localizable.ts";
import type { Survey } from "../../src/model/survey.ts";
import type { DataSpaces } from "../../src/vscode/dataSpaces/dataSpaces.ts";
import type { Found } from "../../src/vscode/find/findCommand.ts";
import { unreadItems } from "../../src/vscode/find/findItems.ts";
import { IndexFiller } from "../../src/vscode/find/indexFiller.ts";
import type { FindParts } from "../../src/vscode/find/findParts.ts";
import { readSimilar } from "../../src/vscode/find/similarQuestions.ts";
import type { SearchIndex, Unread } from "../../src/vscode/find/searchIndex.ts";
import { similarMarkdown, type Similar } from "../../src/vscode/find/similarMarkdown.ts";
import { eventually } from "../webview/support/eventually.ts";
import { run } from "./support/commands.ts";

describe("Find command", () => {
  let dataSpace: string;
  const surveys: Survey[] = [];

  before(async () => {
    ({ name: dataSpace } = await run<{ name: string }>("startLocalDataSpace"));
    const extension = extensions.getExtension<SurveyExplorerApi>("survey-explorer.survey-explorer");
    const client = await extension?.exports.client(dataSpace);
    assert.ok(client);
    for await (const { surveyId } of client.listSurveys()) {
      surveys.push(await client.getSurvey(surveyId));
    }
  });

  after(() => run("stopLocalDataSpace", { dataSpace }));

  /** Finds, and leaves out the unread data spaces of other suites. */
  const find = async (argument: Record<string, unknown>, ...names: string[]): Promise<Found> => {
    const { hits, unread } = await run<Found>("find", argument);
    const own = [dataSpace, ...names];
    return { hits, unread: unread.filter((it) => own.includes(it.dataSpace)) };
  };

  it("finds surveys, questions, options, embedded data and collect groups of the sample", async () => {
    for (const survey of surveys) {
      const { surveyId } = survey;
      const isHit = async (text: string, kind: string, name: string) => {
        const { hits, unread } = await find({ text, kinds: [kind], limit: 1000 });
        assert.deepEqual(unread, []);
        const found = hits.filter((it) => it.surveyId === surveyId && it.dataSpace === dataSpace);
        const names = found.map((it) => (kind === "question" ? it.question : it.code));
        assert.ok(names.includes(name), `${kind} ${name} of ${surveyId} by ${text}`);
      };
      await isHit(survey.label, "survey", surveyId);
      for (const { name, label, options } of survey.questions) {
        await isHit(labelText(label), "question", name);
        const [option] = options;
        if (option) {
          await isHit(labelText(option.label), "option", option.name);
        }
      }
      for (const { name } of survey.embeddedData) {
        await isHit(name, "field", name);
      }
      for (const { label, collectGroupId } of survey.collectGroups ?? []) {
        await isHit(label, "group", collectGroupId);
      }
    }
  });

  it("returns the label of a question as sent and as plain text", async () => {
    const survey = surveys.find((it) => it.questions.some(({ label }) => label.includes("<")));
    const question = survey?.questions.find(({ label }) => label.includes("<"));
    assert.ok(survey && question);
    const text = labelText(question.label);
    const { hits } = await find({ text, kinds: ["question"] });
    const hit = hits.find((it) => it.surveyId === survey.surveyId && it.question === question.name);
    assert.equal(hit?.label, question.label);
    assert.equal(hit.text, text);
    assert.equal(hit.survey, survey.label);
  });

  it("respects the limit and rejects invalid arguments", async () => {
    assert.equal((await find({ text: "q", limit: 3 })).hits.length, 3);
    await assert.rejects(find({ text: "q", limit: 0 }), /limit/);
    await assert.rejects(find({ text: "q", kinds: ["response"] }), /kinds/);
    await assert.rejects(find({ words: "q" }), /words/);
  });

  it("reports a signed-out data space as unread and searches the others", async () => {
    const name = "Signed out space";
    await run("addDataSpace", {
      ...{ name, baseUrl: "https://localhost:9", version: "v3" },
      ...{ spaceId: "space", apiKey: "key" },
    });
    try {
      await run("signOut", { dataSpace: name });
      const { hits, unread } = await find({ text: surveys[0]?.label ?? "" }, name);
      assert.deepEqual(unread, [{ dataSpace: name, surveyId: undefined, reason: "signed out" }]);
      assert.ok(hits.length > 0);
    } finally {
      await run("removeDataSpace", { dataSpace: name });
    }
  });

  it("reports an unreachable data space as unread and searches the others", async () => {
    const name = "Gone space";
    await run("addDataSpace", {
      ...{ name, baseUrl: "https://localhost:9", version: "v3" },
      ...{ spaceId: "space", apiKey: "key" },
    });
    try {
      const { hits, unread } = await find({ text: surveys[0]?.label ?? "" }, name);
      assert.deepEqual(
        unread.map((it) => it.dataSpace),
        [name],
      );
      assert.ok(hits.length > 0);
    } finally {
      await run("removeDataSpace", { dataSpace: name });
    }
  });

  it("rejects an unknown data space instead of finding nothing in it", async () => {
    await assert.rejects(run("findSurvey", { dataSpace: "Nowhere" }), {
      code: "unknown-data-space",
    });
  });

  it("stops looking for similar questions when it is cancelled", async () => {
    const stop = new AbortController();
    const parts = {
      index: { spaceOf: async () => "space" },
      dataSpaces: {
        client: async () => ({
          getSurvey: async (_id: string, { signal = new AbortController().signal } = {}) =>
            new Promise((_, reject) => {
              signal.addEventListener("abort", () => reject(new Error("stopped")));
              setTimeout(() => reject(new Error("went on")), 500);
              stop.abort();
            }),
        }),
      },
    } as unknown as FindParts;
    const looking = readSimilar(
      parts,
      { dataSpace: "Panel", surveyId: "s", question: "q" },
      stop.signal,
    );
    await assert.rejects(looking, /stopped/);
  });

  it("finds similar questions in other surveys, and suggests names for an unknown question", async () => {
    const survey = surveys.find((it) => it.questions.length > 0);
    const question = survey?.questions[0]?.name ?? "";
    assert.ok(survey);
    const asked = { dataSpace, surveyId: survey.surveyId };
    const similar = await run<readonly Similar[]>("showSimilarQuestions", { ...asked, question });
    assert.ok(similar.every((it) => it.surveyId !== survey.surveyId));
    await assert.rejects(
      run("showSimilarQuestions", { ...asked, question: `${question}_` }),
      new RegExp(`Similar names: .*${question}`),
    );
  });
});

describe("Document of similar questions", () => {
  it("counts surveys, each once, however many of its questions are similar", () => {
    const asked = { space: "space", surveyId: "S1", survey: "Prices", kind: "question" } as const;
    const other = (surveyId: string, question: string, otherCodes: number): Similar => ({
      ...{ dataSpace: "Acme", surveyId, survey: surveyId, question, text: "How satisfied?" },
      ...{ isSameName: false, textAlike: 1, optionsAlike: 1, otherCodes, options: [] },
    });
    const textOf = (similar: readonly Similar[]) =>
      similarMarkdown({ ...asked, question: "Q1", text: "How satisfied?", options: [] }, similar);
    const twice = [other("S2", "Q3", 2), other("S2", "Q4", 1)];
    assert.match(
      textOf(twice),
      /\n1 other survey asks this question or one like it\. 1 has other codes, marked ≠\.\n/,
    );
    assert.match(
      textOf([...twice, other("S3", "Q1", 0)]),
      /\n2 other surveys ask this question or one like it\. 1 has other codes, marked ≠\.\n/,
    );
  });
});

describe("Find's list of what was not searched", () => {
  const reason = sentences("The service does not answer.");
  const failed = Array.from({ length: 7 }, (_, at): Unread => ({
    dataSpace: "Panel",
    surveyId: `f${at}`,
    label: `Failed ${at}`,
    reason,
  }));
  const waiting = Array.from({ length: 1200 }, (_, at): Unread => ({
    dataSpace: "Panel",
    surveyId: `w${at}`,
    reason,
    isWaiting: true,
  }));
  const lines = (unread: readonly Unread[]) =>
    unreadItems(unread)
      .slice(1)
      .map((it) => [it.label, it.description, it.unread?.surveyId]);

  it("has one line for the surveys that wait to be read, however many", () => {
    assert.deepEqual(lines(waiting), [["1,200 surveys", "not loaded yet", undefined]]);
    assert.deepEqual(lines(waiting.slice(0, 1)), [["1 survey", "not loaded yet", undefined]]);
    assert.deepEqual(lines([]), []);
  });

  it("names data spaces and failed surveys with their reasons, which can be opened", () => {
    const gone: Unread = { dataSpace: "Gone", reason };
    assert.deepEqual(lines([...waiting, ...failed, gone]), [
      ["Gone", "The service does not answer.", undefined],
      ...failed.slice(0, 5).map((it) => [it.label, "The service does not answer.", it.surveyId]),
      ["2 more surveys", undefined, undefined],
      ["1,200 surveys", "not loaded yet", undefined],
    ]);
  });
});

describe("Index filler", () => {
  const log = window.createOutputChannel("Test of the index", { log: true });
  const changed = new EventEmitter<void>();
  const answered = new EventEmitter<string>();
  /** Each grants the lease that a pass asks for at first. */
  let leases: (() => void)[];
  /** Whether each list that was read is to have all structures read again. */
  let lists: boolean[];
  let isSignedIn: boolean;
  let isReachable: boolean;
  let surveyPage: () => Promise<object>;
  /** True if another window has the lease. */
  let isOthers: boolean;
  let names: string[];
  /** Data spaces whose surveys were requested. */
  let asked: string[];
  let filler: IndexFiller;
  let newFiller: (delay?: number) => IndexFiller;

  beforeEach(() => {
    [leases, lists, isSignedIn, isReachable, isOthers] = [[], [], true, true, false];
    [names, asked] = [["Panel"], []];
    surveyPage = async () => ({ items: [] });
    const index = {
      client: {
        takeLease: () =>
          new Promise<boolean>((resolve) => {
            leases.push(() => resolve(!isOthers));
          }),
        list: async (_space: string, _surveys: unknown, round: number, readBefore: number) => {
          lists.push(readBefore === round);
          return [];
        },
        endList: async () => undefined,
      },
      onClear: () => undefined,
      wasRebuilt: async () => false,
      spaceOf: async () => "space",
    } as unknown as SearchIndex;
    const dataSpaces = {
      onDidChange: changed.event,
      onDidAnswer: answered.event,
      list: () => names.map((name) => ({ name, version: "v3", local: false })),
      isSignedIn: async () => isSignedIn,
      backgroundClient: async (name: string) => {
        asked.push(name);
        if (!isReachable) {
          throw new Error("Not reachable");
        }
        return { surveyPage: async () => surveyPage() };
      },
    } as unknown as DataSpaces;
    newFiller = (delay) => new IndexFiller({ index, dataSpaces, log, delay });
    filler = newFiller();
  });

  afterEach(() => filler.dispose());

  /** Lets everything go on as far as it can, before and after. */
  const grant = async (at: number): Promise<void> => {
    await setImmediate();
    leases[at]?.();
    await setImmediate();
  };

  after(() => {
    [log, changed, answered].forEach((it) => it.dispose());
  });

  it("runs one new pass for all callers that wait for the current one to end", async () => {
    const first = filler.update();
    await setImmediate();
    const passes = [first, filler.update(true), filler.update(true)];
    await grant(0);
    assert.equal(leases.length, 2);
    assert.equal(filler.isRunning, true);
    await grant(1);
    await Promise.all(passes);
    assert.deepEqual([filler.isRunning, lists], [false, [true]]);
  });

  it("reads everything again if one of the waiting callers requests it", async () => {
    const first = filler.update();
    await setImmediate();
    filler.stop();
    const passes = [first, filler.update(), filler.update(true)];
    for (const at of [0, 1, 2]) {
      await grant(at);
    }
    await Promise.all(passes);
    assert.deepEqual(lists, [true]);
  });

  it("stops for waiting callers too", async () => {
    const first = filler.update();
    await setImmediate();
    const passes = [first, filler.update(true)];
    filler.stop();
    await grant(0);
    assert.equal(leases.length, 1);
    await Promise.all(passes);
  });

  it("says why a pass did not come to its end", async () => {
    const updating = filler.update(true);
    await setImmediate();
    filler.stop();
    await grant(0);
    assert.equal(isCancelled(await updating), true);
    const whole = filler.update(true);
    await grant(1);
    assert.equal(await whole, undefined);
    isOthers = true;
    const elsewhere = newFiller();
    const refused = elsewhere.update(true);
    await grant(2);
    assert.match(messageOf(await refused), /^Another window updates the search index/);
    elsewhere.dispose();
  });

  it("ends, with a failure, if a data space names the same next page again and again", async () => {
    let pages = 0;
    surveyPage = async () => {
      // The real service would be asked without end.
      const cursor = ++pages < 100 ? "same" : undefined;
      return { items: [{ surveyId: "s", label: "" }], cursor };
    };
    const pass = filler.update();
    await grant(0);
    await pass;
    assert.equal(pages, 2);
    assert.match(inEnglish(filler.failed[0]?.reason ?? assert.fail()), /repeats itself/);
  });

  it("reads a data space that was added during a pass with the next update", async () => {
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    surveyPage = async () => {
      await slow;
      return { items: [] };
    };
    const pass = filler.update();
    await grant(0);
    names.push("Added");
    changed.fire();
    release();
    await pass;
    assert.deepEqual(asked, ["Panel"]);
    await filler.update();
    assert.deepEqual(asked, ["Panel", "Panel", "Added"]);
  });

  it("waits longer after each failure of a data space, until the data spaces change", async () => {
    isReachable = false;
    await indexInBackground(true);
    const eager = newFiller(5);
    try {
      await eventually("the first pass", async () => {
        await grant(0);
        return asked.length > 0;
      });
      for (let answers = 0; answers < 50; answers++) {
        answered.fire("Panel");
        await pause(10);
      }
      assert.ok(asked.length > 1, "an answer may mean that the service is back");
      assert.ok(asked.length < 10, `${asked.length} passes`);
      isReachable = true;
      changed.fire();
      await eventually("the data space is read", async () => eager.failed.length === 0);
    } finally {
      eager.dispose();
      await indexInBackground(false);
    }
  });

  it("reads a data space that answers again, also if it was stopped before the last update", async () => {
    filler.dispose();
    isReachable = false;
    await indexInBackground(true);
    const eager = newFiller(20);
    try {
      eager.stop();
      const failing = eager.update();
      await grant(0);
      await failing;
      assert.deepEqual([eager.failed.length, asked.length], [1, 1]);
      isReachable = true;
      await pause(40);
      answered.fire("Panel");
      await eventually("the data space is read", async () => eager.failed.length === 0);
    } finally {
      eager.dispose();
      await indexInBackground(false);
    }
  });

  it("clears the failure of a data space that is signed out", async () => {
    isReachable = false;
    const failing = filler.update();
    await grant(0);
    await failing;
    assert.deepEqual(
      filler.failed.map((it) => it.dataSpace),
      ["Panel"],
    );
    isSignedIn = false;
    await filler.update();
    assert.deepEqual(filler.failed, []);
  });
});

async function indexInBackground(isOn: boolean): Promise<void> {
  const { Global } = ConfigurationTarget;
  await workspace.getConfiguration("surveyExplorer").update("view.indexSurveys", isOn, Global);
}
