import { join } from "node:path";
import * as vscode from "vscode";
import { createFormats } from "../formats/formatsClient.ts";
import { createWarehouse } from "../warehouse/warehouseClient.ts";
import { lazy } from "../model/lazy.ts";
import { AnswerFiles } from "../store/answerFiles.ts";
import type { AssistantOptions } from "./assistant/createAssistant.ts";
import type { AssistantParts } from "./assistant/toolRegistrations.ts";
import { commandHandlers } from "./commands/handlers.ts";
import { setContextKey, type CommandHandler } from "./commands/registry.ts";
import { CredentialStore } from "./connection/credentials.ts";
import { DataSpaceEntries } from "./dataSpaces/dataSpaceEntries.ts";
import { DataSpaces } from "./dataSpaces/dataSpaces.ts";
import { LocalDataSpaces } from "./dataSpaces/localDataSpaces.ts";
import { ExportPreviews } from "./exports/exportPreview.ts";
import type { ExportParts } from "./exports/exportParts.ts";
import { pastExportsKey } from "./exports/pastExportsKey.ts";
import { GroupProgress } from "./fieldwork/groupProgress.ts";
import type { FindParts } from "./find/findParts.ts";
import { IndexFiller } from "./find/indexFiller.ts";
import { SearchIndex, type SearchIndexOptions } from "./find/searchIndex.ts";
import { OfflineSurveys } from "./offline/offlineSurveys.ts";
import { OfflineSync } from "./offline/offlineSync.ts";
import { Panels } from "./panels/panels.ts";
import { loaded } from "./platform/loaded.ts";
import { logFailure } from "./platform/log.ts";
import { readDataSpaces } from "./platform/settings.ts";
import type { RecipeParts, Recipes } from "./recipes/recipes.ts";
import { similarAuthority } from "./registeredNames.ts";
import { MissingCodesStore } from "./responses/missingCodesStore.ts";
import { ResponseTables } from "./responses/responseTables.ts";
import { RawFiles } from "./surveys/rawFiles.ts";
import { StructureDocuments } from "./structureChanges/structureDocuments.ts";
import { StructureHistory } from "./structureChanges/structureHistory.ts";
import type { TreeNode } from "./surveys/node.ts";
import { SurveyTree } from "./surveys/surveyTree.ts";
import { TreeChoices } from "./surveys/treeChoices.ts";
import { showFilter } from "./surveys/shownFilter.ts";

/** The registered view, and the emitters that tell VS Code of changes. */
export interface Registered {
  readonly view: vscode.TreeView<TreeNode>;
  readonly treeChanged: vscode.EventEmitter<TreeNode[] | undefined>;
  readonly filesChanged: vscode.EventEmitter<vscode.FileChangeEvent[]>;
}

/** The implementation behind the registered names. */
export interface Main {
  readonly dataSpaces: DataSpaces;
  readonly credentials: CredentialStore;
  readonly state: vscode.Memento;
  readonly tree: SurveyTree;
  readonly panels: Panels;
  readonly rawFiles: RawFiles;
  /** Returns the text of a virtual document (`structureTextScheme`). */
  readonly text: (uri: vscode.Uri) => Promise<string>;
  readonly loadRecipes: () => Promise<Recipes>;
  readonly assistant: () => Promise<AssistantParts>;
  /** Keyed by command ID. */
  readonly commands: Readonly<Record<string, CommandHandler>>;
}

export function createMain(
  context: vscode.ExtensionContext,
  { view, treeChanged, filesChanged }: Registered,
  log: vscode.LogOutputChannel,
): Main {
  const { globalState, workspaceState, subscriptions } = context;
  const { credentials, local, dataSpaces, answers } = createDataSpaces(context, log);
  const progress = new GroupProgress(dataSpaces, globalState, log);
  const kept = new OfflineSurveys(globalState);
  const tables = new ResponseTables({
    program: context.asAbsolutePath(join("dist", "tables.js")),
    folder: join(context.globalStorageUri.fsPath, "responses"),
    spared: () => kept.copies,
    ...{ state: globalState, dataSpaces, log },
  });
  const offline = new OfflineSync({ kept, answers, dataSpaces, tables, log });
  const { index, indexFiller } = createFind(context, { dataSpaces, tables, log });
  const structures = new StructureHistory({
    folder: join(context.globalStorageUri.fsPath, "structures"),
    ...{ state: globalState, dataSpaces, log },
  });
  const choices = new TreeChoices(globalState, workspaceState);
  const tree = new SurveyTree(dataSpaces, progress, offline, choices, log);
  tree.connectNews(structures);
  showFilter(tree, view, choices.filter);
  const rawFiles = new RawFiles(dataSpaces);
  const shared = {
    dataSpaces,
    tables,
    structures,
    missingCodes: new MissingCodesStore(globalState),
    formats: createFormats(context.asAbsolutePath(join("dist", "formats.js"))),
    warehouse: createWarehouse(context.asAbsolutePath(join("dist", "warehouse.js"))),
    ...fixedOf(context),
    log,
  };
  const panels = new Panels({
    ...{ ...shared, extensionUri: context.extensionUri, state: globalState, progress },
    run: (command, clicked) => void vscode.commands.executeCommand(command, clicked),
  });
  const loadExportParts = exportingWhenUsed(context, log, panels, shared);
  const loadRecipes = recipesWhenUsed(subscriptions, { dataSpaces, credentials, loadExportParts });
  showContext(dataSpaces, local, subscriptions);
  subscriptions.push(
    ...[local, dataSpaces, progress, offline, indexFiller, index, structures, tree],
    ...[tables, panels, rawFiles],
    tree.onDidChangeTreeData((nodes) => treeChanged.fire(nodes)),
    rawFiles.onDidChangeFile((changes) => filesChanged.fire(changes)),
    view.onDidCollapseElement(({ element }) => tree.collapsed(element)),
  );
  const found = { tree, view, panels, offline, index, indexFiller, rawFiles };
  const parts = { ...shared, ...found, credentials, local, loadExportParts, loadRecipes };
  return {
    ...{ dataSpaces, credentials, state: globalState, tree, panels, rawFiles, loadRecipes },
    assistant: assistantWhenUsed(context, parts),
    text: virtualDocumentText(new StructureDocuments(structures, shared.formats), parts),
    commands: commandHandlers(parts),
  };
}

