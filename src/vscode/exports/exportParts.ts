import * as vscode from "vscode";
import type { SharedParts } from "../sharedParts.ts";
import type { Warehouse } from "../../warehouse/calls.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import { ExportChoices } from "./exportChoices.ts";
import type { ExportPreviews } from "./exportPreview.ts";
import { exportsView } from "./exportTree.ts";
import { PastExports } from "./pastExports.ts";

/** What exporting needs of the extension. */
export interface ExportParts extends SharedParts {
  readonly past: PastExports;
  readonly choices: ExportChoices;
  readonly warehouse: Warehouse;
  readonly previews: ExportPreviews;
  /** Returns the survey of the active panel. */
  readonly shownSurvey: () => PanelSubject | undefined;
}

/** Creates what only exporting needs, and the view of past exports. */
export function createExportParts(
  state: vscode.Memento,
  shared: Omit<ExportParts, "past" | "choices">,
): { readonly parts: ExportParts; readonly disposable: vscode.Disposable } {
  const past = new PastExports(state);
  const parts = { ...shared, past, choices: new ExportChoices(state) };
  return { parts, disposable: vscode.Disposable.from(past, exportsView(past)) };
}
