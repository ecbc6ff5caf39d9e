import * as vscode from "vscode";
import type { StepDraft } from "../../recipe/writtenStep.ts";
import type { SafeText } from "../platform/plainText.ts";
import { createPick, t, type PickItem } from "../platform/window.ts";
import type { StepSelection } from "../surveys/node.ts";
import { proposedFile } from "./paths.ts";

/** What a command wrote, as its result says it. */
export interface WrittenFile {
  readonly file: string;
  readonly bytes: number;
}

interface ChosenFile {
  readonly file: vscode.Uri;
  readonly overwrite: true;
}

/** A format, as it is offered and as it is chosen. */
export interface DocumentFormat<Choice> {
  readonly label: SafeText;
  readonly description?: SafeText;
  readonly choice: Choice;
}

/**
 * Asks for format and file. VS Code's own dialog for files, of remote windows and browsers, shows no list of formats. It asks
 * before it replaces a file.
 * @param name of the file, plain text, without its ending, which is the format
 * @param draftOf what is chosen as a step of a recipe, into which a person may put it instead
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

/** A format; by the button of its row, for a recipe. */
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
  try {
    return await new Promise((resolve) => {
      pick.onDidAccept(() => {
        const [item] = pick.activeItems;
        if (item) {
          resolve({ ...item, asRecipe: false });
        }
      });
      pick.onDidTriggerItemButton(({ item }) => resolve({ ...item, asRecipe: true }));
      pick.onDidHide(() => resolve(undefined));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}
