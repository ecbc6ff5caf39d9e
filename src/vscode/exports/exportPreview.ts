import * as vscode from "vscode";
import type { Preview } from "../../formats/calls.ts";
import { fileName } from "../../export/fileName.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { errorText } from "../platform/language.ts";

const previewScheme = "survey-explorer-preview";

/** Previews of exports as read-only documents, one for each open dialog. */
export class ExportPreviews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.Uri>());
  readonly #texts = new Map<string, string>();
  #opened = 0;

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#store.add(vscode.workspace.registerTextDocumentContentProvider(previewScheme, this));
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    // After a reload of the window there is no text, because the dialog of the preview is gone.
    return this.#texts.get(uri.toString()) ?? "";
  }

  /** @param title title of the survey as plain text */
  open(title: string): ExportPreview {
    const path = `/${fileName(title, "preview", "survey")}`;
    const uri = vscode.Uri.from({ scheme: previewScheme, path, query: String(this.#opened++) });
    return new ExportPreview(uri, (text) => {
      this.#texts.set(uri.toString(), text);
      this.#changed.fire(uri);
    });
  }

  dispose(): void {
    this.#store.dispose();
  }

  // VS Code also closes and reopens a document when its language changes, so look for tabs.
  #forget(uri: vscode.Uri): void {
    if (tabsOf(uri).length === 0) {
      this.#texts.delete(uri.toString());
    }
  }
}

/**
 * Makes a place below the other editors, where the dialog at the top of the window does not cover it. If there are several
 * editor groups already, it leaves the layout as it is and returns the column beside.
 */
async function makePlace(): Promise<vscode.ViewColumn> {
  if (vscode.window.tabGroups.all.length > 1) {
    return vscode.ViewColumn.Beside;
  }
  const layout = { orientation: 1, groups: [{}, {}] };
  await vscode.commands.executeCommand("vscode.setEditorLayout", layout);
  return vscode.ViewColumn.Two;
}

/** A preview document, which follows the choices in a dialog. */
export class ExportPreview implements vscode.Disposable {
  readonly #uri: vscode.Uri;
  readonly #put: (text: string) => void;
  readonly #listening: vscode.Disposable;
  #isEntered = false;
  #isDisposed = false;
  #newest = 0;

  constructor(uri: vscode.Uri, put: (text: string) => void) {
    this.#uri = uri;
    this.#put = put;
    // A change of the selection shows that the person went into the document, not only looked at it.
    this.#listening = vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      this.#isEntered ||= textEditor.document.uri.toString() === uri.toString();
    });
  }

  /** Shows a preview and leaves the focus in the dialog. Drops the preview if a newer one was asked for meanwhile. */
  async show(preview: () => Promise<Preview>): Promise<void> {
    const number = ++this.#newest;
    const { text, language } = await preview().catch((error: unknown) => ({
      text: errorText(error),
      language: "plaintext",
    }));
    if (number !== this.#newest) {
      return;
    }
    this.#put(text);
    const document = await vscode.workspace.openTextDocument(this.#uri);
    if (number !== this.#newest) {
      return;
    }
    await vscode.window.showTextDocument(document, {
      viewColumn: tabsOf(this.#uri)[0]?.group.viewColumn ?? (await makePlace()),
      preserveFocus: true,
      preview: true,
    });
    // This request is answered when the document's tab is known, without which `dispose` cannot close it.
    const known = await vscode.languages.getLanguages();
    const named = known.includes(language) ? language : "plaintext";
    if (!this.#isDisposed && document.languageId !== named) {
      await vscode.languages.setTextDocumentLanguage(document, named);
    }
    if (this.#isDisposed) {
      this.#close();
    }
  }

  /** Closes the document, unless the person went into it. */
  dispose(): void {
    this.#isDisposed = true;
    this.#newest++;
    this.#listening.dispose();
    this.#close();
  }

  #close(): void {
    if (!this.#isEntered) {
      void vscode.window.tabGroups.close(tabsOf(this.#uri), true);
    }
  }
}

function tabsOf(uri: vscode.Uri): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
    );
}
