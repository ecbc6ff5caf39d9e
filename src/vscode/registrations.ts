import * as vscode from "vscode";
import type { Main, Registered } from "./main.ts";
import {
  panelType,
  rawScheme,
  restoredPanels,
  structureEditor,
  structureTextScheme,
} from "./registeredNames.ts";
import type { FollowedLink, TreeNode } from "./surveys/node.ts";

/** Registers everything that VS Code can call. @param load called by each of these calls */
export function register(
  { extension, subscriptions }: vscode.ExtensionContext,
  load: () => Promise<Main>,
): Registered {
  const treeChanged = new vscode.EventEmitter<TreeNode[] | undefined>();
  const filesChanged = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const view = vscode.window.createTreeView("surveyExplorer.surveys", {
    treeDataProvider: treeProvider(treeChanged.event, load),
    showCollapseAll: true,
    canSelectMany: true,
  });
  subscriptions.push(
    treeChanged,
    filesChanged,
    view,
    vscode.workspace.registerFileSystemProvider(rawScheme, fileProvider(filesChanged.event, load), {
      isReadonly: true,
    }),
    vscode.workspace.registerTextDocumentContentProvider(structureTextScheme, {
      provideTextDocumentContent: async (uri) => (await load()).text(uri),
    }),
    vscode.window.registerCustomEditorProvider(structureEditor, {
      openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
      resolveCustomEditor: async ({ uri }, webview) =>
        (await load()).panels.structures.show(uri, webview),
    }),
    vscode.window.registerUriHandler({
      handleUri: async (uri) => {
        const followed: FollowedLink = { kind: "link", link: uri.toString() };
        await (await load()).commands["surveyExplorer.openLink"]?.(followed);
      },
    }),
    ...restoredPanels.map((program) =>
      vscode.window.registerWebviewPanelSerializer(panelType(program), {
        deserializeWebviewPanel: async (panel, state: unknown) =>
          (await load()).panels.restore(program, panel, state),
      }),
    ),
    ...commandIds(extension).map((id) =>
      vscode.commands.registerCommand(id, async (given?: unknown, others?: unknown) =>
        (await load()).commands[id]?.(given, others),
      ),
    ),
  );
  return { view, treeChanged, filesChanged };
}

function treeProvider(
  onDidChangeTreeData: vscode.Event<TreeNode[] | undefined>,
  load: () => Promise<Main>,
): vscode.TreeDataProvider<TreeNode> {
  return {
    onDidChangeTreeData,
    getChildren: async (node) => (await load()).tree.getChildren(node),
    getTreeItem: async (node) => (await load()).tree.getTreeItem(node),
    getParent: async (node) => (await load()).tree.getParent(node),
    resolveTreeItem: async (item, node) => (await load()).tree.resolveTreeItem(item, node),
  };
}

function fileProvider(
  onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>,
  load: () => Promise<Main>,
): vscode.FileSystemProvider {
  const readOnly = (): never => {
    throw vscode.FileSystemError.NoPermissions(
      vscode.l10n.t("What the service sent cannot be changed."),
    );
  };
  return {
    onDidChangeFile,
    stat: async (uri) => (await load()).rawFiles.stat(uri),
    readFile: async (uri) => (await load()).rawFiles.readFile(uri),
    watch: () => new vscode.Disposable(() => undefined),
    readDirectory: () => [],
    createDirectory: readOnly,
    writeFile: readOnly,
    delete: readOnly,
    rename: readOnly,
  };
}

/** Returns the command IDs of the manifest, which is generated from the features' declarations (`npm run manifest`). */
function commandIds({ packageJSON }: vscode.Extension<unknown>): string[] {
  const { contributes } = packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  return contributes.commands.map((it) => it.command);
}
