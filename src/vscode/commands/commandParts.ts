import type { SharedParts } from "../sharedParts.ts";
import type * as vscode from "vscode";
import type { CredentialStore } from "../connection/credentials.ts";
import type { LocalDataSpaces } from "../dataSpaces/localDataSpaces.ts";
import type { ExportParts } from "../exports/exportParts.ts";
import type { IndexFiller } from "../find/indexFiller.ts";
import type { SearchIndex } from "../find/searchIndex.ts";
import type { OfflineSync } from "../offline/offlineSync.ts";
import type { Panels } from "../panels/panels.ts";
import type { Recipes } from "../recipes/recipes.ts";
import type { TreeNode } from "../surveys/node.ts";
import type { RawFiles } from "../surveys/rawFiles.ts";
import type { SurveyTree } from "../surveys/surveyTree.ts";

/** What commands are created with. */
export interface CommandParts extends SharedParts {
  readonly credentials: CredentialStore;
  readonly local: LocalDataSpaces;
  readonly tree: SurveyTree;
  readonly view: vscode.TreeView<TreeNode>;
  readonly panels: Panels;
  readonly offline: OfflineSync;
  readonly index: SearchIndex;
  readonly indexFiller: IndexFiller;
  readonly rawFiles: RawFiles;
  readonly loadExportParts: () => Promise<ExportParts>;
  readonly loadRecipes: () => Promise<Recipes>;
  /** Folder of the record of what assistants were told. */
  readonly disclosureFolder: string;
  /** ID of this extension, which is part of the links to it. */
  readonly extensionId: string;
}
