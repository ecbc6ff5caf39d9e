import * as vscode from "vscode";
import { setContextKey } from "../commands/registry.ts";
import type { TreeNode } from "./node.ts";
import type { SurveyTree } from "./surveyTree.ts";
import type { TreeFilter } from "./treeChoices.ts";

/** Shows the filter in the view's description and message, and sets its context keys. */
export function showFilter(
  tree: SurveyTree,
  view: vscode.TreeView<TreeNode>,
  { text, runningOnly }: TreeFilter,
): void {
  setContextKey("runningOnly", runningOnly);
  setContextKey("filtered", text !== "");
  view.description = runningOnly ? vscode.l10n.t("running only") : "";
  const message = text === "" ? "" : vscode.l10n.t('Surveys with "{0}" in the title or ID', text);
  tree.changes.setMessage(view, message);
}
