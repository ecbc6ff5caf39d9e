import * as vscode from "vscode";
import { openDataSpaceSettings } from "../commands/nextStep.ts";
import { localizable, plural } from "../../model/localizable.ts";
import { formatMoment, formatMonth } from "../../model/time.ts";
import { inLanguage } from "../platform/language.ts";
import { plain } from "../platform/plainText.ts";
import type { TreeNode } from "./node.ts";
import { table } from "./tooltip.ts";

/** What the row of a month shows. */
export interface MonthState {
  readonly count: number;
  /** True if more of its surveys may be on the next page. */
  readonly isOldest: boolean;
  readonly isNewest: boolean;
}

export function nothingItem({ text, shows }: Extract<TreeNode, { kind: "nothing" }>) {
  const item = new vscode.TreeItem(text);
  item.contextValue = shows === undefined ? "nothing" : `nothing ${shows}`;
  return item;
}

/** @param coming number of surveys loaded so far */
export function loadingItem(coming: number | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Loading surveys…"));
  item.description = coming === undefined ? "" : inLanguage(localizable("{0} so far", coming));
  item.iconPath = new vscode.ThemeIcon("loading~spin");
  item.contextValue = "loading";
  return item;
}

export function monthItem(
  { month }: Extract<TreeNode, { kind: "month" }>,
  { count, isOldest, isNewest }: MonthState,
): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const label = formatMonth(month, vscode.env.language) ?? vscode.l10n.t("No date");
  const item = new vscode.TreeItem(label, isNewest ? Expanded : Collapsed);
  item.description = countText(count, isOldest);
  item.iconPath = new vscode.ThemeIcon("calendar");
  item.contextValue = "month";
  return item;
}

/** Makes the row of a pinned survey that the data space does not have any more. */
export function goneItem({ survey }: Extract<TreeNode, { kind: "gone" }>): vscode.TreeItem {
  const label = plain(survey.label) || plain(survey.surveyId);
  const item = new vscode.TreeItem(label);
  item.description = vscode.l10n.t("no longer in this data space");
  item.tooltip = table(survey.label, [[vscode.l10n.t("ID"), survey.surveyId]]);
  item.accessibilityInformation = { label: `${label}, ${item.description}` };
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = "gone unpin";
  return item;
}

/** Returns "34 surveys", or "34+ surveys" if there may be more. */
export function countText(count: number, isMore: boolean): string {
  return inLanguage(
    isMore
      ? localizable("{0}+ surveys", count)
      : plural(count, { one: "{0} survey", other: "{0} surveys" }),
  );
}

export function failureItem({
  message,
  signIn,
}: Extract<TreeNode, { kind: "failure" }>): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Could not be loaded"));
  item.description = plain(message);
  item.tooltip = message;
  item.accessibilityInformation = {
    label: `${vscode.l10n.t("Could not be loaded")}. ${plain(message)}`,
  };
  item.iconPath = new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  item.contextValue = ["failure retry", ...(signIn ? [signIn] : [])].join(" ");
  return item;
}

export function offlineItem({
  dataSpace,
  readAt,
}: Extract<TreeNode, { kind: "offline" }>): vscode.TreeItem {
  const asOf = formatMoment(readAt, vscode.env.language);
  const line = vscode.l10n.t("Offline. As of {0}.", asOf);
  const item = new vscode.TreeItem(line);
  // Otherwise a screen reader reads the tooltip instead.
  item.accessibilityInformation = { label: line };
  item.tooltip = plain(
    vscode.l10n.t('"{0}" cannot be reached. Showing the offline copy.', dataSpace),
  );
  item.iconPath = new vscode.ThemeIcon("debug-disconnect");
  item.contextValue = "offline retry";
  return item;
}

export function problemItem({
  name,
  message,
}: Extract<TreeNode, { kind: "problem" }>): vscode.TreeItem {
  const item = new vscode.TreeItem(plain(name));
  item.description = plain(message);
  item.tooltip = vscode.l10n.t(
    "This entry of the setting surveyExplorer.dataSpaces cannot be used: {0}",
    message,
  );
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = "problem";
  item.command = openDataSpaceSettings;
  return item;
}

export function actionItem(label: string, icon: string, command: vscode.Command): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = command;
  return item;
}
