import { strict as assert } from "node:assert";
import { setImmediate, setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { SurveyError } from "../../src/model/errors.ts";
import { sentences } from "../../src/model/localizable.ts";
import type { ApiVersion } from "../../src/model/survey.ts";
import type { TreeNode } from "../../src/vscode/surveys/node.ts";
import type { UnseenChanges } from "../../src/vscode/structureChanges/structureNews.ts";
import { SurveyTree } from "../../src/vscode/surveys/surveyTree.ts";
import { TreeChoices } from "../../src/vscode/surveys/treeChoices.ts";
import { memento } from "../support/memento.ts";
import { eventually } from "../webview/support/eventually.ts";
import { FakeOffline, FakeProgress, FakeSource } from "./support/treeParts.ts";

function once<T>(event: vscode.Event<T>): Promise<T> {
  return new Promise((resolve) => {
    const listening = event((value) => {
      listening.dispose();
      resolve(value);
    });
  });
}

const choices = () => new TreeChoices(memento(), memento());

describe("Surveys tree", () => {
  let source: FakeSource;
  let progress: FakeProgress;
  let offline: FakeOffline;
  let tree: SurveyTree;
  let log: vscode.LogOutputChannel;

  before(() => {
    log = vscode.window.createOutputChannel("Survey Explorer tests", { log: true });
  });

  after(() => {
    log.dispose();
  });

  beforeEach(() => {
    source = new FakeSource();
    source.surveys = ["c", "b", "a"].map((id) => ({ surveyId: id, label: `Survey ${id}` }));
    source.groups = [
      { collectGroupId: "g1", label: "$(trash) Web", channel: "PUBLIC_LINK", state: "RUNNING" },
      { collectGroupId: "g2", label: "Other", channel: "CARRIER_PIGEON", state: "ODD" },
    ];
    progress = new FakeProgress();
    offline = new FakeOffline();
    tree = new SurveyTree(source, progress, offline, choices(), log);
  });

  afterEach(() => {
    tree.dispose();
  });

  async function dataSpace(): Promise<TreeNode> {
    const [node] = await tree.getChildren();
    assert.ok(node);
    return node;
  }

  async function below(node: TreeNode): Promise<string[]> {
    return (await tree.getChildren(node)).map((it) => it.kind);
  }

  it("appends the next page to the loaded ones", async () => {
    const root = await dataSpace();
    assert.deepEqual(await below(root), ["survey", "survey", "more"]);
    const [first] = await tree.getChildren(root);
    await tree.loadMore("Acme");
    assert.deepEqual(await below(root), ["survey", "survey", "survey"]);
    assert.equal((await tree.getChildren(root))[0], first);
    await tree.refresh();
    assert.deepEqual(await below(root), ["survey", "survey", "survey"], "the same number of pages");
  });

  it("keeps its rows when a refresh fails, and recovers on Retry", async () => {
    const root = await dataSpace();
    await below(root);
    await tree.loadMore("Acme");
    source.failure = new SurveyError("unreachable", sentences("Nothing listens there. Try again."));
    await tree.refresh();
    const nodes = await tree.getChildren(root);
    assert.deepEqual(
      nodes.map((it) => it.kind),
      ["failure", "survey", "survey", "survey"],
    );
    const [failure] = nodes;
    assert.ok(failure?.kind === "failure");
    const item = tree.getTreeItem(failure);
    assert.equal(item.tooltip, "Nothing listens there. Try again.");
    assert.match(item.contextValue ?? "", /\bretry\b/);
    source.failure = new SurveyError("unreachable", sentences("No server has that name."));
    await tree.retry(failure);
    const [other] = await tree.getChildren(root);
    assert.ok(other);
    assert.equal(tree.getTreeItem(other).tooltip, "No server has that name.");
    source.failure = undefined;
    await tree.retry(failure);
    assert.deepEqual(await below(root), ["survey", "survey", "survey"]);
  });

  it("offers to sign in to the proxy if the proxy requires it", async () => {
    source.failure = new SurveyError("proxy-sign-in", sentences("The proxy asks for a user name."));
    const [failure] = await tree.getChildren(await dataSpace());
    assert.ok(failure);
    assert.equal(tree.getTreeItem(failure).contextValue, "failure retry signInToProxy");
  });

  it("repeats a refresh that failed, also if there are further pages", async () => {
    const root = await dataSpace();
    await below(root);
    source.failure = new SurveyError("unreachable", sentences("Nothing listens there. Try again."));
    await tree.refresh();
    const [failure, ...rows] = await tree.getChildren(root);
    assert.ok(failure?.kind === "failure", "on top, because it is about all rows");
    assert.deepEqual(
      rows.map((it) => it.kind),
      ["survey", "survey", "more"],
    );
    [source.failure, source.asked] = [undefined, []];
    await tree.retry(failure);
    assert.deepEqual(source.asked, ["page 0"]);
    assert.deepEqual(await below(root), ["survey", "survey", "more"]);
  });

  it("keeps the loaded pages when the next page fails", async () => {
    const root = await dataSpace();
    await below(root);
    source.failure = new SurveyError("unauthorized", sentences("Sign in again."));
    await tree.loadMore("Acme");
    const nodes = await tree.getChildren(root);
    assert.deepEqual(
      nodes.map((it) => it.kind),
      ["survey", "survey", "failure", "more"],
    );
    const failure = nodes[2];
    assert.ok(failure?.kind === "failure");
    assert.match(tree.getTreeItem(failure).contextValue ?? "", /\bsignIn\b/);
    source.failure = undefined;
    await tree.retry(failure);
    assert.deepEqual(await below(root), ["survey", "survey", "survey"]);
  });

  it("shows only running surveys also if it is sorted or continued while they are being loaded", async () => {
    const rows = async () => (await tree.getChildren(root)).map((it) => it.kind);
    const root = await dataSpace();
    assert.deepEqual(await rows(), ["survey", "survey", "more"]);
    source.running = ["a"];
    for (const meanwhile of [
      () => tree.loadMore("Acme"),
      () => tree.setOrder("Acme", "title"),
      () => tree.setFilter({ text: "survey" }),
    ]) {
      const first = Promise.withResolvers<undefined>();
      source.firstPage = first.promise;
      source.asked = [];
      const filtering = tree.setFilter({ runningOnly: true });
      await eventually("the request for running surveys", async () => source.asked.length > 0);
      const changing = meanwhile();
      await setTimeout(20);
      first.resolve(undefined);
      await Promise.all([filtering, changing]);
      assert.deepEqual(await rows(), ["survey"], String(meanwhile));
      assert.ok(tree.surveyNode("Acme", "a"));
      await tree.setOrder("Acme", "created");
      await tree.setFilter({ runningOnly: false, text: "" });
      assert.deepEqual(await rows(), ["survey", "survey", "more"]);
    }
  });

  it("gives up requests of pinned surveys when the data spaces change", async () => {
    let requested: AbortSignal | undefined;
    source.single = (signal) => {
      requested = signal;
      return new Promise((resolve) => signal?.addEventListener("abort", resolve));
    };
    await below(await dataSpace());
    await tree.setPinned("Acme", { surveyId: "a", label: "Survey a" }, true);
    await eventually("the survey is requested", async () => requested !== undefined);
    source.changed.fire();
    assert.equal(requested?.aborted, true);
  });

  it("stops loading all surveys if a page names a next one that was loaded already", async () => {
    source.isCircular = true;
    const root = await dataSpace();
    await below(root);
    await tree.setFilter({ text: "survey" });
    const [failure] = await tree.getChildren(root);
    assert.ok(failure?.kind === "failure");
    assert.match(failure.message, /repeats itself/);
    assert.ok(source.asked.length < 10, "few requests");
  });

  it("still marks a running survey whose collect groups could not be loaded", async () => {
    source.running = ["c"];
    const [running] = await tree.getChildren(await dataSpace());
    assert.ok(running);
    source.failure = new SurveyError("unreachable", sentences("Nothing listens there. Try again."));
    assert.deepEqual(await below(running), ["failure"]);
    const item = tree.getTreeItem(running);
    assert.equal(item.description, "running");
    const { tooltip } = tree.resolveTreeItem(item, running);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.doesNotMatch(tooltip.value, /Collect groups/, "no number that nobody knows");
  });

  it("marks running surveys, with the number of running groups once it is known", async () => {
    source.running = ["c"];
    const root = await dataSpace();
    const [running, idle] = await tree.getChildren(root);
    assert.ok(running && idle);
    assert.equal(tree.getTreeItem(running).description, "running");
    assert.equal(
      tree.getTreeItem(idle).description,
      "",
      "no description of a survey that is not running",
    );
    await tree.getChildren(running);
    assert.equal(tree.getTreeItem(running).description, "1 running");
    await tree.setFilter({ runningOnly: true });
    assert.deepEqual(await below(root), ["survey"]);
  });

  it("counts the responses of a survey on hover and shows the count", async () => {
    source.running = ["c"];
    const [running, idle] = await tree.getChildren(await dataSpace());
    assert.ok(running && idle);
    const item = tree.getTreeItem(idle);
    assert.deepEqual(progress.asked, [], "no counting of surveys that are only listed");
    tree.resolveTreeItem(item, idle);
    assert.deepEqual(progress.asked, ["b"]);
    tree.collapsed(idle);
    assert.deepEqual(progress.stopped, ["b"]);
    progress.counted = { count: 1204, isMore: false, readAt: Date.UTC(2025, 2, 1) };
    assert.equal(tree.getTreeItem(idle).description, "1,204 responses");
    assert.equal(tree.getTreeItem(running).description, "running · 1,204 responses");
    await tree.getChildren(idle);
    tree.resolveTreeItem(item, idle);
    const { value } = item.tooltip as vscode.MarkdownString;
    assert.match(value, /Collect groups \| 2 \|/);
    assert.match(value, /Responses \| 1,204 responses \|/);
    progress.counted = { ...progress.counted, count: 10_000, isMore: true };
    assert.equal(tree.getTreeItem(idle).description, "1 running · at least 10,000 responses");
  });

  it("offers response URLs for public links in v1 and v2", async () => {
    const offering = async (version: ApiVersion): Promise<boolean[]> => {
      source.version = version;
      const [survey] = await tree.getChildren(await dataSpace());
      const groups = survey ? await tree.getChildren(survey) : [];
      return groups.map((it) => /\burls\b/.test(tree.getTreeItem(it).contextValue ?? ""));
    };
    assert.deepEqual(await offering("v1"), [true, false]);
    assert.deepEqual(await offering("v2"), [true, false]);
    assert.deepEqual(await offering("v3"), [false, false]);
  });

  it("shows the time of stored answers in a row while the data space cannot be reached", async () => {
    source.keptAt = new Date(2025, 2, 1, 14, 5).getTime();
    const root = await dataSpace();
    assert.deepEqual(await below(root), ["offline", "survey", "survey", "more"]);
    const [line, survey] = await tree.getChildren(root);
    assert.ok(line && survey);
    const { label, contextValue } = tree.getTreeItem(line);
    assert.ok(typeof label === "string");
    assert.match(label, /^Offline\. As of .*14:05/);
    assert.equal(contextValue, "offline retry");
    assert.deepEqual(await below(survey), ["collectGroup", "collectGroup"]);
    assert.deepEqual(progress.asked, [], "no counting while offline");
    source.keptAt = undefined;
    assert.equal(line.kind, "offline");
    await tree.retry(line);
    assert.deepEqual(await below(root), ["survey", "survey", "more"]);
    const [again] = await tree.getChildren(root);
    assert.ok(again);
    source.keptAt = Date.now();
    assert.deepEqual(await below(again), ["offline", "collectGroup", "collectGroup"]);
  });

  it("reloads stored answers as soon as the data space answers a request", async () => {
    source.keptAt = Date.now();
    const root = await dataSpace();
    assert.deepEqual(await below(root), ["offline", "survey", "survey", "more"]);
    source.answered.fire("Another");
    source.keptAt = undefined;
    const changed = once(tree.onDidChangeTreeData);
    source.answered.fire("Acme");
    await changed;
    assert.deepEqual(await below(root), ["survey", "survey", "more"]);
    const [survey] = await tree.getChildren(root);
    source.keptAt = Date.now();
    assert.ok(survey);
    assert.deepEqual(await below(survey), ["offline", "collectGroup", "collectGroup"]);
    source.keptAt = undefined;
    const groupsChanged = once(tree.onDidChangeTreeData);
    source.answered.fire("Acme");
    assert.deepEqual(await groupsChanged, [survey]);
    assert.deepEqual(await below(survey), ["collectGroup", "collectGroup"]);
  });

  it("requests once what a service that answers only other requests does not send", async () => {
    source.keptAt = Date.now();
    const root = await dataSpace();
    const [, survey] = await tree.getChildren(root);
    assert.ok(survey);
    const answers = async (asked: string): Promise<number> => {
      for (let answer = 0; answer < 5; answer++) {
        source.answered.fire("Acme");
        await setTimeout(20);
        await below(survey);
      }
      return source.asked.filter((it) => it === asked).length;
    };
    assert.equal(await answers("page 0"), 2, "the first reading, and an attempt to replace it");
    source.keptAt = undefined;
    await tree.refresh();
    source.keptAt = Date.now();
    source.asked = [];
    assert.equal(await answers("groups of c"), 2);
  });

  it("shows whether a survey is kept offline, with its time, or being updated", async () => {
    const shown = async () => {
      const [survey] = await tree.getChildren(await dataSpace());
      assert.ok(survey);
      const { description, iconPath, contextValue } = tree.getTreeItem(survey);
      assert.ok(iconPath instanceof vscode.ThemeIcon);
      return [description, iconPath.id, contextValue?.split(" ").at(-1)];
    };
    assert.deepEqual(await shown(), ["", "checklist", "keep"]);
    const readAt = new Date(2025, 2, 1, 14, 5).getTime();
    offline.state = { readAt, isUpdating: true, isByDataSpace: false };
    assert.deepEqual(await shown(), ["updating…", "sync~spin", "kept"]);
    offline.state = { readAt, isUpdating: false, isByDataSpace: true };
    const [description, ...others] = await shown();
    assert.match(String(description), /^offline, .*14:05/);
    assert.deepEqual(
      others,
      ["cloud-download", "id"],
      "no command to stop keeping the survey alone",
    );
  });

  it("shows structure changes in the row of a survey until they have been seen", async () => {
    const changed = new vscode.EventEmitter<{ dataSpace: string; surveyId: string }>();
    let unseen: UnseenChanges | undefined = { changes: 3, since: Date.UTC(2020, 10, 12, 12) };
    const asked: unknown[] = [];
    const quick = new SurveyTree(source, progress, offline, choices(), log, 1);
    quick.connectNews({
      of: (it) => {
        asked.push(it);
        return unseen;
      },
      onDidChange: changed.event,
    });
    const [root] = await quick.getChildren();
    const [survey] = await quick.getChildren(root);
    assert.ok(survey);
    assert.equal(quick.getTreeItem(survey).description, "3 changes since Nov 12, 2020");
    assert.deepEqual(asked.at(-1), { dataSpace: "Acme", apiVersion: "v3", surveyId: "c" });
    const { tooltip } = quick.resolveTreeItem(quick.getTreeItem(survey), survey);
    assert.match((tooltip as vscode.MarkdownString).value, /Structure \| 3 changes since/);
    unseen = undefined;
    const told = once(quick.onDidChangeTreeData);
    changed.fire({ dataSpace: "Acme", surveyId: "c" });
    assert.deepEqual(await told, [survey]);
    assert.equal(quick.getTreeItem(survey).description, "");
    quick.dispose();
    changed.dispose();
  });

  it("adds targets later if they are slow to load", async () => {
    const impatient = new SurveyTree(source, progress, offline, choices(), log, 1);
    let release = (): void => undefined;
    source.details = new Promise((resolve) => (release = () => resolve(undefined)));
    const [root] = await impatient.getChildren();
    const [survey] = await impatient.getChildren(root);
    const described = async () =>
      (await impatient.getChildren(survey)).map((it) => impatient.getTreeItem(it).description);
    assert.deepEqual(await described(), ["RUNNING", "ODD"]);
    const changed = new Promise<void>((resolve) => {
      impatient.onDidChangeTreeData((nodes) => {
        if (nodes?.some((it) => it === survey)) {
          resolve();
        }
      });
    });
    release();
    await changed;
    assert.deepEqual(await described(), ["RUNNING · target 1,000", "ODD · target 1,000"]);
    impatient.dispose();
  });

  it("shows that slow surveys are loading, so that the rest of the tree can change", async () => {
    const impatient = new SurveyTree(source, progress, offline, choices(), log, 1);
    let release = (): void => undefined;
    source.firstPage = new Promise((resolve) => (release = () => resolve(undefined)));
    const [root] = await impatient.getChildren();
    assert.ok(root);
    const labels = async () =>
      (await impatient.getChildren(root)).map((it) => impatient.getTreeItem(it).label);
    assert.deepEqual(await labels(), ["Loading…"]);
    await impatient.setFilter({ text: "survey b" });
    assert.deepEqual(await impatient.getChildren(), [root]);
    assert.deepEqual(await labels(), ["Loading…"], "when VS Code asks again for another reason");
    assert.deepEqual(source.asked, ["page 0"], "one request");
    const changed = new Promise<void>((resolve) => {
      impatient.onDidChangeTreeData((nodes) => {
        if (nodes?.includes(root)) {
          resolve();
        }
      });
    });
    release();
    await changed;
    assert.equal((await labels()).at(-1), "Survey b", "with the filter set in the meantime");
    impatient.dispose();
  });

  it("shows the surveys after Loading… also if they are the same as before", async () => {
    const impatient = new SurveyTree(source, progress, offline, choices(), log, 1);
    const [root] = await impatient.getChildren();
    assert.ok(root);
    impatient.getTreeItem(root);
    const labels = async () =>
      (await impatient.getChildren(root)).map((it) => impatient.getTreeItem(it).label);
    const before = await labels();
    let release = (): void => undefined;
    const signedIn = new Promise<boolean>((resolve) => (release = () => resolve(true)));
    source.isSignedIn = () => signedIn;
    assert.deepEqual(await labels(), ["Loading…"]);
    const changed = once(impatient.onDidChangeTreeData);
    release();
    assert.deepEqual(await changed, [root]);
    assert.deepEqual(await labels(), before);
    impatient.dispose();
  });

  it("does not say that there are no surveys while a refresh replaces the first reading", async () => {
    const impatient = new SurveyTree(source, progress, offline, choices(), log, 100);
    let release = (): void => undefined;
    source.firstPage = new Promise((resolve) => (release = () => resolve(undefined)));
    const root: TreeNode = { kind: "dataSpace", dataSpace: "Acme" };
    const rows = impatient.getChildren(root);
    await setImmediate();
    const refreshed = impatient.refresh("Acme");
    assert.deepEqual(
      (await rows).map((it) => impatient.getTreeItem(it).label),
      ["Loading…"],
    );
    release();
    await refreshed;
    assert.equal((await impatient.getChildren(root)).length, 3);
    impatient.dispose();
  });

  it("shows that slow collect groups are loading, so that the rest of the tree can change", async () => {
    const impatient = new SurveyTree(source, progress, offline, choices(), log, 1);
    let release = (): void => undefined;
    source.listing = new Promise((resolve) => (release = () => resolve(undefined)));
    const [root] = await impatient.getChildren();
    const [survey] = await impatient.getChildren(root);
    const labels = async () =>
      (await impatient.getChildren(survey)).map((it) => impatient.getTreeItem(it).label);
    assert.deepEqual(await labels(), ["Loading…"]);
    assert.deepEqual(await labels(), ["Loading…"], "when VS Code asks again for another reason");
    assert.deepEqual(
      source.asked.filter((it) => it.startsWith("groups of")),
      ["groups of c"],
      "one request",
    );
    const changed = new Promise<void>((resolve) => {
      impatient.onDidChangeTreeData((nodes) => {
        if (nodes?.some((it) => it === survey)) {
          resolve();
        }
      });
    });
    release();
    await changed;
    assert.equal((await labels()).at(-1), "Other");
    impatient.dispose();
  });

  it("shows the progress of groups and counts the responses of running ones", async () => {
    const [survey, other] = await tree.getChildren(await dataSpace());
    assert.ok(survey && other);
    const web = async () => tree.getTreeItem((await tree.getChildren(survey))[0] ?? survey);
    assert.equal((await web()).description, "RUNNING · target 1,000");
    const changed = new Promise<TreeNode[] | undefined>((resolve) => {
      tree.onDidChangeTreeData(resolve);
    });
    progress.counted = { count: 999, isMore: false, readAt: Date.UTC(2025, 2, 1) };
    progress.changed.fire({ dataSpace: "Acme", surveyId: "gone" });
    progress.changed.fire({ dataSpace: "Acme", surveyId: "c" });
    assert.deepEqual(await changed, [survey]);
    const item = await web();
    assert.equal(item.description, "RUNNING · 999 of 1,000");
    assert.match((item.tooltip as vscode.MarkdownString).value, /999 of 1,000 &#40;99&#46;9%&#41;/);
    assert.match((item.tooltip as vscode.MarkdownString).value, /Counted at/);
    progress.counted = { ...progress.counted, isMore: true };
    assert.equal((await web()).description, "RUNNING · at least 999 of 1,000");
    assert.deepEqual(progress.asked, ["c"]);
    source.groups = source.groups.map((it) => ({ ...it, state: "ENDED" }));
    await tree.getChildren(other);
    assert.deepEqual(progress.asked, ["c"], "no counting if no group is running");
    await tree.refresh();
    source.groups = source.groups.map((it) => ({ ...it, state: "RUNNING" }));
    await tree.getChildren(survey);
    assert.deepEqual(progress.asked, ["c", "c"], "counted again after a refresh");
  });

  it("shows groups by channel and state, with targets and without icons from labels", async () => {
    const root = await dataSpace();
    const [survey] = await tree.getChildren(root);
    assert.ok(survey);
    const [web, other] = (await tree.getChildren(survey)).map((it) => tree.getTreeItem(it));
    assert.ok(web && other);
    assert.equal(web.description, "RUNNING · target 1,000");
    assert.equal((web.iconPath as vscode.ThemeIcon).id, "link");
    assert.equal(web.label, "$\u200b(trash) Web");
    assert.equal(other.description, "ODD · target 1,000");
    assert.equal((other.iconPath as vscode.ThemeIcon).id, "broadcast");
  });

  it("escapes links, HTML and icons of a label in a tooltip", async () => {
    source.surveys = [{ surveyId: "x", label: "[click](command:x) **b** <img src=x> | $(zap)" }];
    const [survey] = await tree.getChildren(await dataSpace());
    assert.ok(survey);
    const item = tree.resolveTreeItem(tree.getTreeItem(survey), survey);
    const tooltip = item.tooltip as vscode.MarkdownString;
    assert.ok(!tooltip.isTrusted && !tooltip.supportHtml && !tooltip.supportThemeIcons);
    assert.doesNotMatch(tooltip.value, /\[click\]|<img|\$\(zap\)/);
  });

  it("shows an empty data space and a signed-out one", async () => {
    source.surveys = [];
    const root = await dataSpace();
    assert.deepEqual(await below(root), ["nothing"]);
    source.signedIn = false;
    source.changed.fire();
    const signedOut = await dataSpace();
    assert.deepEqual(await below(signedOut), ["signIn"]);
    assert.equal(tree.getTreeItem(signedOut).description, "v3 · signed out");
  });

  it("hides a data space without matching surveys unless it has a failure or no surveys", async () => {
    const root = await dataSpace();
    const [survey] = await tree.getChildren(root);
    await tree.setFilter({ runningOnly: true });
    assert.deepEqual(await tree.getChildren(), []);
    assert.equal(tree.surveyNode("Acme", "c"), undefined);
    const [nothing] = await tree.getChildren(root);
    assert.ok(nothing);
    assert.match(tree.getTreeItem(nothing).contextValue ?? "", /\bshowAll\b/);
    source.failure = new SurveyError("unreachable", sentences("Nothing listens there. Try again."));
    await tree.refresh();
    assert.deepEqual(await below(await dataSpace()), ["failure"]);
    source.failure = undefined;
    await tree.setFilter({ runningOnly: false });
    assert.deepEqual(await below(await dataSpace()), ["survey", "survey", "more"]);
    assert.equal(tree.surveyNode("Acme", "c"), survey);
    source.surveys = [];
    await tree.refresh();
    assert.deepEqual(await below(await dataSpace()), ["nothing"], "not hidden without a filter");
  });

  it("assigns no click command to rows that only inform or have buttons", async () => {
    const rows = async (node: TreeNode | undefined) =>
      (await tree.getChildren(node)).map((it) => [it.kind, tree.getTreeItem(it).command?.command]);
    const root = await dataSpace();
    const [survey] = await tree.getChildren(root);
    source.keptAt = Date.now();
    assert.deepEqual(await rows(survey), [
      ["offline", undefined],
      ["collectGroup", undefined],
      ["collectGroup", undefined],
    ]);
    source.keptAt = undefined;
    source.failure = new SurveyError("unreachable", sentences("Nothing listens there. Try again."));
    await tree.refresh();
    assert.deepEqual(await rows(root), [
      ["failure", undefined],
      ["survey", "vscode.open"],
      ["survey", "vscode.open"],
      ["more", "surveyExplorer.loadMoreSurveys"],
    ]);
    source.failure = undefined;
    source.surveys = [];
    await tree.refresh();
    assert.deepEqual(await rows(root), [["nothing", undefined]]);
    assert.deepEqual(await rows(undefined), [["dataSpace", undefined]]);
  });

  it("gives every node a unique ID", async () => {
    const root = await dataSpace();
    const surveys = await tree.getChildren(root);
    const groups = (
      await Promise.all(
        surveys.filter((it) => it.kind === "survey").map((it) => tree.getChildren(it)),
      )
    ).flat();
    const ids = [root, ...surveys, ...groups].map((it) => tree.getTreeItem(it).id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it("shows entries of the settings with the same name and mistake in one row", async () => {
    const settings = vscode.workspace.getConfiguration("surveyExplorer");
    const before = settings.get<unknown[]>("dataSpaces") ?? [];
    const pasted = Array.from({ length: 3 }, () => ({ name: "Pasted", version: "v3" }));
    const written = [...before, ...pasted];
    await settings.update("dataSpaces", written, vscode.ConfigurationTarget.Global);
    try {
      const rows = (await tree.getChildren()).filter((it) => it.kind === "problem");
      assert.deepEqual(
        rows.map((it) => tree.getTreeItem(it).label),
        ["Pasted"],
      );
    } finally {
      await settings.update("dataSpaces", before, vscode.ConfigurationTarget.Global);
    }
  });
});
