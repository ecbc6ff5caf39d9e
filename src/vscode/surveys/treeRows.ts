import * as vscode from "vscode";
import { neededSignIn } from "../../model/errors.ts";
import type { DataSpace } from "../dataSpaces/dataSpaces.ts";
import type { GroupProgress } from "../fieldwork/groupProgress.ts";
import type { OfflineSync } from "../offline/offlineSync.ts";
import type { StructureHistory } from "../structureChanges/structureHistory.ts";
import { errorText } from "../platform/language.ts";
import { arrange, type Arrangement } from "./arrangement.ts";
import type { NodeState } from "./item.ts";
import { nodeId, type TreeNode } from "./node.ts";
import type { SurveyList } from "./surveyList.ts";
import type { SurveyLists } from "./surveyLists.ts";
import type { TreeChoices } from "./treeChoices.ts";

export interface RowsOptions {
  readonly lists: SurveyLists;
  readonly choices: TreeChoices;
  readonly progress: Pick<GroupProgress, "of" | "ofSurvey">;
  readonly offline: Pick<OfflineSync, "of" | "hasAllOf">;
}

/** Makes the rows of the tree from what was read and what a person wants to see. */
export class TreeRows {
  /** Changes of surveys' structures. */
  news: Pick<StructureHistory, "of"> | undefined;
  readonly #options: RowsOptions;
  // VS Code recognises a node by object identity, so the same thing must stay the same object.
  readonly #nodes = new Map<string, TreeNode>();
  readonly #arranged = new Map<
    string,
    { readonly inputs: readonly unknown[]; readonly arrangement: Arrangement }
  >();
  /** Data spaces that show the "Loading surveys…" row. */
  readonly #telling = new Set<string>();
  dataSpaces: readonly DataSpace[] = [];

  constructor(options: RowsOptions) {
    this.#options = options;
  }

  clear(): void {
    this.#nodes.clear();
    this.#arranged.clear();
  }

  /** Returns the existing object of a node, or this one if its data has changed. */
  node(node: TreeNode): TreeNode {
    const id = nodeId(node);
    const known = this.#nodes.get(id);
    if (known && JSON.stringify(known) === JSON.stringify(node)) {
      return known;
    }
    this.#nodes.set(id, node);
    return node;
  }

  /** Returns the "Loading surveys…" row; `undefined` if it is not shown. */
  loading(dataSpace: string): TreeNode | undefined {
    return this.#telling.has(dataSpace) ? this.node({ kind: "loading", dataSpace }) : undefined;
  }

  /** Returns the row that stands for surveys, or collect groups of a survey, until they arrive. */
  late(dataSpace: string, surveyId?: string): TreeNode {
    const below = surveyId === undefined ? { dataSpace } : { dataSpace, surveyId };
    return this.node({ kind: "nothing", ...below, text: vscode.l10n.t("Loading…") });
  }

  /** Returns the node of a survey; `undefined` if it is not shown. */
  survey(dataSpace: string, surveyId: string): TreeNode | undefined {
    const { pinned = [], monthOf, months } = this.#arrangement(dataSpace) ?? {};
    const survey =
      pinned.find((it) => it.survey.surveyId === surveyId && !it.isGone)?.survey ??
      (monthOf?.has(surveyId)
        ? months?.get(monthOf.get(surveyId))?.find((it) => it.surveyId === surveyId)
        : undefined);
    return survey && this.node({ kind: "survey", dataSpace, survey });
  }

  parentOfSurvey(dataSpace: string, surveyId: string): TreeNode {
    const month = this.#arrangement(dataSpace)?.monthOf.get(surveyId);
    return this.node(
      month === undefined ? { kind: "dataSpace", dataSpace } : { kind: "month", dataSpace, month },
    );
  }

  ofMonth(dataSpace: string, month: string): TreeNode[] {
    const surveys = this.#arrangement(dataSpace)?.months.get(month) ?? [];
    return surveys.map((survey) => this.node({ kind: "survey", dataSpace, survey }));
  }

