import * as vscode from "vscode";
import { localizable, type LocalizableText } from "../../model/localizable.ts";
import { checkRecipe } from "../../recipe/recipe.ts";
import type { RecipeIssue } from "../../recipe/recipeError.ts";
import { RecipePlaces } from "../../recipe/recipePlaces.ts";
import { inLanguage } from "../platform/language.ts";
import { rangeOf, stepPointer } from "./recipeDocuments.ts";

/** A step that failed when it was last run. */
interface FailedStep {
  /** From 1. */
  readonly step: number;
  /** The step's JSON as it was run. If the file does not contain it any more, the failure is not shown. */
  readonly text: string;
  readonly said: string;
}

/** What a recipe is checked against, besides the schema. */
export interface RecipeContext {
  readonly dataSpaces: readonly string[];
  /** API keys, Space IDs and passwords of proxies, which a recipe must not contain. */
  readonly secrets: readonly string[];
}

/** Shows what is wrong with recipes in the Problems view: as they are typed, and as they were run. */
export class RecipeProblems implements vscode.Disposable {
  readonly #shown = vscode.languages.createDiagnosticCollection("surveyExplorer.recipes");
  readonly #checked = new Map<string, readonly vscode.Diagnostic[]>();
  readonly #refused = new Map<string, readonly RecipeIssue[]>();
  readonly #failed = new Map<string, readonly FailedStep[]>();

  dispose(): void {
    this.#shown.dispose();
  }

  /** Checks a document in an editor for problems that VS Code does not find by the JSON schema. */
  check(document: vscode.TextDocument, known: RecipeContext): void {
    const key = document.uri.toString();
    // The check finds the issues for which a run was refused, too.
    this.#refused.delete(key);
    this.#checked.set(key, problemsOf(document, known));
    this.#show(document);
  }

  /** Removes what `check` found, because the editor is closed. Problems of runs stay. */
  closed(document: vscode.TextDocument): void {
    this.#checked.delete(document.uri.toString());
    this.#show(document);
  }

  /** Removes all problems of a file, or of the files in a folder, because it is gone. */
  gone({ path }: vscode.Uri): void {
    for (const key of new Set([this.#refused, this.#failed].flatMap((it) => [...it.keys()]))) {
      const uri = vscode.Uri.parse(key);
      if (uri.path === path || uri.path.startsWith(`${path}/`)) {
        this.#refused.delete(key);
        this.#failed.delete(key);
        this.#shown.set(uri, this.#checked.get(key));
      }
    }
  }

  /** Shows why the recipe was not run, unless `check` shows it already. */
  refused(document: vscode.TextDocument, issues: readonly RecipeIssue[]): void {
    const key = document.uri.toString();
    if (!this.#checked.has(key)) {
      this.#refused.set(key, issues);
    }
    this.#show(document);
  }

  /** Removes earlier problems of steps that are about to run. */
  begin(document: vscode.TextDocument, steps: readonly number[]): void {
    const key = document.uri.toString();
    this.#refused.delete(key);
    const others = (this.#failed.get(key) ?? []).filter((it) => !steps.includes(it.step));
    this.#failed.set(key, others);
    this.#show(document);
  }

  failed(document: vscode.TextDocument, step: number, said: string): void {
    const key = document.uri.toString();
    const text = stepTexts(document)[step - 1] ?? "";
    this.#failed.set(key, [...(this.#failed.get(key) ?? []), { step, text, said }]);
    this.#show(document);
  }

  #show(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const refused = this.#refused.get(key) ?? [];
    this.#shown.set(document.uri, [
      ...(this.#checked.get(key) ?? []),
      ...refused.map((it) => diagnostic(document, it, vscode.DiagnosticSeverity.Error)),
      ...this.#failuresOf(document),
    ]);
  }

  #failuresOf(document: vscode.TextDocument): vscode.Diagnostic[] {
    const failed = this.#failed.get(document.uri.toString()) ?? [];
    if (failed.length === 0) {
      return [];
    }
    const texts = stepTexts(document);
    const places = new RecipePlaces(document.getText());
    return failed.flatMap(({ step, text, said }) => {
      const index = texts[step - 1] === text ? step - 1 : texts.indexOf(text);
      if (index < 0) {
        return [];
      }
      const place = places.at(`${stepPointer(index + 1)}/kind`);
      return [problem(rangeOf(document, place), said, vscode.DiagnosticSeverity.Error)];
    });
  }
}

function stepTexts(document: vscode.TextDocument): string[] {
  const text = document.getText();
  return new RecipePlaces(text).steps.map((it) => text.slice(it.offset, it.offset + it.length));
}

function problemsOf(document: vscode.TextDocument, known: RecipeContext): vscode.Diagnostic[] {
  const text = document.getText();
  // In JSON documents, VS Code itself reports what the schema finds.
  const isJson = ["json", "jsonc"].includes(document.languageId);
  const found = checkRecipe(Buffer.from(text), known.secrets);
  const issues =
    "issues" in found ? found.issues.filter((it) => !isJson || it.inSchema !== true) : [];
  const places = new RecipePlaces(text);
  const unknown = places.steps.flatMap((_, index) => {
    const pointer = `${stepPointer(index + 1)}/dataSpace`;
    const name = places.text(pointer);
    return name === undefined || name === "" || known.dataSpaces.includes(name)
      ? []
      : [{ pointer, text: notThere(name) }];
  });
  return [
    ...issues.map((it) => diagnostic(document, it, vscode.DiagnosticSeverity.Error)),
    ...unknown.map((it) => diagnostic(document, it, vscode.DiagnosticSeverity.Warning)),
  ];
}

/** Text of a warning rather than an error, because the data space may exist on another machine. */
function notThere(name: string): LocalizableText {
  return localizable(
    "There is no data space {0} here. Add it, or run the recipe where it is.",
    name,
  );
}

function diagnostic(
  document: vscode.TextDocument,
  { pointer, text }: RecipeIssue,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const range = rangeOf(document, new RecipePlaces(document.getText()).at(pointer));
  const [first = "", ...rest] = inLanguage(text);
  return problem(range, first.toLocaleUpperCase(vscode.env.language) + rest.join(""), severity);
}

function problem(
  range: vscode.Range,
  said: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const found = new vscode.Diagnostic(range, said, severity);
  found.source = "Survey Explorer";
  return found;
}
