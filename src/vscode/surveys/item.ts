import * as vscode from "vscode";
import { targetPercentText } from "../../model/numberText.ts";
import { plural, localizable } from "../../model/localizable.ts";
import { versionSupports, type VersionFeature } from "../../model/versionSupport.ts";
import type { CollectGroup } from "../../model/survey.ts";
import { formatDateTime, formatMoment } from "../../model/time.ts";
import type { DataSpace } from "../dataSpaces/dataSpaces.ts";
import { inLanguage, language } from "../platform/language.ts";
import { plain } from "../platform/plainText.ts";
import { structureUri } from "./structureUri.ts";
import type { ResponseCount } from "../fieldwork/groupProgress.ts";
import type { OfflineState } from "../offline/offlineSync.ts";
import { newsText } from "../structureChanges/newsText.ts";
import type { UnseenChanges } from "../structureChanges/structureNews.ts";
import { nodeId, type TreeNode } from "./node.ts";
import type { SurveyOrder } from "./arrangement.ts";
import {
  actionItem,
  countText,
  failureItem,
  goneItem,
  loadingItem,
  monthItem,
  nothingItem,
  offlineItem,
  problemItem,
  type MonthState,
} from "./otherItems.ts";
import { runningCount, type SurveyList } from "./surveyList.ts";
import { table } from "./tooltip.ts";

/** What a row shows that is not part of the node itself. */
export interface NodeState {
  readonly dataSpace: DataSpace | undefined;
  readonly list: SurveyList | undefined;
  readonly groups: readonly CollectGroup[] | undefined;
  /** Number of responses of a survey or collect group; `undefined` if they were not counted. */
  readonly progress: ResponseCount | undefined;
  /** Offline state of a survey; `undefined` if it is not kept offline. */
  readonly offline: OfflineState | undefined;
  /** Changes of a survey's structure since the person looked at it. */
  readonly news: UnseenChanges | undefined;
  /** True of a data space if all its surveys are kept offline. */
  readonly isAllKept: boolean;
  readonly order: SurveyOrder;
  /** Number of surveys that match the filter; `undefined` without a filter. */
  readonly matching: number | undefined;
  readonly month: MonthState | undefined;
  readonly isPinned: boolean;
}

/** Makes the TreeItem of a node. Its `contextValue` lists the capabilities that the menus' `when` clauses test. */
export function treeItem(node: TreeNode, state: NodeState): vscode.TreeItem {
  const item = itemOf(node, state);
  item.id = nodeId(node);
  return item;
}

function itemOf(node: TreeNode, state: NodeState): vscode.TreeItem {
  switch (node.kind) {
    case "dataSpace":
      return dataSpaceItem(node.dataSpace, state);
    case "survey":
      return surveyItem(node, state);
    case "collectGroup":
      return collectGroupItem(node, state);
    case "more":
      return moreItem(node, state.order !== "created" || state.matching !== undefined);
    case "signIn":
      return actionItem(vscode.l10n.t("Sign in…"), "key", {
        command: "surveyExplorer.signIn",
        title: vscode.l10n.t("Sign in…"),
        arguments: [node],
      });
    case "month":
      return monthItem(node, state.month ?? { count: 0, isOldest: false, isNewest: false });
    case "gone":
      return goneItem(node);
    case "loading":
      return loadingItem(state.list?.loadedSoFar);
    case "nothing":
      return nothingItem(node);
    case "failure":
      return failureItem(node);
    case "offline":
      return offlineItem(node);
    case "problem":
      return problemItem(node);
  }
}

function dataSpaceItem(
  name: string,
  { dataSpace, list, isAllKept, order, matching }: NodeState,
): vscode.TreeItem {
  const item = new vscode.TreeItem(plain(name), vscode.TreeItemCollapsibleState.Expanded);
  const count = list?.loaded && !list.error ? surveyCount(list, matching) : undefined;
  const parts = [
    dataSpace?.version,
    list || dataSpace?.local ? count : vscode.l10n.t("signed out"),
    orderText(order),
    dataSpace?.local ? vscode.l10n.t("local") : undefined,
    isAllKept ? vscode.l10n.t("kept offline") : undefined,
  ];
  item.description = parts.filter((it) => it !== undefined).join(" · ");
  item.iconPath = new vscode.ThemeIcon("database");
  item.contextValue = dataSpace?.local
    ? "dataSpace stop"
    : `dataSpace ${list ? "signOut" : "signIn"} remove ${isAllKept ? "kept" : "keep"}`;
  item.tooltip = table(name, [
    [vscode.l10n.t("Address"), dataSpace?.baseUrl],
    [vscode.l10n.t("API version"), dataSpace?.version],
  ]);
  return item;
}

