import { join } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import type { SurveyClient } from "./client/surveyClient.ts";
import { AnswerFiles } from "./store/answerFiles.ts";
import { ColumnLayouts } from "./vscode/responses/columnLayouts.ts";
import { CredentialStore } from "./vscode/connection/credentials.ts";
import { DataSpaceEntries } from "./vscode/dataSpaces/dataSpaceEntries.ts";
import { DataSpaces, type DataSpace } from "./vscode/dataSpaces/dataSpaces.ts";
import { LocalDataSpaces } from "./vscode/dataSpaces/localDataSpaces.ts";
import { MissingCodesStore } from "./vscode/responses/missingCodesStore.ts";
import { RawFiles, rawScheme } from "./vscode/surveys/rawFiles.ts";
import { readDataSpaces } from "./vscode/platform/settings.ts";
import { registerAllCommands } from "./vscode/commands/all.ts";
import { setContextKey } from "./vscode/commands/registry.ts";
import { exportsView } from "./vscode/exports/exportTree.ts";
import { ExportPreviews } from "./vscode/exports/exportPreview.ts";
import { lazyExports } from "./vscode/exports/loadExports.ts";
import { PastExports } from "./vscode/exports/pastExports.ts";
import { KeptSurveys } from "./vscode/offline/keptSurveys.ts";
import { OfflineKeeping } from "./vscode/offline/offlineKeeping.ts";
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
  const kept = new KeptSurveys(context.globalState);
  const tables = new ResponseTables({
    program: context.asAbsolutePath(join("dist", "tables.cjs")),
    folder: join(context.globalStorageUri.fsPath, "responses"),
    state: context.globalState,
    dataSpaces,
    spared: () => kept.copies,
    log,
  });
  const offline = new OfflineKeeping({ kept, answers, dataSpaces, tables, log });
  const tree = new SurveyTree(dataSpaces, progress, offline, log);
  const view = vscode.window.createTreeView("surveyExplorer.surveys", {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const previews = new ExportPreviews();
  const past = new PastExports(context.globalState);
  const missingCodes = new MissingCodesStore(context.globalState);
  const exports = lazyExports(context.asAbsolutePath(join("dist", "exports.cjs")), {
    dataSpaces,
    tables,
    past,
    previews,
    missingCodes,
    shownSurvey: () => panels.shownSurvey,
    toolVersion: versionOf(context),
    state: context.globalState,
    formatsProgram: context.asAbsolutePath(join("dist", "formats.cjs")),
    view,
    log,
  });
  const rawFiles = new RawFiles(dataSpaces);
  const panels = new Panels({
    extensionUri: context.extensionUri,
    dataSpaces,
    tables,
    layouts: new ColumnLayouts(context.globalState),
    missingCodes,
    progress,
    exports,
    log,
    run: (command, clicked) => void vscode.commands.executeCommand(command, clicked),
  });

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
    past,
    exportsView(past),
    tables,
    panels,
    rawFiles,
    vscode.workspace.registerFileSystemProvider(rawScheme, rawFiles, { isReadonly: true }),
    dataSpaces.onDidChange(showContext),
    view.onDidCollapseElement(({ element }) => tree.collapsed(element)),
    registerAllCommands({
      credentials,
      dataSpaces,
      local,
      tree,
      view,
      panels,
      tables,
      offline,
      rawFiles,
      missingCodes,
      log,
      exports,
    }),
  );
  return {
    apiVersion: 1,
    dataSpaces: () => dataSpaces.list(),
    client: (name) => dataSpaces.client(name),
  };
}

function versionOf(context: vscode.ExtensionContext): string {
  return z.object({ version: z.string() }).parse(context.extension.packageJSON).version;
}
