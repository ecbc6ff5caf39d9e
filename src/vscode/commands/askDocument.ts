import * as vscode from "vscode";
import type { StepDraft } from "../../recipe/writtenStep.ts";
import type { SafeText } from "../platform/plainText.ts";
import { createPick, t, type PickItem } from "../platform/window.ts";
import type { StepSelection } from "../surveys/node.ts";
import { proposedFile } from "./paths.ts";
import { answered } from "./steps.ts";

/** The file that a command wrote, in its result. */
export interface WrittenFile {
  readonly file: string;
  readonly bytes: number;
}

interface ChosenFile {
  readonly file: vscode.Uri;
  readonly overwrite: true;
}

/** A format: its line in the picker, and the choice that it stands for. */
export interface DocumentFormat<Choice> {
  readonly label: SafeText;
  readonly description?: SafeText;
  readonly choice: Choice;
}

/**
 * Asks for a format, then for the file: VS Code's own file dialog, of remote windows and browsers, shows no list of formats.
 * The file dialog asks before it replaces a file.
 * @param name name of the file as plain text, without its extension, which is the format
 * @param draftOf returns the choice as a step of a recipe, for a person who saves it in a recipe instead
 */
export async function askDocument<Choice extends { readonly format: string }>(
  title: SafeText,
  formats: readonly DocumentFormat<Choice>[],
  name: string,
  draftOf: (choice: Choice) => StepDraft,
): Promise<(Choice & ChosenFile) | undefined> {
  const picked = await pickFormat(title, formats);
  if (!picked) {
    return undefined;
  }
  if (picked.asRecipe) {
    const selection: StepSelection = { kind: "recipeStep", draft: draftOf(picked.choice) };
    await vscode.commands.executeCommand("surveyExplorer.saveAsRecipe", selection);
    return undefined;
  }
  const { format } = picked.choice;
  const file = await vscode.window.showSaveDialog({
    title,
    defaultUri: proposedFile(name, format),
    filters: { [picked.label]: [format] },
  });
  return file && { ...picked.choice, file, overwrite: true };
}

interface PickedFormat<Choice> extends DocumentFormat<Choice> {
  readonly asRecipe: boolean;
}

/** Asks for a format. The button of a row chooses the format for a recipe. */
async function pickFormat<Choice>(
  title: SafeText,
  formats: readonly DocumentFormat<Choice>[],
): Promise<PickedFormat<Choice> | undefined> {
  const tooltip = vscode.l10n.t("Save as Recipe");
  const buttons = [{ iconPath: new vscode.ThemeIcon("save-as"), tooltip }];
  const pick = createPick<DocumentFormat<Choice> & PickItem>({
    title,
    placeholder: t("Choose a format"),
    items: formats.map((it) => ({ ...it, buttons })),
  });
  return answered(pick, (resolve) => {
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      if (item) {
        resolve({ ...item, asRecipe: false });
      }
    });
    pick.onDidTriggerItemButton(({ item }) => resolve({ ...item, asRecipe: true }));
  });
}