/** Returns the description of an order; `undefined` for the service's own order. */
function orderText(order: SurveyOrder): string | undefined {
  const { t } = vscode.l10n;
  return { created: undefined, updated: t("by update"), title: t("by title") }[order];
}

function surveyCount(list: SurveyList, matching: number | undefined): string {
  const isMore = list.cursor !== undefined;
  const count = list.surveys.length;
  if (matching === undefined) {
    return countText(count, isMore);
  }
  return inLanguage(
    isMore
      ? localizable("{0} of {1}+ surveys", matching, count)
      : plural(count, { one: "{1} of {0} survey", other: "{1} of {0} surveys" }, matching),
  );
}

/** @param isAll true if the command loads all remaining surveys, not only the next page */
function moreItem(node: TreeNode, isAll: boolean): vscode.TreeItem {
  const title = isAll
    ? vscode.l10n.t("Load remaining surveys…")
    : vscode.l10n.t("Load more surveys…");
  const command = { command: "surveyExplorer.loadMoreSurveys", title, arguments: [node] };
  return actionItem(title, "ellipsis", command);
}

function surveyItem(
  node: Extract<TreeNode, { kind: "survey" }>,
  { dataSpace, list, groups, progress, offline, isPinned, news }: NodeState,
): vscode.TreeItem {
  const { survey } = node;
  const item = new vscode.TreeItem(
    plain(survey.label) || plain(survey.surveyId),
    vscode.TreeItemCollapsibleState.Collapsed,
  );
  const isRunning = groups ? runningCount(groups) > 0 : list?.running?.has(survey.surveyId);
  const running = isRunning
    ? groups
      ? vscode.l10n.t("{0} running", runningCount(groups))
      : vscode.l10n.t("running")
    : undefined;
  const counted = progress && countedText(progress);
  const kept = offline && offlineText(offline);
  const changed = news && inLanguage(newsText(news));
  const pinned = isPinned ? vscode.l10n.t("pinned") : undefined;
  item.description = [running, changed, counted, kept, pinned]
    .filter((it) => it !== undefined)
    .join(" · ");
  item.iconPath = new vscode.ThemeIcon(surveyIcon(offline), isRunning ? runningColor : undefined);
  const offers = offline ? (offline.isByDataSpace ? "" : " kept") : dataSpace?.local ? "" : " keep";
  item.contextValue = `survey structure responses metadata export raw ${isPinned ? "unpin" : "pin"} id${offers}`;
  // `vscode.open` distinguishes a click, which opens a preview, from a double click.
  item.command = {
    command: "vscode.open",
    title: vscode.l10n.t("Open survey"),
    arguments: [structureUri({ dataSpace: node.dataSpace, ...survey })],
  };
  return item;
}

/** Makes the tooltip of a survey. Called only on hover, because it takes longer than the rest of the row. */
export function surveyTooltip(
  { survey }: Extract<TreeNode, { kind: "survey" }>,
  { groups, progress, offline, news }: NodeState,
): vscode.MarkdownString {
  return table(survey.label, [
    [vscode.l10n.t("ID"), survey.surveyId],
    [vscode.l10n.t("Created"), time(survey.createdAt)],
    [vscode.l10n.t("Updated"), time(survey.updatedAt)],
    [vscode.l10n.t("Collect groups"), groups?.length.toLocaleString(vscode.env.language)],
    [vscode.l10n.t("Structure"), news && inLanguage(newsText(news))],
    [vscode.l10n.t("Responses"), progress && countedText(progress)],
    [vscode.l10n.t("Counted at"), progress && momentText(progress.readAt)],
    [
      vscode.l10n.t("Kept offline"),
      offline &&
        (offline.readAt === undefined
          ? vscode.l10n.t("not loaded yet")
          : momentText(offline.readAt)),
    ],
  ]);
}

