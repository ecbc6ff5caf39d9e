import { join } from "node:path";
import * as vscode from "vscode";
import { createFormats } from "../formats/formatsClient.ts";
import { once } from "../model/once.ts";
import { AnswerFiles } from "../store/answerFiles.ts";
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
import { OfflineSurveys } from "./offline/offlineSurveys.ts";
import { OfflineSync } from "./offline/offlineSync.ts";
import { Panels } from "./panels/panels.ts";
import { loaded } from "./platform/loaded.ts";
import { logFailure } from "./platform/log.ts";
import { readDataSpaces } from "./platform/settings.ts";
import { MissingCodesStore } from "./responses/missingCodesStore.ts";
import { ResponseTables } from "./responses/responseTables.ts";
import { RawFiles } from "./surveys/rawFiles.ts";
import type { TreeNode } from "./surveys/node.ts";
import { SurveyTree } from "./surveys/surveyTree.ts";

/** How VS Code is told of what has changed, and shown what is there. */
export interface Registered {
  readonly view: vscode.TreeView<TreeNode>;
  readonly treeChanged: vscode.EventEmitter<TreeNode | undefined>;
  readonly filesChanged: vscode.EventEmitter<vscode.FileChangeEvent[]>;
}

/** What is behind the registered names. */
export interface Main {
  readonly dataSpaces: DataSpaces;
  readonly credentials: CredentialStore;
  readonly state: vscode.Memento;
  readonly tree: SurveyTree;
  readonly panels: Panels;
  readonly rawFiles: RawFiles;
  /** By id. */
  readonly commands: Readonly<Record<string, CommandHandler>>;
}

export function createMain(
  context: vscode.ExtensionContext,
  { view, treeChanged, filesChanged }: Registered,
  log: vscode.LogOutputChannel,
): Main {
  const { globalState, subscriptions } = context;
  const { credentials, local, dataSpaces, answers } = createDataSpaces(context, log);
  const progress = new GroupProgress(dataSpaces, globalState, log);
  const kept = new OfflineSurveys(globalState);
  const tables = new ResponseTables({
    program: context.asAbsolutePath(join("dist", "tables.js")),
    folder: join(context.globalStorageUri.fsPath, "responses"),
    state: globalState,
    dataSpaces,
    spared: () => kept.copies,
    log,
  });
  const offline = new OfflineSync({ kept, answers, dataSpaces, tables, log });
  const tree = new SurveyTree(dataSpaces, progress, offline, log);
  const rawFiles = new RawFiles(dataSpaces);
  const shared = {
    dataSpaces,
    tables,
    missingCodes: new MissingCodesStore(globalState),
    formats: createFormats(context.asAbsolutePath(join("dist", "formats.js"))),
    toolVersion: versionOf(context),
    log,
  };
  const panels = new Panels({
    ...shared,
    extensionUri: context.extensionUri,
    state: globalState,
    progress,
    run: (command, clicked) => void vscode.commands.executeCommand(command, clicked),
  });
  const exporting = exportingWhenUsed(context, log, panels, shared);
  showContext(dataSpaces, local, subscriptions);
  subscriptions.push(
    ...[local, dataSpaces, progress, offline, tree, tables, panels, rawFiles],
    tree.onDidChangeTreeData((node) => treeChanged.fire(node)),
    rawFiles.onDidChangeFile((changes) => filesChanged.fire(changes)),
    view.onDidCollapseElement(({ element }) => tree.collapsed(element)),
  );
  const parts = { ...shared, credentials, local, tree, view, panels, offline, rawFiles, exporting };
  return {
    ...{ dataSpaces, credentials, state: globalState, tree, panels, rawFiles },
    commands: commandHandlers(parts),
  };
}

function createDataSpaces(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
  const folder = context.globalStorageUri.fsPath;
  const credentials = new CredentialStore(context.secrets);
  const local = new LocalDataSpaces(context, log);
  const answers = new AnswerFiles(join(folder, "offline"));
  const entries = new DataSpaceEntries(folder);
  const dataSpaces = new DataSpaces(credentials, local, entries, answers, log);
  return { credentials, local, answers, dataSpaces };
}

/** What exports need, and their view where there were any. */
function exportingWhenUsed(
  { globalState, subscriptions }: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  panels: Panels,
  shared: Omit<ExportParts, "past" | "choices" | "previews" | "shownSurvey">,
): () => Promise<ExportParts> {
  const previews = new ExportPreviews();
  const exporting = once(async () => {
    const { createExporting } = await loaded(import("./exports/exporting.ts"));
    const shownSurvey = () => panels.shownSurvey;
    const made = createExporting(globalState, { ...shared, previews, shownSurvey });
    subscriptions.push(made.disposable);
    return made.parts;
  });
  const showExports = () => {
    // Another window may have exported first.
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
    setContextKey("localRunning", local.names().length > 0);
  };
  show();
  subscriptions.push(dataSpaces.onDidChange(show));
}

function versionOf({ extension }: vscode.ExtensionContext): string {
  const { version } = extension.packageJSON as { readonly version: string };
  return version;
}
