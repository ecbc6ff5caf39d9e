import * as vscode from "vscode";
import { once } from "../../model/once.ts";

const scheme = "survey-explorer-text";

const texts = new Map<string, string>();

const provider = once(() => {
  // Those that are closed are never shown again: each has an address of its own.
  vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString()));
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => texts.get(uri.toString()),
  });
});

let documents = 0;

/** Shows Markdown as VS Code renders it, from a document that nobody is asked to save. @param title of the tab */
export async function showMarkdown(title: string, markdown: string): Promise<void> {
  provider();
  const path = `/${title.replaceAll("/", " ")}.md`;
  const uri = vscode.Uri.from({ scheme, path, query: String(++documents) });
  texts.set(uri.toString(), markdown);
  await vscode.workspace.openTextDocument(uri);
  await vscode.commands.executeCommand("markdown.showPreview", uri);
}