function surveyIcon(offline: OfflineState | undefined): string {
  return offline ? (offline.isUpdating ? "sync~spin" : "cloud-download") : "checklist";
}

/** "offline, 14:05" */
function offlineText({ isUpdating, readAt }: OfflineState): string {
  if (isUpdating) {
    return vscode.l10n.t("updating…");
  }
  return readAt === undefined
    ? vscode.l10n.t("offline, not loaded yet")
    : vscode.l10n.t("offline, {0}", formatMoment(readAt, vscode.env.language));
}

const runningColor = new vscode.ThemeColor("charts.green");

// PUBLIC_LINK is the only documented channel. The others are seen in practice; unknown ones get a default icon.
const channelIcons: Readonly<Record<string, string>> = {
  PUBLIC_LINK: "link",
  EMAIL: "mail",
  PANEL: "organization",
  SMS: "device-mobile",
};

function collectGroupItem(
  { group }: Extract<TreeNode, { kind: "collectGroup" }>,
  { dataSpace, progress }: NodeState,
): vscode.TreeItem {
  const item = new vscode.TreeItem(plain(group.label) || plain(group.collectGroupId));
  const target = group.targetCnt?.toLocaleString(vscode.env.language);
  const reached = progressOf(group.targetCnt, progress);
  const towards =
    reached?.short ?? (target === undefined ? undefined : vscode.l10n.t("target {0}", target));
  item.description = plain([group.state, towards].filter((it) => it !== undefined).join(" · "));
  item.iconPath = new vscode.ThemeIcon(
    channelIcons[group.channel ?? ""] ?? "broadcast",
    group.state === "RUNNING" ? runningColor : undefined,
  );
  const offers = (fact: VersionFeature) =>
    group.channel === "PUBLIC_LINK" && dataSpace && versionSupports(dataSpace.version, fact);
  item.contextValue = [
    "collectGroup responses raw id",
    ...(offers("responseUrls") ? ["urls"] : []),
    ...(offers("groupSerial") ? ["serial"] : []),
  ].join(" ");
  item.tooltip = table(group.label, [
    [vscode.l10n.t("ID"), group.collectGroupId],
    [vscode.l10n.t("Channel"), group.channel],
    [vscode.l10n.t("State"), group.state],
    [vscode.l10n.t("Target"), target],
    [vscode.l10n.t("Responses"), reached?.long],
    [vscode.l10n.t("Counted at"), reached && progress && momentText(progress.readAt)],
    [vscode.l10n.t("Started"), time(group.startedAt)],
    [vscode.l10n.t("Completed"), time(group.completedAt)],
    [vscode.l10n.t("HMAC"), hmac(group.isUsingHmac)],
    [vscode.l10n.t("Created"), time(group.createdAt)],
    [vscode.l10n.t("Updated"), time(group.updatedAt)],
  ]);
  return item;
}

/** Returns "312 of 500", and the same with a percentage; `undefined` if the count or the target is unknown. */
function progressOf(targetCnt: number | undefined, counted: ResponseCount | undefined) {
  if (targetCnt === undefined || targetCnt < 1 || !counted) {
    return undefined;
  }
  const { locale } = language();
  const count = counted.count.toLocaleString(locale);
  const target = targetCnt.toLocaleString(locale);
  const short = counted.isMore
    ? vscode.l10n.t("at least {0} of {1}", count, target)
    : vscode.l10n.t("{0} of {1}", count, target);
  const percent = targetPercentText(counted.count, targetCnt, language());
  return { short, long: `${short} (${percent})` };
}

/** "1,204 responses" */
function countedText({ count, isMore }: ResponseCount): string {
  return inLanguage(
    isMore
      ? localizable("at least {0} responses", count)
      : plural(count, { one: "{0} response", other: "{0} responses" }),
  );
}

/** Formats a time of this machine's clock. */
function momentText(milliseconds: number): string {
  return new Date(milliseconds).toLocaleString(vscode.env.language, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  });
}

function hmac(value: boolean | undefined): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  return value ? vscode.l10n.t("yes") : vscode.l10n.t("no");
}

function time(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `${formatDateTime(text, vscode.env.language)} (${text})`;
}
