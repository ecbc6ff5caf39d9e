import * as vscode from "vscode";
import { gridActions } from "../../messages/responses.ts";
import type { Panels } from "../panels/panels.ts";
import { registerAction } from "../commands/registry.ts";

/** What the context menus of the responses grid offer. The panel knows which of its cells was clicked. */
export function registerGridCommands(panels: Panels): vscode.Disposable {
  const register = (action: (typeof gridActions)[number]) =>
    registerAction(`surveyExplorer.responses.${action}`, () => panels.doInGrid(action));
  return vscode.Disposable.from(...gridActions.map(register));
}
