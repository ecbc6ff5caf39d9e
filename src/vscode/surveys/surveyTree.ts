import * as vscode from "vscode";
import { neededSignIn } from "../../model/errors.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { errorText } from "../platform/language.ts";
import { readDataSpaces } from "../platform/settings.ts";
import type { GroupProgress } from "../fieldwork/groupProgress.ts";
import type { OfflineSync } from "../offline/offlineSync.ts";
import { treeItem } from "./item.ts";
import { nodeId, type TreeNode } from "./node.ts";
import { RowChanges } from "./rowChanges.ts";
import { SurveyLists } from "./surveyLists.ts";

/** What the tree needs of the data spaces. */
export type TreeSource = Pick<
  DataSpaces,
  "list" | "client" | "isSignedIn" | "onDidChange" | "onDidAnswer"
>;

/** What the tree needs of how far collect groups are. */
export type TreeProgress = Pick<GroupProgress, "of" | "ofSurvey" | "read" | "stop" | "onDidChange">;

/** What the tree needs of what is kept offline. */
export type TreeOffline = Pick<OfflineSync, "of" | "hasAllOf" | "onDidChange">;

/** Milliseconds for which a row waits for what it shows beside its own data. */
const patience = 1000;

/** The Surveys view: data space → survey → collect group. What was read is kept until a refresh replaces it. */
export class SurveyTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #dataSpaces: TreeSource;
  readonly #progress: TreeProgress;
  readonly #offline: TreeOffline;
  readonly #changes: RowChanges<TreeNode>;
  readonly #lists: SurveyLists;
  // VS Code finds a node again by its identity: the same thing is the same object.
  readonly #nodes = new Map<string, TreeNode>();

  readonly onDidChangeTreeData: vscode.Event<TreeNode | undefined>;

  constructor(
    dataSpaces: TreeSource,
    progress: TreeProgress,
    offline: TreeOffline,
    log: vscode.LogOutputChannel,
    wait = patience,
  ) {
    this.#dataSpaces = dataSpaces;
    this.#progress = progress;
    this.#offline = offline;
    this.#changes = this.#store.add(new RowChanges(wait));
    this.onDidChangeTreeData = this.#changes.event;
    this.#lists = new SurveyLists({
      dataSpaces,
      progress,
      log,
      patience: wait,
      onLate: (dataSpace, surveyId) => void this.#changed(dataSpace, surveyId),
    });
    this.#store.add(dataSpaces.onDidChange(() => this.reset()));
    this.#store.add(dataSpaces.onDidAnswer((dataSpace) => this.#isBack(dataSpace)));
    this.#store.add(
      progress.onDidChange(({ dataSpace, surveyId }) => void this.#changed(dataSpace, surveyId)),
    );
    this.#store.add(
      offline.onDidChange(({ dataSpace, surveyId }) => void this.#changed(dataSpace, surveyId)),
    );
  }

  get runningOnly(): boolean {
    return this.#lists.runningOnly;
  }

  async setRunningOnly(value: boolean): Promise<void> {
    this.#lists.runningOnly = value;
    await this.refresh();
  }

  /** Forgets everything that was read: the data spaces or their credentials are others now. */
  reset(): void {
    this.#lists.clear();
    this.#nodes.clear();
    void this.#changes.all();
  }

  /** Reads again what is shown, of one data space or of all. */
  async refresh(dataSpace?: string): Promise<void> {
    const names = dataSpace === undefined ? this.#lists.dataSpaces : [dataSpace];
    await Promise.all(names.map((name) => this.#lists.refresh(name)));
    await this.#changes.all();
  }

  async loadMore(dataSpace: string): Promise<void> {
    await this.#lists.more(dataSpace);
    await this.#changed(dataSpace);
  }

  /** Reads again what failed. */
  async retry(node: Extract<TreeNode, { kind: "failure" | "offline" }>): Promise<void> {
    const list = this.#lists.get(node.dataSpace);
    const surveyNode =
      node.surveyId === undefined ? undefined : this.surveyNode(node.dataSpace, node.surveyId);
    if (surveyNode && list) {
      list.groups.delete(node.surveyId ?? "");
      await this.#changes.row(() => surveyNode);
    } else if (list && list.surveys.length > 0 && list.cursor !== undefined && list.error) {
      await this.loadMore(node.dataSpace);
    } else {
      await this.refresh(node.dataSpace);
    }
  }

  /** Tells in a survey's row what is known of its groups, when they are not in sight any more. */
  collapsed(node: TreeNode): void {
    if (node.kind === "survey") {
      this.#progress.stop({ dataSpace: node.dataSpace, surveyId: node.survey.surveyId });
      void this.#changes.row(() => node);
    }
  }

  /** The node of a survey that is shown. */
  surveyNode(dataSpace: string, surveyId: string): TreeNode | undefined {
    const { surveys = [] } = this.#lists.get(dataSpace) ?? {};
    return surveys.some((it) => it.surveyId === surveyId)
      ? this.#nodes.get(JSON.stringify([dataSpace, surveyId]))
      : undefined;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const item = treeItem(node, this.#stateOf(node));
    if (node.kind === "survey") {
      // Asked for when it is pointed at.
      item.tooltip = undefined;
    }
    return item;
  }

  /** What is pointed at is in sight, and worth being counted. */
  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    if (node.kind === "survey") {
      const survey = { dataSpace: node.dataSpace, surveyId: node.survey.surveyId };
      if (!this.#progress.ofSurvey(survey)) {
        this.#progress.read(survey);
      }
      item.tooltip = treeItem(node, this.#stateOf(node)).tooltip;
    }
    return item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return this.#changes.give(() => this.#childrenOf(node));
  }

  async #childrenOf(node: TreeNode | undefined): Promise<TreeNode[]> {
    if (!node) {
      return this.#roots();
    }
    switch (node.kind) {
      case "dataSpace":
        return this.#surveys(node.dataSpace);
      case "survey":
        return this.#collectGroups(node.dataSpace, node.survey.surveyId);
      default:
        return [];
    }
  }

  getParent(node: TreeNode): TreeNode | undefined {
    switch (node.kind) {
      case "dataSpace":
      case "problem":
        return undefined;
      case "collectGroup":
        return this.surveyNode(node.dataSpace, node.surveyId);
      default:
        return this.#node({ kind: "dataSpace", dataSpace: node.dataSpace });
    }
  }

  dispose(): void {
    this.#lists.cancel();
    this.#store.dispose();
  }

  async #roots(): Promise<TreeNode[]> {
    const dataSpaces = this.#dataSpaces.list();
    await Promise.all(
      dataSpaces.map(({ name }) =>
        // A data space tells how many surveys it has.
        this.#lists.waitFor(this.#lists.read(name), `Reading the surveys of "${name}"`, name),
      ),
    );
    const problems = readDataSpaces().problems.map((it): TreeNode => ({ kind: "problem", ...it }));
    if (problems.length === 0 && dataSpaces.every(({ name }) => this.#lists.isHidden(name))) {
      // The view says so in the tree's place, and offers to show all.
      return [];
    }
    return [
      ...dataSpaces.map((it): TreeNode => ({ kind: "dataSpace", dataSpace: it.name })),
      ...problems,
    ].map((it) => this.#node(it));
  }

  async #surveys(dataSpace: string): Promise<TreeNode[]> {
    const list = await this.#lists.read(dataSpace);
    if (!list) {
      return [this.#node({ kind: "signIn", dataSpace })];
    }
    const nodes: TreeNode[] = list.surveys.map((survey) => ({ kind: "survey", dataSpace, survey }));
    if (list.cursor !== undefined) {
      nodes.push({ kind: "more", dataSpace });
    }
    if (list.error) {
      const failure: TreeNode = { kind: "failure", dataSpace, ...failureOf(list.error) };
      // A failed refresh is said above what was shown before; a failed further page stands where that would stand.
      if (list.cursor === undefined) {
        nodes.unshift(failure);
      } else {
        nodes.splice(-1, 0, failure);
      }
    } else if (nodes.length === 0) {
      const isFiltered = this.#lists.runningOnly;
      const text = isFiltered
        ? vscode.l10n.t("No running surveys")
        : vscode.l10n.t("No surveys in this data space");
      nodes.push({ kind: "nothing", dataSpace, text, isFiltered });
    }
    if (list.keptAt !== undefined) {
      nodes.unshift({ kind: "offline", dataSpace, readAt: list.keptAt });
    }
    return nodes.map((it) => this.#node(it));
  }

  async #collectGroups(dataSpace: string, surveyId: string): Promise<TreeNode[]> {
    const list = this.#lists.get(dataSpace);
    const { groups, error, keptAt } = await this.#lists.groups(dataSpace, surveyId);
    const nodes: TreeNode[] = groups.map((group) => ({
      kind: "collectGroup",
      dataSpace,
      surveyId,
      group,
    }));
    if (error) {
      nodes.unshift({ kind: "failure", dataSpace, surveyId, ...failureOf(error) });
    } else if (nodes.length === 0) {
      nodes.push({
        kind: "nothing",
        dataSpace,
        surveyId,
        text: vscode.l10n.t("No collect groups"),
      });
    }
    if (keptAt !== undefined && list?.keptAt === undefined) {
      nodes.unshift({ kind: "offline", dataSpace, surveyId, readAt: keptAt });
    }
    return nodes.map((it) => this.#node(it));
  }

  #changed(dataSpace: string, surveyId?: string): Promise<void> {
    return this.#changes.row(() =>
      surveyId === undefined
        ? this.#node({ kind: "dataSpace", dataSpace })
        : this.surveyNode(dataSpace, surveyId),
    );
  }

  /** Reads again what was kept, now that the service can be reached. */
  #isBack(dataSpace: string): void {
    const list = this.#lists.get(dataSpace);
    if (!list || this.#lists.isRefreshing(dataSpace)) {
      return;
    }
    if (list.keptAt !== undefined) {
      void this.refresh(dataSpace);
      return;
    }
    for (const [surveyId, { keptAt }] of list.groups) {
      const node = this.surveyNode(dataSpace, surveyId);
      if (keptAt !== undefined && node) {
        list.groups.delete(surveyId);
        void this.#changes.row(() => node);
      }
    }
  }

  /** The node as it is known, or this one if what it shows has changed. */
  #node(node: TreeNode): TreeNode {
    const id = nodeId(node);
    const known = this.#nodes.get(id);
    if (known && JSON.stringify(known) === JSON.stringify(node)) {
      return known;
    }
    this.#nodes.set(id, node);
    return node;
  }

  #stateOf(node: TreeNode) {
    const name = node.kind === "problem" ? undefined : node.dataSpace;
    const list = name === undefined ? undefined : this.#lists.get(name);
    const surveyId = node.kind === "survey" ? node.survey.surveyId : undefined;
    const dataSpace =
      node.kind === "dataSpace" || node.kind === "collectGroup" || node.kind === "survey"
        ? this.#dataSpaces.list().find((it) => it.name === name)
        : undefined;
    return {
      dataSpace,
      list,
      groups: surveyId === undefined ? undefined : list?.groups.get(surveyId)?.groups,
      progress:
        node.kind === "collectGroup"
          ? this.#progress.of(node, node.group.collectGroupId)
          : name === undefined || surveyId === undefined
            ? undefined
            : this.#progress.ofSurvey({ dataSpace: name, surveyId }),
      offline:
        dataSpace && surveyId !== undefined ? this.#offline.of(dataSpace, surveyId) : undefined,
      isAllKept: name !== undefined && this.#offline.hasAllOf(name),
    };
  }
}

function failureOf(error: Error) {
  return { message: errorText(error), signIn: neededSignIn(error) };
}
