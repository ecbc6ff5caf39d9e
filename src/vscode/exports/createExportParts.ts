import * as vscode from "vscode";
import { ExportChoices } from "./exportChoices.ts";
import type { ExportParts } from "./exportParts.ts";
import { exportsView } from "./exportTree.ts";
import { PastExports } from "./pastExports.ts";

/** Creates what only exporting needs, and the view of past exports. */
export function createExportParts(
  state: vscode.Memento,
  shared: Omit<ExportParts, "past" | "choices">,
): { readonly parts: ExportParts; readonly disposable: vscode.Disposable } {
  const past = new PastExports(state);
  const parts = { ...shared, past, choices: new ExportChoices(state) };
  return { parts, disposable: vscode.Disposable.from(past, exportsView(past)) };
}
