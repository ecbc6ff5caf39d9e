import { strict as assert } from "node:assert";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { SurveyError } from "../../src/model/errors.ts";
import { sentences } from "../../src/model/localizable.ts";
import type { TreeNode } from "../../src/vscode/surveys/node.ts";
import { SurveyTree } from "../../src/vscode/surveys/surveyTree.ts";
import { TreeChoices } from "../../src/vscode/surveys/treeChoices.ts";
import { memento } from "../support/memento.ts";
import { eventually } from "../webview/support/eventually.ts";
import { FakeOffline, FakeProgress, FakeSource } from "./support/treeParts.ts";

/** Returns surveys, newest first, three a month. */
function surveys(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const month = new Date(Date.UTC(2026, 10 - Math.floor(index / 3), 1)).toISOString();
    const title = ["Price study", "Brand tracker", "Ad test"][index % 3] ?? "";
    const time = month.slice(0, 19);
    return { surveyId: `s${index}`, label: `${title} ${index}`, createdAt: time, updatedAt: time };
  });
}

function labelOf(label: string | vscode.TreeItemLabel | undefined): string {
  return typeof label === "string" ? label : (label?.label ?? "");
}

describe("Tree of a large data space", () => {
  let source: FakeSource;
  let tree: SurveyTree;
  let log: vscode.LogOutputChannel;
  const shared = memento();

  before(() => {
    log = vscode.window.createOutputChannel("Survey Explorer large tree", { log: true });
  });

  after(() => log.dispose());

  beforeEach(() => {
    source = new FakeSource();
    source.pageSize = 100;
    source.surveys = surveys(10_000);
    tree = newTree(new TreeChoices(memento(), memento()));
  });

  afterEach(() => tree.dispose());

  function newTree(choices: TreeChoices): SurveyTree {
    return new SurveyTree(source, new FakeProgress(), new FakeOffline(), choices, log, 1);
  }

  async function root(): Promise<TreeNode> {
    const [node] = await tree.getChildren();
    assert.ok(node);
    return node;
  }

  async function rows(node?: TreeNode): Promise<(string | undefined)[]> {
    const children = await tree.getChildren(node ?? (await root()));
    return children.map((it) => labelOf(tree.getTreeItem(it).label));
  }

  async function described(): Promise<string> {
    return String(tree.getTreeItem(await root()).description);
  }

  const pages = () => source.asked.filter((it) => it.startsWith("page")).length;

  it("requests only one page at first", async () => {
    const shown = await rows();
    assert.equal(shown.length, 101);
    assert.equal(shown.at(-1), "Load more surveys…");
    assert.equal(pages(), 1);
    assert.equal(await described(), "v3 · 100+ surveys");
  });

  it("groups more than 200 surveys by month, with their counts and the newest month expanded", async () => {
    await rows();
    await tree.loadMore("Acme");
    await tree.loadMore("Acme");
    const [newest, second, ...others] = await tree.getChildren(await root());
    assert.ok(newest && second);
    const item = tree.getTreeItem(newest);
    assert.deepEqual([item.label, item.description], ["November 2026", "3 surveys"]);
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
    assert.equal(
      tree.getTreeItem(second).collapsibleState,
      vscode.TreeItemCollapsibleState.Collapsed,
    );
    assert.equal(others.at(-1)?.kind, "more");
    const oldest = others.at(-2);
    assert.ok(oldest);
    assert.match(String(tree.getTreeItem(oldest).description), /^\d+\+ surveys$/);
    const [survey] = await tree.getChildren(second);
    assert.ok(survey);
    assert.equal(tree.getParent(survey), second);
    assert.equal(tree.surveyNode("Acme", "s3"), survey);
  });

  it("keeps its nodes when a refresh adds a survey", async () => {
    source.pageSize = 300;
    const before = await tree.getChildren(await root());
    const [first] = before;
    const inFirst = first && (await tree.getChildren(first));
    source.surveys = [{ ...source.surveys[0], surveyId: "new", label: "New" }, ...source.surveys];
    await tree.refresh();
    const after = await tree.getChildren(await root());
    assert.equal(after[0], first);
    assert.ok(first && inFirst);
    const now = await tree.getChildren(first);
    assert.deepEqual(now.slice(1), inFirst);
    assert.ok(
      inFirst.every((it) => now.includes(it)),
      "the same objects",
    );
    assert.equal(tree.getTreeItem(first).description, "4 surveys");
  });

  it("loads all surveys to sort them by title, and stores the order for the data space", async () => {
    await rows();
    const choices = new TreeChoices(shared, memento());
    tree.dispose();
    tree = newTree(choices);
    let release = (): void => undefined;
    source.nextPage = new Promise<void>((resolve) => (release = resolve));
    await rows();
    const sorting = tree.setOrder("Acme", "title");
    assert.deepEqual((await rows()).slice(0, 2), ["Loading surveys…", "Ad test 2"]);
    release();
    await sorting;
    const shown = await rows();
    assert.equal(shown.length, 10_000);
    assert.deepEqual(shown.slice(0, 2), ["Ad test 2", "Ad test 5"]);
    assert.equal(await described(), "v3 · 10,000 surveys · by title");
    assert.equal(new TreeChoices(shared, memento()).order("Acme"), "title");
    await tree.setOrder("Acme", "updated");
    assert.deepEqual((await rows()).slice(0, 2), ["November 2026", "October 2026"]);
    await tree.setOrder("Acme", "created");
  });

  it("stops loading on request and continues with Load remaining surveys", async () => {
    await rows();
    source.nextPage = new Promise(() => undefined);
    const sorting = tree.setOrder("Acme", "title");
    const [loading] = await tree.getChildren(await root());
    assert.ok(loading?.kind === "loading");
    tree.stopLoading("Acme");
    source.nextPage = Promise.resolve();
    const shown = await rows();
    assert.equal(shown.length, 101);
    assert.equal(shown.at(-1), "Load remaining surveys…");
    await sorting;
    await tree.loadMore("Acme");
    assert.equal((await rows()).length, 10_000);
  });

  it("shows the progress of a slow refresh, and keeps the previous rows if it is stopped", async () => {
    await rows();
    await tree.loadMore("Acme");
    await tree.loadMore("Acme");
    const before = await rows();
    source.nextPage = setTimeout(20).then(() => {
      source.nextPage = new Promise(() => undefined);
    });
    const told = new Promise<void>((resolve) => {
      const listening = tree.onDidChangeTreeData(() => {
        listening.dispose();
        resolve();
      });
    });
    const refreshing = tree.refresh();
    await told;
    const [loading, ...others] = await tree.getChildren(await root());
    assert.ok(loading);
    const { label, description } = tree.getTreeItem(loading);
    assert.deepEqual([label, description], ["Loading surveys…", "200 so far"]);
    assert.equal(others.length, before.length);
    tree.stopLoading("Acme");
    await refreshing;
    assert.deepEqual(await rows(), before);
  });

  it("filters all surveys by words, shows the number of matches and keeps the filter until it is cleared", async () => {
    const own = memento();
    tree = newTree(new TreeChoices(memento(), own));
    await rows();
    await tree.setFilter({ text: "price 99" });
    const shown = await rows();
    assert.ok(shown.every((it) => /Price study.*99/.test(String(it))));
    assert.equal(await described(), `v3 · ${shown.length} of 10,000 surveys`);
    await tree.refresh();
    assert.deepEqual(await rows(), shown);
    const again = newTree(new TreeChoices(memento(), own));
    assert.equal(again.choices.filter.text, "price 99");
    again.dispose();
    await tree.setFilter({ text: "nowhere" });
    const [nothing] = await tree.getChildren(await root());
    assert.ok(nothing);
    const { label, contextValue } = tree.getTreeItem(nothing);
    assert.deepEqual(
      [label, contextValue],
      ["No survey matches the filter", "nothing clearFilter"],
    );
    assert.equal(tree.surveyNode("Acme", "s0"), undefined);
    await tree.setFilter({ text: "" });
    assert.equal((await rows()).includes("No survey matches the filter"), false);
  });

  it("shows why the remaining surveys failed to load, and continues on Retry", async () => {
    await rows();
    source.failure = new SurveyError("unreachable", sentences("Nothing listens there. Try again."));
    await tree.setFilter({ text: "price" });
    const [failure] = await tree.getChildren(await root());
    assert.ok(failure?.kind === "failure");
    assert.match(await described(), /^v3$/);
    source.failure = undefined;
    await tree.retry(failure);
    assert.match(await described(), /3,334 of 10,000 surveys/);
  });

  it("lists pinned surveys first, including those of unread pages, and marks deleted ones", async () => {
    const [, first] = await tree.getChildren(await root());
    assert.ok(first?.kind === "survey");
    await tree.setPinned("Acme", first.survey, true);
    await tree.setPinned("Acme", { surveyId: "s5000", label: "As it was called" }, true);
    await tree.setPinned("Acme", { surveyId: "none", label: "No more" }, true);
    assert.equal((await rows())[2], "No more", "the stored label");
    await eventually(
      "the current label of the pinned survey",
      async () => (await rows())[1] === "Ad test 5000",
    );
    await eventually("the mark of the deleted survey", async () => {
      const gone = (await tree.getChildren(await root()))[2];
      const item = gone?.kind === "gone" ? tree.getTreeItem(gone) : undefined;
      const spoken = item?.accessibilityInformation?.label;
      return (
        spoken === "No more, no longer in this data space" && item?.contextValue === "gone unpin"
      );
    });
    assert.equal(source.asked.filter((it) => it === "s5000").length, 1, "requested once");
    const top = (await tree.getChildren(await root()))[0];
    assert.equal(top, first);
    const item = tree.getTreeItem(first);
    assert.equal(item.description, "pinned");
    assert.match(item.contextValue ?? "", /\bunpin\b/);
    assert.equal((await rows()).filter((it) => it === "Brand tracker 1").length, 1);
    await tree.setPinned("Acme", { surveyId: "none" }, false);
    await tree.setPinned("Acme", { surveyId: "s1" }, false);
    assert.deepEqual((await rows()).slice(0, 2), ["Ad test 5000", "Price study 0"]);
  });

  it("shows two surveys with one ID once, and a survey without a time", async () => {
    const [one] = source.surveys;
    assert.ok(one);
    source.surveys = [one, { ...one, label: "Other" }, { surveyId: "t", label: "No time" }];
    assert.deepEqual(await rows(), ["Price study 0", "No time"]);
    await tree.setOrder("Acme", "updated");
    assert.deepEqual(await rows(), ["Price study 0", "No time"]);
  });

  it("discards a list whose data space is removed while it loads", async () => {
    await rows();
    let release = (): void => undefined;
    source.nextPage = new Promise<void>((resolve) => (release = resolve));
    const sorting = tree.setOrder("Acme", "title");
    await rows();
    source.changed.fire();
    source.surveys = [];
    release();
    await sorting;
    assert.deepEqual(await rows(), ["No surveys in this data space"]);
  });

  it("gives every row an accessible name and a unique ID", async () => {
    source.pageSize = 300;
    await tree.setPinned("Acme", { surveyId: "s0" }, true);
    const nodes = await tree.getChildren(await root());
    const spoken = nodes.map((it) => {
      const { label, description, accessibilityInformation } = tree.getTreeItem(it);
      return accessibilityInformation?.label ?? `${labelOf(label)} ${String(description ?? "")}`;
    });
    assert.deepEqual(spoken.slice(0, 2), ["Price study 0 pinned", "November 2026 2 surveys"]);
    assert.ok(spoken.every((it) => it.trim() !== ""));
    const ids = nodes.map((it) => tree.getTreeItem(it).id);
    assert.equal(new Set(ids).size, ids.length);
  });
});
