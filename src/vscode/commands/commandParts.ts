import type * as vscode from "vscode";
import type { CredentialStore } from "../connection/credentials.ts";
import type { LocalDataSpaces } from "../dataSpaces/localDataSpaces.ts";
import type { ExportParts } from "../exports/exportParts.ts";
import type { OfflineKeeping } from "../offline/offlineKeeping.ts";
import type { Panels } from "../panels/panels.ts";
import type { TreeNode } from "../surveys/node.ts";
import type { RawFiles } from "../surveys/rawFiles.ts";
import type { SurveyTree } from "../surveys/surveyTree.ts";

/** What commands are made with. */
export interface CommandParts extends Omit<ExportParts, "choices"> {
  readonly credentials: CredentialStore;
  readonly local: LocalDataSpaces;
  readonly tree: SurveyTree;
  readonly view: vscode.TreeView<TreeNode>;
  readonly panels: Panels;
  readonly offline: OfflineKeeping;
  readonly rawFiles: RawFiles;
  readonly state: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}
