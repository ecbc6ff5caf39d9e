import type * as vscode from "vscode";
import type { CredentialStore } from "../connection/credentials.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import type { LocalDataSpaces } from "../dataSpaces/localDataSpaces.ts";
import type { ExportParts } from "../exports/exportParts.ts";
import type { IndexFiller } from "../find/indexFiller.ts";
import type { SearchIndex } from "../find/searchIndex.ts";
import type { OfflineSync } from "../offline/offlineSync.ts";
import type { Panels } from "../panels/panels.ts";
import type { Recipes } from "../recipes/recipes.ts";
import type { MissingCodesStore } from "../responses/missingCodesStore.ts";
import type { ResponseTables } from "../responses/responseTables.ts";
import type { StructureHistory } from "../structureChanges/structureHistory.ts";
import type { TreeNode } from "../surveys/node.ts";
import type { RawFiles } from "../surveys/rawFiles.ts";
import type { SurveyTree } from "../surveys/surveyTree.ts";

/** What commands are created with. */
export interface CommandParts {
  readonly dataSpaces: DataSpaces;
  readonly tables: ResponseTables;
  readonly structures: StructureHistory;
  readonly missingCodes: MissingCodesStore;
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
  readonly log: vscode.LogOutputChannel;
  /** Folder of the record of what assistants were told. */
  readonly disclosureFolder: string;
  /** ID of this extension, which is part of the links to it. */
  readonly extensionId: string;
}
