import * as vscode from "vscode";
import type { SurveyClient } from "./client/surveyClient.ts";
import { lazy } from "./model/lazy.ts";
import type { DataSpace } from "./vscode/dataSpaces/dataSpaces.ts";
import { registerTools } from "./vscode/assistant/toolRegistrations.ts";
import { watchProposals } from "./vscode/dataSpaces/proposalsWatcher.ts";
import type { Main } from "./vscode/main.ts";
import { loaded } from "./vscode/platform/loaded.ts";
import { logFailure } from "./vscode/platform/log.ts";
import { registerRecipes } from "./vscode/recipes/recipeRegistrations.ts";
import { register } from "./vscode/registrations.ts";

/** The API for other extensions and tests (docs/extensions.md). */
export interface SurveyExplorerApi {
  readonly apiVersion: 1;
  dataSpaces(): DataSpace[];
  client(name: string): Promise<SurveyClient>;
}

/** Registers names only, and loads the rest if this extension has ever been used. */
export async function activate(context: vscode.ExtensionContext): Promise<SurveyExplorerApi> {
  const log = vscode.window.createOutputChannel("Survey Explorer", { log: true });
  let main: Main | undefined;
  const load = lazy(async () => {
    const { createMain } = await loaded(import("./vscode/main.ts"));
    return (main = createMain(context, registered, log));
  });
  const registered = register(context, load);
  const loadWhereUsed = () => {
    if (isUsed(context)) {
      load().catch((error: unknown) => logFailure(log, "Starting", error));
    }
  };
  context.subscriptions.push(
    log,
    // The extension may have been used first in another window, or the settings edited by hand.
    vscode.window.onDidChangeWindowState(({ focused }) => focused && loadWhereUsed()),
    vscode.workspace.onDidChangeConfiguration(loadWhereUsed),
    watchProposals(load, log),
    registerRecipes(async () => (await load()).loadRecipes(), log),
    registerTools(async () => (await load()).assistant(), log),
  );
  if (isUsed(context)) {
    await load();
  }
  return {
    apiVersion: 1,
    dataSpaces: () => main?.dataSpaces.list() ?? [],
    client: async (name) => (await load()).dataSpaces.client(name),
  };
}

/** Returns true if there may be something to show, to keep up to date or to clean up. */
function isUsed({ globalState }: vscode.ExtensionContext): boolean {
  const listed = vscode.workspace.getConfiguration("surveyExplorer").get<unknown>("dataSpaces");
  return globalState.keys().length > 0 || (Array.isArray(listed) && listed.length > 0);
}
