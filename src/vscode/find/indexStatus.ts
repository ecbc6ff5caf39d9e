import type * as vscode from "vscode";
import { createStatusItem, t, type StatusItem } from "../platform/window.ts";

/** Minimum milliseconds between two changes of the text. */
const interval = 250;

/** Progress of the index in the status bar, with a command to stop it. Shown only while surveys are read. */
export class IndexStatus implements vscode.Disposable {
  #shownAt = 0;
  #item: StatusItem | undefined;

  show(dataSpace: string, read: number, all: number): void {
    if (Date.now() - this.#shownAt < interval) {
      return;
    }
    this.#shownAt = Date.now();
    this.#item ??= createStatusItem("surveyExplorer.index", {
      name: t("Survey Explorer: Search Index"),
      command: "surveyExplorer.stopIndexing",
    });
    this.#item.text = t("$(sync~spin) Indexing surveys: {0} of {1}", read, all);
    this.#item.tooltip = t(
      'The surveys of "{0}" are loaded, so that Find can search them. Select to stop.',
      dataSpace,
    );
    this.#item.accessibilityInformation = {
      label: t("Indexing surveys: {0} of {1}. Select to stop.", read, all),
      role: "button",
    };
    this.#item.show();
  }

  hide(): void {
    this.#item?.dispose();
    this.#item = undefined;
  }

  dispose(): void {
    this.hide();
  }
}
