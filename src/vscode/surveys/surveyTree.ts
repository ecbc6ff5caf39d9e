import type * as vscode from "vscode";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { readDataSpaces } from "../platform/settings.ts";
import type { GroupProgress } from "../fieldwork/groupProgress.ts";
import type { OfflineSync } from "../offline/offlineSync.ts";
import type { StructureHistory } from "../structureChanges/structureHistory.ts";
import { surveyTooltip, treeItem } from "./item.ts";
import type { SurveyOrder } from "./arrangement.ts";
import type { TreeNode } from "./node.ts";
import { RowChanges } from "./rowChanges.ts";
import { SurveyLists } from "./surveyLists.ts";
import type { TreeChoices, TreeFilter } from "./treeChoices.ts";
import { TreeRows } from "./treeRows.ts";

/** Members of `DataSpaces` that the tree uses. */
export type TreeSource = Pick<
  DataSpaces,
  "list" | "client" | "isSignedIn" | "onDidChange" | "onDidAnswer"
>;

/** Members of `GroupProgress` that the tree uses. */
export type TreeProgress = Pick<GroupProgress, "of" | "ofSurvey" | "read" | "stop" | "onDidChange">;

/** Members of `OfflineSync` that the tree uses. */
export type TreeOffline = Pick<OfflineSync, "of" | "hasAllOf" | "onDidChange">;

/** Members of `StructureHistory` that the tree uses. */
export type TreeNews = Pick<StructureHistory, "of" | "onDidChange">;

/** Milliseconds for which rows wait for additional data. */
const patience = 1000;

/**
 * The Surveys view: data space → month, if there are many surveys → survey → collect group. What was read is kept until a
 * refresh replaces it.
 */
