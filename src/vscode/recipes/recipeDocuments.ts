import * as vscode from "vscode";
import { RecipePlaces, type Place } from "../../recipe/recipePlaces.ts";
import { recipeEnding } from "../../recipe/recipeSchema.ts";
import { plain, type SafeText } from "../platform/plainText.ts";
import { recipePattern } from "../registeredNames.ts";

export function isRecipe({ path }: vscode.Uri): boolean {
  return path.endsWith(recipeEnding);
}

/** Returns the recipe in the active editor. */
export function activeRecipe(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && isRecipe(uri) ? uri : undefined;
}

/** Returns the recipes in the workspace's folders, sorted by path, without those that the search settings exclude. */
export async function findRecipes(): Promise<vscode.Uri[]> {
  const searched = vscode.workspace.getConfiguration("search").get("exclude");
  const globs = Object.entries(typeof searched === "object" && searched !== null ? searched : {})
    .filter(([, isLeftOut]) => isLeftOut === true)
    .map(([glob]) => glob);
  // VS Code adds this pattern to those of `files.exclude`.
  const leftOut = globs.length > 0 ? `{${globs.join(",")}}` : undefined;
  const found = await vscode.workspace.findFiles(recipePattern, leftOut, most);
  return found.sort((a, b) => a.path.localeCompare(b.path));
}

const most = 1000;

export function rangeOf(document: vscode.TextDocument, { offset, length }: Place): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

/** Returns the path of a recipe in the window's folders, by which people tell it from others. */
export function recipeName(uri: vscode.Uri): SafeText {
  return plain(vscode.workspace.asRelativePath(uri));
}

/** Opens a recipe at a JSON pointer. */
export async function showRecipe(uri: vscode.Uri, pointer: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { start } = rangeOf(document, new RecipePlaces(document.getText()).at(pointer));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start) });
}

/** Returns the JSON pointer of a step. @param step from 1 */
export function stepPointer(step: number): string {
  return `/steps/${step - 1}`;
}
