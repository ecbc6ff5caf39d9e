import { isAbsolute, join } from "node:path";
import * as z from "zod";
import { cancelled } from "../../client/waiting.ts";
import * as vscode from "vscode";
import { invalidInput, isCancelled } from "../../model/errors.ts";
import { issuesText } from "../../model/issueText.ts";
import { oneLine } from "../../model/oneLine.ts";
import type { JobProgress } from "../../jobs/shownProgress.ts";
import { countText } from "../../jobs/progressText.ts";
import { errorText, inLanguage, language } from "../platform/language.ts";
import { taskType } from "../registeredNames.ts";
import { findRecipes } from "./recipeDocuments.ts";
import type { Recipes } from "./recipes.ts";
import type { RecipeStep } from "../../recipe/recipeSchema.ts";

/** The same as in `taskDefinitions` of package.json. */
const definition = z.object({
  type: z.literal(taskType),
  recipe: z.string().min(1),
  /** From 1. */
  step: z.int().min(1).optional(),
});

/** Returns a task for each recipe in the workspace. In Restricted Mode, VS Code runs no task and asks for trust itself. */
export async function recipeTasks(load: () => Promise<Recipes>): Promise<vscode.Task[]> {
  const recipes = await findRecipes();
  return recipes.flatMap((uri) => {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (uri.scheme !== "file" || !folder) {
      return [];
    }
    const recipe = vscode.workspace.asRelativePath(uri, false);
    return [taskOf({ type: taskType, recipe }, folder, recipe, load)];
  });
}

/** Adds the execution to a task that a person has written in tasks.json. */
export function resolvedTask(
  { definition: written, scope, name }: vscode.Task,
  load: () => Promise<Recipes>,
): vscode.Task {
  return taskOf(written, scope ?? vscode.TaskScope.Workspace, name, load);
}

function taskOf(
  written: vscode.TaskDefinition,
  scope: vscode.WorkspaceFolder | vscode.TaskScope,
  name: string,
  load: () => Promise<Recipes>,
): vscode.Task {
  const folder = typeof scope === "object" ? scope : vscode.workspace.workspaceFolders?.[0];
  const execution = new vscode.CustomExecution((resolved) =>
    Promise.resolve(new RecipeTerminal(resolved, folder, load)),
  );
  // Without problem matchers, because `Recipes` shows failures in the Problems view.
  const task = new vscode.Task(written, scope, name, "Survey Explorer", execution, []);
  task.detail = vscode.l10n.t("Runs the recipe");
  return task;
}

const interrupt = "\x03";
const newLine = "\r\n";
const clearLine = "\r\x1b[2K";
/** Milliseconds between two reports of progress, because a terminal keeps all that is written to it. */
const pace = 500;

/** The terminal in which a recipe runs: lines for each step, and a last line with the progress. */
class RecipeTerminal implements vscode.Pseudoterminal {
  readonly #definition: vscode.TaskDefinition;
  readonly #folder: vscode.WorkspaceFolder | undefined;
  readonly #load: () => Promise<Recipes>;
  readonly #written = new vscode.EventEmitter<string>();
  readonly #ended = new vscode.EventEmitter<number>();
  readonly #abort = new AbortController();
  #shownAt = 0;

  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#ended.event;

  constructor(
    written: vscode.TaskDefinition,
    folder: vscode.WorkspaceFolder | undefined,
    load: () => Promise<Recipes>,
  ) {
    this.#definition = written;
    this.#folder = folder;
    this.#load = load;
  }

  open(): void {
    void this.#run()
      .catch((error: unknown) => {
        this.#line(errorText(error));
        return isCancelled(error) ? 130 : 1;
      })
      .then((code) => this.#ended.fire(code));
  }

  /** Cancels the run. VS Code also calls it when the person ends the task. */
  close(): void {
    this.#abort.abort(cancelled());
  }

  handleInput(data: string): void {
    if (data.includes(interrupt)) {
      this.close();
    }
  }

  /** @returns the exit code */
  async #run(): Promise<number> {
    const { file, step } = this.#asked();
    const recipes = await this.#load();
    let all = 0;
    const { steps } = await recipes.run({
      file,
      step,
      signal: this.#abort.signal,
      onRead: (count) => {
        all = count;
      },
      onStep: (index, it) => this.#line(`[${index + 1}/${all}] ${stepTitle(it)}`),
      onProgress: (_, progress) => this.#progress(progress),
      onDone: (_, outcome, { error, warnings }) => {
        warnings.forEach((it) => this.#line(inLanguage(it)));
        this.#line(outcome.ok ? vscode.l10n.t("Done.") : errorText(error));
      },
    });
    if (this.#abort.signal.aborted) {
      return 130;
    }
    return steps.every((it) => it.ok) ? 0 : 1;
  }

  #asked(): { readonly file: string; readonly step: number | undefined } {
    const { data, error } = definition.safeParse(this.#definition);
    if (!data) {
      throw invalidInput(
        "The task is not valid: {0}. Correct it in tasks.json.",
        issuesText(error),
      );
    }
    const { recipe, step } = data;
    if (isAbsolute(recipe)) {
      return { file: recipe, step };
    }
    if (this.#folder?.uri.scheme !== "file") {
      throw invalidInput("{0} is in no folder on this machine. Open its folder.", recipe);
    }
    return { file: join(this.#folder.uri.fsPath, recipe), step };
  }

  #progress({ step, responses }: JobProgress): void {
    const now = performance.now();
    if (now - this.#shownAt < pace) {
      return;
    }
    this.#shownAt = now;
    const said = [
      step && inLanguage(step),
      responses === undefined ? undefined : countText(responses, language()),
    ];
    this.#written.fire(clearLine + said.filter((it) => it !== undefined).join(", "));
  }

  /** Replaces the line with the progress. `oneLine` removes control characters, so foreign text cannot move the cursor. */
  #line(text: string): void {
    this.#written.fire(`${clearLine}${oneLine(text)}${newLine}`);
  }
}

/** Returns a step in one line: its kind, and the file or connection that it writes to. */
function stepTitle(step: RecipeStep): string {
  return `${step.kind} ${"file" in step ? step.file : step.connection}`;
}