export class SurveyTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #dataSpaces: TreeSource;
  readonly #progress: TreeProgress;
  readonly #lists: SurveyLists;
  readonly #rows: TreeRows;
  readonly #patience: number;
  /** Time of `performance.now()` at which the rows of a data space were last made. */
  readonly #drawnAt = new Map<string, number>();
  /** `SurveyLists.changeKey` with which the row of a data space, and the rows below it, were last made. */
  readonly #drawn = { row: new Map<string, unknown[]>(), below: new Map<string, unknown[]>() };

  readonly changes: RowChanges<TreeNode>;
  readonly onDidChangeTreeData: vscode.Event<TreeNode[] | undefined>;
  readonly choices: TreeChoices;

  constructor(
    dataSpaces: TreeSource,
    progress: TreeProgress,
    offline: TreeOffline,
    choices: TreeChoices,
    log: vscode.LogOutputChannel,
    wait = patience,
  ) {
    this.#dataSpaces = dataSpaces;
    this.#progress = progress;
    this.#patience = wait;
    this.changes = this.#store.add(new RowChanges(wait));
    this.onDidChangeTreeData = this.changes.event;
    this.choices = choices;
    this.#lists = new SurveyLists({
      dataSpaces,
      progress,
      choices,
      log,
      patience: wait,
      onLate: (dataSpace, surveyId) => this.#late(dataSpace, surveyId),
      onRunning: (dataSpace) => this.#runningCame(dataSpace),
      onPage: (dataSpace) => this.#pageCame(dataSpace),
    });
    this.#rows = new TreeRows({ lists: this.#lists, choices, progress, offline });
    this.#store.add(dataSpaces.onDidChange(() => this.reset()));
    this.#store.add(dataSpaces.onDidAnswer((dataSpace) => this.#isBack(dataSpace)));
    this.#store.add(
      progress.onDidChange(({ dataSpace, surveyId }) => void this.#changed(dataSpace, surveyId)),
    );
    this.#store.add(
      offline.onDidChange(({ dataSpace, surveyId }) => void this.#changed(dataSpace, surveyId)),
    );
  }

  /** Makes surveys' rows show changes of their structures. */
  connectNews(news: TreeNews): void {
    this.#rows.news = news;
    this.#store.add(
      news.onDidChange(({ dataSpace, surveyId }) => void this.#changed(dataSpace, surveyId)),
    );
  }

  /** Sets the filter. Only `runningOnly` needs a refresh, because the service applies it. */
  async setFilter(filter: Partial<TreeFilter>): Promise<void> {
    const { runningOnly } = this.choices.filter;
    await this.choices.setFilter(filter);
    if (this.choices.filter.runningOnly !== runningOnly) {
      await this.refresh();
    } else {
      await this.#complete(this.#lists.dataSpaces);
    }
  }

  async setOrder(dataSpace: string, order: SurveyOrder): Promise<void> {
    await this.choices.setOrder(dataSpace, order);
    await this.#complete([dataSpace]);
  }

  async setPinned(
    dataSpace: string,
    survey: { readonly surveyId: string; readonly label?: string | undefined },
    isPinned: boolean,
  ): Promise<void> {
    const node = this.surveyNode(dataSpace, survey.surveyId);
    const label = node?.kind === "survey" ? node.survey.label : (survey.label ?? "");
    await this.choices.setPinned(dataSpace, { surveyId: survey.surveyId, label }, isPinned);
    void this.#changed(dataSpace);
    void this.#lists.complete(dataSpace);
  }

  /** Forgets everything that was read, because data spaces or their credentials have changed. */
  reset(): void {
    // Another window may have removed a data space and its pins.
    this.choices.reread();
    this.#lists.clear();
    this.#rows.clear();
    void this.changes.all();
  }

  /** Reads the shown surveys again, of one data space or of all. */
  async refresh(dataSpace?: string): Promise<void> {
    this.choices.reread();
    const names = dataSpace === undefined ? this.#lists.dataSpaces : [dataSpace];
    for (const name of names) {
      // Start the time after which `#pageCame` shows the "Loading surveys…" row.
      this.#drawnAt.set(name, performance.now());
    }
    await Promise.all(names.map((name) => this.#lists.refresh(name)));
    await this.changes.all();
  }

  /** Redraws with the current order and filter, then loads what these need. */
  async #complete(dataSpaces: readonly string[]): Promise<void> {
    for (const dataSpace of dataSpaces) {
      this.#lists.start(dataSpace);
    }
    await this.changes.all();
    await Promise.all(dataSpaces.map((it) => this.#lists.complete(it)));
  }

  /** Stops loading, and shows what has arrived. */
  stopLoading(dataSpace: string): void {
    this.#lists.stop(dataSpace);
    void this.#changed(dataSpace);
  }

  async loadMore(dataSpace: string): Promise<void> {
    if (this.#lists.get(dataSpace)?.needsRefresh === true) {
      await this.refresh(dataSpace);
      return;
    }
    const loading = this.#lists.more(dataSpace);
    if (this.#lists.needsAll(dataSpace)) {
      void this.#changed(dataSpace);
    }
    await loading;
    await this.#changed(dataSpace);
  }

  /** Repeats the read that failed, or that a stored answer stood in for. */
  async retry(node: Extract<TreeNode, { kind: "failure" | "offline" }>): Promise<void> {
    const list = this.#lists.get(node.dataSpace);
    const surveyNode =
      node.surveyId === undefined ? undefined : this.surveyNode(node.dataSpace, node.surveyId);
    if (surveyNode && list) {
      list.groups.delete(node.surveyId ?? "");
      await this.changes.row(() => surveyNode);
    } else if (list && list.surveys.length > 0 && list.cursor !== undefined && list.error) {
      await this.loadMore(node.dataSpace);
    } else {
      await this.refresh(node.dataSpace);
    }
  }

  /** Stops counting the responses of a collapsed survey, and shows in its row what is known of its collect groups. */
  collapsed(node: TreeNode): void {
    if (node.kind === "survey") {
      this.#progress.stop({ dataSpace: node.dataSpace, surveyId: node.survey.surveyId });
      void this.changes.row(() => node);
    }
  }

  /** Returns the node of a survey; `undefined` if it is not shown. */
  surveyNode(dataSpace: string, surveyId: string): TreeNode | undefined {
    return this.#rows.survey(dataSpace, surveyId);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    if (node.kind === "dataSpace") {
      this.#drawn.row.set(node.dataSpace, this.#lists.changeKey(node.dataSpace));
    }
    return treeItem(node, this.#rows.stateOf(node));
  }

  /** Adds the tooltip on hover. A survey that the person points at is worth counting its responses. */
  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    if (node.kind === "survey") {
      const survey = { dataSpace: node.dataSpace, surveyId: node.survey.surveyId };
      if (!this.#progress.ofSurvey(survey)) {
        this.#progress.read(survey);
      }
      item.tooltip = surveyTooltip(node, this.#rows.stateOf(node));
    }
    return item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return this.changes.give(() => this.#childrenOf(node));
  }

  async #childrenOf(node: TreeNode | undefined): Promise<TreeNode[]> {
    if (!node) {
      return this.#roots();
    }
    switch (node.kind) {
      case "dataSpace":
        return this.#surveys(node.dataSpace);
      case "month":
        return this.#rows.ofMonth(node.dataSpace, node.month);
      case "survey":
        return this.#rows.ofSurvey(node.dataSpace, node.survey.surveyId);
      default:
        return [];
    }
  }

  getParent(node: TreeNode): TreeNode | undefined {
    switch (node.kind) {
      case "dataSpace":
      case "problem":
        return undefined;
      case "survey":
        return this.#rows.parentOfSurvey(node.dataSpace, node.survey.surveyId);
      case "collectGroup":
        return this.surveyNode(node.dataSpace, node.surveyId);
      default:
        return this.#rows.node({ kind: "dataSpace", dataSpace: node.dataSpace });
    }
  }

  dispose(): void {
    this.#lists.cancel();
    this.#store.dispose();
  }

  async #roots(): Promise<TreeNode[]> {
    const dataSpaces = this.#dataSpaces.list();
    this.#rows.dataSpaces = dataSpaces;
    // The row of a data space shows how many surveys it has.
    await Promise.allSettled(dataSpaces.map(({ name }) => this.#lists.readInTime(name)));
    const problems = readDataSpaces().problems.map((it): TreeNode => ({ kind: "problem", ...it }));
    if (problems.length === 0 && dataSpaces.every(({ name }) => this.#lists.isHidden(name))) {
      // VS Code then shows the welcome view, which says so and offers to show all.
      return [];
    }
    const nodes = [
      ...dataSpaces.map((it): TreeNode => ({ kind: "dataSpace", dataSpace: it.name })),
      ...problems,
    ].map((it) => this.#rows.node(it));
    // Entries of the settings may have the same name and mistake, but no two rows the same ID.
    return [...new Set(nodes)];
  }

  async #surveys(dataSpace: string): Promise<TreeNode[]> {
    const list = await this.#lists.readInTime(dataSpace);
    if (list === "late") {
      this.#drawn.below.delete(dataSpace);
      return [this.#rows.late(dataSpace)];
    }
    this.#drawnAt.set(dataSpace, performance.now());
    this.#drawn.below.set(dataSpace, this.#lists.changeKey(dataSpace));
    return list
      ? this.#rows.ofDataSpace(dataSpace, list)
      : [this.#rows.node({ kind: "signIn", dataSpace })];
  }

  /** Updates the count of loaded surveys. Redraws matches of a filter from time to time; other orders wait for all pages. */
  #pageCame(dataSpace: string): void {
    const now = performance.now();
    const isDue = now - (this.#drawnAt.get(dataSpace) ?? now) >= this.#patience;
    const loading = this.#rows.loading(dataSpace);
    if (loading && !(isDue && this.choices.filter.text !== "")) {
      void this.changes.row(() => this.#rows.loading(dataSpace));
    } else if (isDue) {
      void this.#changed(dataSpace);
    }
  }

  /** Marks the running surveys by redrawing only their rows, so that the other rows keep their menus. */
  #runningCame(dataSpace: string): void {
    for (const surveyId of this.#lists.get(dataSpace)?.running ?? []) {
      void this.changes.row(() =>
        this.#isDrawn(dataSpace) ? undefined : this.surveyNode(dataSpace, surveyId),
      );
    }
  }

  #changed(dataSpace: string, surveyId?: string): Promise<void> {
    return this.changes.row(() => this.#nodeOf(dataSpace, surveyId));
  }

  /** Redraws for data that arrived late, unless the rows already show it. */
  #late(dataSpace: string, surveyId?: string): void {
    void this.changes.row(() =>
      surveyId === undefined && this.#isDrawn(dataSpace)
        ? undefined
        : this.#nodeOf(dataSpace, surveyId),
    );
  }

  #nodeOf(dataSpace: string, surveyId?: string): TreeNode | undefined {
    return surveyId === undefined
      ? this.#rows.node({ kind: "dataSpace", dataSpace })
      : this.surveyNode(dataSpace, surveyId);
  }

  #isDrawn(dataSpace: string): boolean {
    const facts = this.#lists.changeKey(dataSpace);
    return [this.#drawn.row, this.#drawn.below].every((drawn) => {
      const known = drawn.get(dataSpace);
      return facts.length === known?.length && facts.every((it, index) => it === known[index]);
    });
  }

  /** Replaces stored answers when the service can be reached again. */
  #isBack(dataSpace: string): void {
    const outdated = this.#lists.takeOutdated(dataSpace);
    if (outdated === "surveys") {
      void this.refresh(dataSpace);
      return;
    }
    for (const surveyId of outdated) {
      void this.#changed(dataSpace, surveyId);
    }
  }
}
