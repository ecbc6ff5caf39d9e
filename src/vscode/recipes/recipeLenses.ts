import * as vscode from "vscode";
import { RecipePlaces } from "../../recipe/recipePlaces.ts";
import type { RecipeSelection } from "../surveys/node.ts";
import { rangeOf } from "./recipeDocuments.ts";

/** Returns the code lenses: one above the recipe that runs all of it, and one above each step that runs the step. */
export function recipeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  const { steps } = new RecipePlaces(document.getText());
  if (document.uri.scheme !== "file" || steps.length === 0) {
    return [];
  }
  const uri = document.uri.toString();
  const lens = (range: vscode.Range, title: string, step?: number): vscode.CodeLens => {
    const selection: RecipeSelection = { kind: "recipe", uri, step };
    const command = { title, command: "surveyExplorer.runRecipe", arguments: [selection] };
    return new vscode.CodeLens(range, command);
  };
  return [
    lens(new vscode.Range(0, 0, 0, 0), `$(run-all) ${vscode.l10n.t("Run Recipe")}`),
    ...steps.map((it, index) =>
      lens(rangeOf(document, it), `$(play) ${vscode.l10n.t("Run Step")}`, index + 1),
    ),
  ];
}
