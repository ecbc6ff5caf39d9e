import * as vscode from "vscode";
import { loaded } from "../platform/loaded.ts";
import { logFailure } from "../platform/log.ts";
import { recipePattern, taskType } from "../registeredNames.ts";
import type { Recipes } from "./recipes.ts";

/** Registers code lenses and tasks, and has recipes in editors checked. @param load called when there is a recipe */
export function registerRecipes(
  load: () => Promise<Recipes>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const selector: vscode.DocumentSelector = { pattern: recipePattern };
  const tell = (document: vscode.TextDocument, event: "changed" | "closed"): void => {
    if (vscode.languages.match(selector, document) > 0) {
      load().then(
        (recipes) => recipes[event](document),
        (error: unknown) => logFailure(log, "Checking a recipe", error),
      );
    }
  };
  vscode.workspace.textDocuments.forEach((it) => tell(it, "changed"));
  const tasks = () => loaded(import("./recipeTasks.ts"));
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument((it) => tell(it, "changed")),
    vscode.workspace.onDidChangeTextDocument((it) => tell(it.document, "changed")),
    vscode.workspace.onDidCloseTextDocument((it) => tell(it, "closed")),
    vscode.languages.registerCodeLensProvider(selector, {
      provideCodeLenses: async (document) => {
        const { recipeLenses } = await loaded(import("./recipeLenses.ts"));
        return recipeLenses(document);
      },
    }),
    vscode.tasks.registerTaskProvider(taskType, {
      provideTasks: async () => (await tasks()).recipeTasks(load),
      resolveTask: async (task) => (await tasks()).resolvedTask(task, load),
    }),
  );
}
