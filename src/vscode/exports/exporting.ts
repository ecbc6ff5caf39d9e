import * as vscode from "vscode";
import { ExportChoices } from "./exportChoices.ts";
import type { ExportParts } from "./exportParts.ts";
import { exportsView } from "./exportTree.ts";
import { PastExports } from "./pastExports.ts";

export type Exporting = ExportParts & vscode.Disposable;

/** What only exporting needs, and the view of past exports. */
export function createExporting(
  state: vscode.Memento,
  shared: Omit<ExportParts, "past" | "choices">,
): Exporting {
  const past = new PastExports(state);
  const view = exportsView(past);
  return {
    ...shared,
    past,
    choices: new ExportChoices(state),
    dispose() {
      view.dispose();
      past.dispose();
    },
  };
}
