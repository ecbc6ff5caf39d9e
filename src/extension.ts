import { join } from "node:path";
import * as vscode from "vscode";
import type { SurveyClient } from "./client/surveyClient.ts";
import { createFormats } from "./formats/formatsClient.ts";
import { once } from "./model/once.ts";
import { AnswerFiles } from "./store/answerFiles.ts";
import { CredentialStore } from "./vscode/connection/credentials.ts";
import { DataSpaceEntries } from "./vscode/dataSpaces/dataSpaceEntries.ts";
import { DataSpaces, type DataSpace } from "./vscode/dataSpaces/dataSpaces.ts";
import { LocalDataSpaces } from "./vscode/dataSpaces/localDataSpaces.ts";
import { MissingCodesStore } from "./vscode/responses/missingCodesStore.ts";
import { RawFiles, rawScheme } from "./vscode/surveys/rawFiles.ts";
import { loaded } from "./vscode/platform/loaded.ts";
import { logFailure } from "./vscode/platform/log.ts";
import { readDataSpaces } from "./vscode/platform/settings.ts";
import { registerCommands } from "./vscode/commands/register.ts";
import { setContextKey } from "./vscode/commands/registry.ts";
import { pastExportsKey } from "./vscode/exports/pastExportsKey.ts";
import { ExportPreviews } from "./vscode/exports/exportPreview.ts";
import { OfflineSurveys } from "./vscode/offline/offlineSurveys.ts";
import { OfflineSync } from "./vscode/offline/offlineSync.ts";
import { Panels } from "./vscode/panels/panels.ts";
import { GroupProgress } from "./vscode/fieldwork/groupProgress.ts";
import { ResponseTables } from "./vscode/responses/responseTables.ts";
import { SurveyTree } from "./vscode/surveys/surveyTree.ts";

/** For other extensions and tests (DESIGN.md, Public contract). */
export interface SurveyExplorerApi {
  readonly apiVersion: 1;
  dataSpaces(): DataSpace[];
  client(name: string): Promise<SurveyClient>;
}

export function activate(context: vscode.ExtensionContext): SurveyExplorerApi {
  const log = vscode.window.createOutputChannel("Survey Explorer", { log: true });
  const credentials = new CredentialStore(context.secrets);
  const local = new LocalDataSpaces(context, log);
  const entries = new DataSpaceEntries(context.globalStorageUri.fsPath);
  const answers = new AnswerFiles(join(context.globalStorageUri.fsPath, "offline"));
  const dataSpaces = new DataSpaces(credentials, local, entries, answers, log);
  const progress = new GroupProgress(dataSpaces, context.globalState, log);
  const kept = new OfflineSurveys(context.globalState);
  const tables = new ResponseTables({
    program: context.asAbsolutePath(join("dist", "tables.js")),
    folder: join(context.globalStorageUri.fsPath, "responses"),
    state: context.globalState,
    dataSpaces,
    spared: () => kept.copies,
    log,
  });
  const offline = new OfflineSync({ kept, answers, dataSpaces, tables, log });
  const tree = new SurveyTree(dataSpaces, progress, offline, log);
  const view = vscode.window.createTreeView("surveyExplorer.surveys", {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const previews = new ExportPreviews();
  const missingCodes = new MissingCodesStore(context.globalState);
  const rawFiles = new RawFiles(dataSpaces);
  const shared = {
    dataSpaces,
    tables,
    missingCodes,
    formats: createFormats(context.asAbsolutePath(join("dist", "formats.js"))),
    toolVersion: versionOf(context),
    log,
  };
  const panels = new Panels({
    ...shared,
    extensionUri: context.extensionUri,
    state: context.globalState,
    progress,
    run: (command, clicked) => void vscode.commands.executeCommand(command, clicked),
  });

  const exporting = once(async () => {
    const { createExporting } = await loaded(import("./vscode/exports/exporting.ts"));
    const shownSurvey = () => panels.shownSurvey;
    const made = createExporting(context.globalState, { ...shared, previews, shownSurvey });
    context.subscriptions.push(made.disposable);
    return made.parts;
  });
  const showExports = () => {
    // Another window may have exported first.
    if (context.globalState.get(pastExportsKey) !== undefined) {
      exporting().catch((error: unknown) => logFailure(log, "Showing the exports", error));
    }
  };
  showExports();

  const showContext = () => {
    const hasEntries = dataSpaces.list().length > 0 || readDataSpaces().problems.length > 0;
    setContextKey("hasDataSpaces", hasEntries);
    setContextKey("localRunning", local.names().length > 0);
  };
  showContext();

  context.subscriptions.push(
    log,
    local,
    dataSpaces,
    progress,
    offline,
    tree,
    view,
    previews,
    tables,
    panels,
    rawFiles,
    vscode.workspace.registerFileSystemProvider(rawScheme, rawFiles, { isReadonly: true }),
    dataSpaces.onDidChange(showContext),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && showExports()),
    view.onDidCollapseElement(({ element }) => tree.collapsed(element)),
    registerCommands({
      ...shared,
      credentials,
      local,
      tree,
      view,
      panels,
      offline,
      rawFiles,
      exporting,
    }),
  );
  return {
    apiVersion: 1,
    dataSpaces: () => dataSpaces.list(),
    client: (name) => dataSpaces.client(name),
  };
}

function versionOf({ extension }: vscode.ExtensionContext): string {
  const { version } = extension.packageJSON as { readonly version: string };
  return version;
}
