import * as vscode from "vscode";
import { isCancelled, SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import { readRecipeFile, stepAt } from "../../recipe/recipe.ts";
import { RecipeError } from "../../recipe/recipeError.ts";
import { runRecipe, type RecipeResult, type RunRecipeOptions } from "../../recipe/runRecipe.ts";
import type { CredentialStore } from "../connection/credentials.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { editorJobHost } from "../exports/editorJobHost.ts";
import type { ExportParts } from "../exports/exportParts.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { errorText } from "../platform/language.ts";
import { recipePattern } from "../registeredNames.ts";
import { isRecipe } from "./recipeDocuments.ts";
import { RecipeProblems, type RecipeContext } from "./recipeProblems.ts";

export interface RecipeParts {
  readonly dataSpaces: DataSpaces;
  readonly credentials: CredentialStore;
  readonly loadExportParts: () => Promise<ExportParts>;
}

export interface RecipeRun extends Pick<
  RunRecipeOptions,
  "signal" | "onStep" | "onProgress" | "onDone"
> {
  /** Absolute path. */
  readonly file: string;
  /** The only step to run, from 1. */
  readonly step?: number | undefined;
  /** Called with the number of steps when the recipe has been read. */
  readonly onRead?: (steps: number) => void;
}

/** Milliseconds between a change and the check (debounce). */
const rest = 300;

/** Checks the recipes in the window's editors as they are typed, and runs recipes. */
export class Recipes implements vscode.Disposable {
  readonly #parts: RecipeParts;
  readonly #problems = new RecipeProblems();
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #store = new DisposableStore();

  constructor(parts: RecipeParts) {
    this.#parts = parts;
    this.#store.add(
      parts.dataSpaces.onDidChange(() => {
        vscode.workspace.textDocuments.forEach((it) => this.changed(it));
      }),
    );
    this.#watchFiles();
  }

  dispose(): void {
    this.#store.dispose();
    this.#problems.dispose();
    for (const timer of this.#waiting.values()) {
      clearTimeout(timer);
    }
  }

  /** Schedules a check of a document that was opened or changed. */
  changed(document: vscode.TextDocument): void {
    if (!isRecipe(document.uri)) {
      return;
    }
    const key = document.uri.toString();
    clearTimeout(this.#waiting.get(key));
    this.#waiting.set(
      key,
      setTimeout(() => {
        this.#waiting.delete(key);
        void this.#check(document);
      }, rest),
    );
  }

  closed(document: vscode.TextDocument): void {
    if (isRecipe(document.uri)) {
      const key = document.uri.toString();
      clearTimeout(this.#waiting.get(key));
      this.#waiting.delete(key);
      this.#problems.closed(document);
    }
  }

  /**
   * Runs a recipe as it is on disk. The Problems view shows what fails; failed steps are in the result, too.
   * @throws SurveyError "invalid-input" or "file-fault" if nothing was run
   */
  async run({ file, step, onRead, onDone, ...told }: RecipeRun): Promise<RecipeResult> {
    if (!vscode.workspace.isTrusted) {
      throw new UntrustedError();
    }
    const { secrets } = await this.#known();
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file)).then(
      (it) => it,
      // If the file cannot be opened, `readRecipeFile` says why.
      () => undefined,
    );
    const recipe = await readRecipeFile(file, secrets).catch((error: unknown) => {
      if (document && error instanceof RecipeError) {
        this.#problems.refused(document, error.issues);
      }
      throw error;
    });
    if (step !== undefined) {
      stepAt(recipe, step - 1);
    }
    onRead?.(recipe.steps.length);
    const all = recipe.steps.map((_, index) => index + 1);
    if (document) {
      this.#problems.begin(document, step === undefined ? all : [step]);
    }
    const host = editorJobHost(await this.#parts.loadExportParts());
    return runRecipe({
      ...told,
      file,
      recipe,
      step: step === undefined ? undefined : step - 1,
      host,
      onDone: (index, outcome, told) => {
        if (document && !outcome.ok && !isCancelled(told.error)) {
          this.#problems.failed(document, index + 1, errorText(told.error));
        }
        onDone?.(index, outcome, told);
      },
    });
  }

  /** Removes the problems of files that are gone: a file that is not open has no other event. */
  #watchFiles(): void {
    const gone = (uri: vscode.Uri) => this.#problems.gone(uri);
    const { workspace } = vscode;
    const deleted = this.#store.add(workspace.createFileSystemWatcher(recipePattern, true, true));
    this.#store.add(deleted.onDidDelete(gone));
    // Of a deleted or renamed folder, only this tells.
    this.#store.add(workspace.onDidDeleteFiles(({ files }) => files.forEach(gone)));
    this.#store.add(
      workspace.onDidRenameFiles(({ files }) => files.forEach(({ oldUri }) => gone(oldUri))),
    );
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    const known = await this.#known();
    if (!document.isClosed) {
      this.#problems.check(document, known);
    }
  }

  async #known(): Promise<RecipeContext> {
    const { dataSpaces, credentials } = this.#parts;
    const list = dataSpaces.list();
    const secrets = await Promise.all(
      list.map(async ({ name, local }) => {
        if (local) {
          return [];
        }
        const setting = dataSpaces.setting(name);
        // A recipe can run even if the secret storage fails.
        const own = await credentials.get(setting).catch(() => undefined);
        const proxy = await credentials.getProxy(setting).catch(() => undefined);
        return [own?.spaceId, own?.apiKey, proxy?.password].filter((it) => it !== undefined);
      }),
    );
    return {
      dataSpaces: list.map((it) => it.name),
      // A proxy may take an empty password, which is no secret.
      secrets: secrets.flat().filter((it) => it !== ""),
    };
  }
}

/** Thrown if the window is not trusted: recipes write files, and come with folders that nobody may have looked at yet. */
export class UntrustedError extends SurveyError {
  constructor() {
    super(
      "invalid-input",
      localizable("A recipe writes files, so it runs in trusted folders only. Trust this folder."),
    );
  }
}
