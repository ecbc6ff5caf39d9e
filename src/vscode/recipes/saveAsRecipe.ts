import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { writeTextFile } from "../../export/textFile.ts";
import { SurveyError } from "../../model/errors.ts";
import { RecipePlaces, stepAdded } from "../../recipe/recipePlaces.ts";
import { recipeEnding } from "../../recipe/recipeSchema.ts";
import {
  newRecipe,
  writtenStep,
  type StepDraft,
  type WrittenStep,
} from "../../recipe/writtenStep.ts";
import { isThere, localPath } from "../commands/paths.ts";
import { withIcon } from "../platform/plainText.ts";
import { pickOne, t } from "../platform/window.ts";
import { findRecipes, rangeOf, recipeName, showRecipe, stepPointer } from "./recipeDocuments.ts";

/** Where a step was added. */
export interface SavedStep {
  readonly file: string;
  /** From 1. */
  readonly step: number;
}

/** Asks for the recipe and adds the step to it. Returns `undefined` if the person cancels. */
export async function saveAsRecipe(draft: StepDraft): Promise<SavedStep | undefined> {
  const file = await askRecipeFile();
  return file === undefined ? undefined : addStep(file, writtenStep(draft, file));
}

/** Adds a step to a recipe as an edit that can be undone, or writes a new recipe. Shows the step in the editor. */
export async function addStep(file: string, step: WrittenStep): Promise<SavedStep> {
  const uri = vscode.Uri.file(file);
  if (await isThere(file)) {
    await editIn(uri, step);
  } else {
    await writeTextFile(file, false, () => newRecipe(step));
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const count = new RecipePlaces(document.getText()).steps.length;
  await showRecipe(uri, stepPointer(count));
  return { file, step: count };
}

async function editIn(uri: vscode.Uri, step: WrittenStep): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { isDirty } = document;
  const eol = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  const change = new vscode.WorkspaceEdit();
  for (const { content, ...place } of stepAdded(uri.fsPath, document.getText(), step, eol)) {
    change.replace(uri, rangeOf(document, place), content);
  }
  if (!(await vscode.workspace.applyEdit(change))) {
    throw SurveyError.of(
      "file-fault",
      "{0} could not be changed. Close its editor, and try again.",
      uri.fsPath,
    );
  }
  // Do not save other changes that the person has not saved.
  if (!isDirty) {
    await document.save();
  }
}

export async function askRecipeFile(): Promise<string | undefined> {
  const found = (await findRecipes()).filter((it) => it.scheme === "file");
  const isNew = { label: withIcon("add", t("New Recipe…")), uri: undefined };
  const items = [isNew, ...found.map((uri) => ({ label: recipeName(uri), uri }))];
  const picked =
    found.length === 0
      ? isNew
      : await pickOne<(typeof items)[number]>(items, {
          title: t("Save as recipe"),
          placeHolder: t("Add a step to which recipe?"),
        });
  if (!picked) {
    return undefined;
  }
  return picked.uri ? localPath(picked.uri) : askNewFile();
}

async function askNewFile(): Promise<string | undefined> {
  const open = vscode.workspace.workspaceFolders?.find((it) => it.uri.scheme === "file");
  const uri = await vscode.window.showSaveDialog({
    title: t("Save as recipe"),
    defaultUri: vscode.Uri.file(join(open?.uri.fsPath ?? homedir(), `exports${recipeEnding}`)),
    // Not the ending of two parts: VS Code appends that to a name that already ends with it.
    filters: { [t("Recipe")]: ["json"] },
  });
  const file = uri && localPath(uri);
  // A recipe must have this ending.
  return file === undefined || file.endsWith(recipeEnding)
    ? file
    : file.replace(/(\.survey-recipe)?(\.json)?$/, recipeEnding);
}