function recipesWhenUsed(
  subscriptions: vscode.ExtensionContext["subscriptions"],
  parts: RecipeParts,
): () => Promise<Recipes> {
  return lazy(async () => {
    const { Recipes } = await loaded(import("./recipes/recipes.ts"));
    const made = new Recipes(parts);
    subscriptions.push(made);
    return made;
  });
}

function assistantWhenUsed(
  context: vscode.ExtensionContext,
  parts: Omit<AssistantOptions, "isTrusted" | "mcpProgram">,
): Main["assistant"] {
  return lazy(async () => {
    const { createAssistant } = await loaded(import("./assistant/createAssistant.ts"));
    const mcpProgram = context.asAbsolutePath(join("dist", "mcp.js"));
    return createAssistant({ ...parts, mcpProgram, isTrusted: () => vscode.workspace.isTrusted });
  });
}

function virtualDocumentText(structures: StructureDocuments, parts: FindParts): Main["text"] {
  return async (uri) => {
    if (uri.authority !== similarAuthority) {
      return structures.text(uri);
    }
    const { similarText } = await loaded(import("./find/similarQuestions.ts"));
    return similarText(parts, uri);
  };
}

function createFind(
  context: vscode.ExtensionContext,
  parts: Omit<SearchIndexOptions, "program" | "folder">,
) {
  const program = context.asAbsolutePath(join("dist", "surveyIndex.js"));
  const folder = join(context.globalStorageUri.fsPath, "index");
  const index = new SearchIndex({ program, folder, ...parts });
  return { index, indexFiller: new IndexFiller({ index, ...parts }) };
}

function createDataSpaces(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
  const folder = context.globalStorageUri.fsPath;
  const credentials = new CredentialStore(context.secrets, context.globalState);
  const tidy = async (): Promise<void> => {
    const { tidySecrets } = await loaded(import("./connection/tidySecrets.ts"));
    await tidySecrets(context.secrets, context.globalState, readDataSpaces());
  };
  tidy().catch((error: unknown) =>
    logFailure(log, "Removing keys of data spaces that are gone", error),
  );
  const local = new LocalDataSpaces(context, log);
  const answers = new AnswerFiles(join(folder, "offline"));
  const entries = new DataSpaceEntries(folder);
  const dataSpaces = new DataSpaces(credentials, local, entries, answers, log);
  return { credentials, local, answers, dataSpaces };
}

/** Returns what exports need, created at the first use, or as soon as there are past exports for their view to show. */
function exportingWhenUsed(
  { globalState, subscriptions }: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  panels: Panels,
  shared: Omit<ExportParts, "past" | "choices" | "previews" | "shownSurvey">,
): () => Promise<ExportParts> {
  const previews = new ExportPreviews();
  const exporting = lazy(async () => {
    const { createExportParts } = await loaded(import("./exports/exportParts.ts"));
    const shownSurvey = () => panels.shownSurvey;
    const made = createExportParts(globalState, { ...shared, previews, shownSurvey });
    subscriptions.push(made.disposable);
    return made.parts;
  });
  const showExports = () => {
    // Also called when the window gets the focus, because another window may have made the first export.
    if (globalState.get(pastExportsKey) !== undefined) {
      exporting().catch((error: unknown) => logFailure(log, "Showing the exports", error));
    }
  };
  showExports();
  subscriptions.push(
    previews,
    vscode.window.onDidChangeWindowState(({ focused }) => focused && showExports()),
  );
  return exporting;
}

function showContext(
  dataSpaces: DataSpaces,
  local: LocalDataSpaces,
  subscriptions: vscode.ExtensionContext["subscriptions"],
): void {
  const show = () => {
    const hasEntries = dataSpaces.list().length > 0 || readDataSpaces().problems.length > 0;
    setContextKey("hasDataSpaces", hasEntries);
    setContextKey("hasNoDataSpaces", !hasEntries);
    setContextKey("localRunning", local.names().length > 0);
  };
  show();
  subscriptions.push(dataSpaces.onDidChange(show));
}

/** Returns values that are fixed for an installed version of the extension. */
function fixedOf({ extension, globalStorageUri }: vscode.ExtensionContext) {
  const { version } = extension.packageJSON as { readonly version: string };
  return {
    toolVersion: version,
    extensionId: extension.id,
    disclosureFolder: join(globalStorageUri.fsPath, "told"),
  };
}