  ofDataSpace(dataSpace: string, list: SurveyList): TreeNode[] {
    const { lists } = this.#options;
    const needsAll = lists.needsAll(dataSpace);
    const isComing = lists.isLoadingRest(dataSpace);
    const nodes = this.#surveys(dataSpace);
    const isMore = list.cursor !== undefined && !(isComing && needsAll);
    if (isMore) {
      nodes.push({ kind: "more", dataSpace });
    }
    if (list.error) {
      const failure: TreeNode = { kind: "failure", dataSpace, ...failureOf(list.error) };
      // Put the failure of a further page where that page would be, and other failures on top.
      if (isMore && !needsAll && !list.needsRefresh) {
        nodes.splice(-1, 0, failure);
      } else {
        nodes.unshift(failure);
      }
    } else if (nodes.length === 0 && !isComing) {
      nodes.push(this.#nothing(dataSpace));
    }
    if (isComing) {
      this.#telling.add(dataSpace);
      nodes.unshift({ kind: "loading", dataSpace });
    } else {
      this.#telling.delete(dataSpace);
    }
    if (list.storedAnswerAt !== undefined) {
      nodes.unshift({ kind: "offline", dataSpace, readAt: list.storedAnswerAt });
    }
    return nodes.map((it) => this.node(it));
  }

  async ofSurvey(dataSpace: string, surveyId: string): Promise<TreeNode[]> {
    const { lists } = this.#options;
    const list = lists.get(dataSpace);
    const found = await lists.groups(dataSpace, surveyId);
    if (!found) {
      return [this.late(dataSpace, surveyId)];
    }
    const { groups, error, keptAt } = found;
    const nodes: TreeNode[] = groups.map((group) => ({
      kind: "collectGroup",
      dataSpace,
      surveyId,
      group,
    }));
    if (error) {
      nodes.unshift({ kind: "failure", dataSpace, surveyId, ...failureOf(error) });
    } else if (nodes.length === 0) {
      const text = vscode.l10n.t("No collect groups");
      nodes.push({ kind: "nothing", dataSpace, surveyId, text });
    }
    if (keptAt !== undefined && list?.storedAnswerAt === undefined) {
      nodes.unshift({ kind: "offline", dataSpace, surveyId, readAt: keptAt });
    }
    return nodes.map((it) => this.node(it));
  }

  /** Returns what a row shows that is not part of the node itself. */
  stateOf(node: TreeNode): NodeState {
    const { lists, choices, progress, offline } = this.#options;
    const name = node.kind === "problem" ? "" : node.dataSpace;
    const list = lists.get(name);
    const surveyId = node.kind === "survey" ? node.survey.surveyId : undefined;
    const survey = surveyId === undefined ? undefined : { dataSpace: name, surveyId };
    const dataSpace = this.dataSpaces.find((it) => it.name === name);
    const groups = survey && list?.groups.get(survey.surveyId);
    const tells = node.kind === "dataSpace" || node.kind === "more";
    return {
      dataSpace,
      list,
      groups: groups?.error ? undefined : groups?.groups,
      progress:
        node.kind === "collectGroup"
          ? progress.of(node, node.group.collectGroupId)
          : survey && progress.ofSurvey(survey),
      offline: dataSpace && survey && offline.of(dataSpace, survey.surveyId),
      news: dataSpace && survey && this.news?.of({ ...survey, apiVersion: dataSpace.version }),
      isAllKept: offline.hasAllOf(name),
      order: choices.order(name),
      matching: tells && choices.filter.text !== "" ? this.#arrangement(name)?.matching : undefined,
      month: node.kind === "month" ? this.#month(name, node.month) : undefined,
      isPinned: survey !== undefined && choices.isPinned(name, survey.surveyId),
    };
  }

  #surveys(dataSpace: string): TreeNode[] {
    const arrangement = this.#arrangement(dataSpace);
    const nodes = (arrangement?.pinned ?? []).map(({ survey, isGone }): TreeNode => {
      return { kind: isGone ? "gone" : "survey", dataSpace, survey };
    });
    for (const [month, surveys] of arrangement?.months ?? []) {
      if (month === undefined) {
        nodes.push(...surveys.map((survey): TreeNode => ({ kind: "survey", dataSpace, survey })));
      } else {
        nodes.push({ kind: "month", dataSpace, month });
      }
    }
    return nodes;
  }

  #nothing(dataSpace: string): TreeNode {
    const { text, runningOnly } = this.#options.choices.filter;
    const node = { kind: "nothing", dataSpace } as const;
    if (text !== "") {
      return { ...node, text: vscode.l10n.t("No survey matches the filter"), shows: "clearFilter" };
    }
    return runningOnly
      ? { ...node, text: vscode.l10n.t("No running surveys"), shows: "showAll" }
      : { ...node, text: vscode.l10n.t("No surveys in this data space") };
  }

  #month(dataSpace: string, month: string): NodeState["month"] {
    const months = this.#arrangement(dataSpace)?.months;
    const names = [...(months?.keys() ?? [])];
    const isMore = this.#options.lists.get(dataSpace)?.cursor !== undefined;
    const count = months?.get(month)?.length ?? 0;
    return { count, isOldest: isMore && names.at(-1) === month, isNewest: names[0] === month };
  }

  /** Returns the arrangement of a data space, cached until one of its inputs changes. */
  #arrangement(dataSpace: string): Arrangement | undefined {
    const { lists, choices } = this.#options;
    const list = lists.get(dataSpace);
    if (!list) {
      return undefined;
    }
    const { surveys, found, running, cursor, storedAnswerAt, error } = list;
    const { text: filter, runningOnly } = choices.filter;
    const [order, pins] = [choices.order(dataSpace), choices.pins(dataSpace)];
    const isCertain = cursor === undefined && storedAnswerAt === undefined && !error;
    const isWhole = list.loaded && isCertain && !runningOnly;
    const only = runningOnly ? (running ?? new Set<string>()) : undefined;
    const inputs = [surveys, found, running, runningOnly, filter, order, pins, isWhole];
    const known = this.#arranged.get(dataSpace);
    if (known?.inputs.every((it, index) => it === inputs[index])) {
      return known.arrangement;
    }
    const locale = vscode.env.language;
    const facts = { surveys, isWhole, order, filter, only, pins, found, locale };
    const arrangement = arrange(facts);
    this.#arranged.set(dataSpace, { inputs, arrangement });
    return arrangement;
  }
}

function failureOf(error: Error) {
  return { message: errorText(error), signIn: neededSignIn(error) };
}
