import { basename } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import { isCancelled, SurveyError } from "../../model/errors.ts";
import { localizable, plural, type LocalizableText } from "../../model/localizable.ts";
import { RecipeError } from "../../recipe/recipeError.ts";
import type { RecipeResult } from "../../recipe/runRecipe.ts";
import type { StepResult } from "../../recipe/stepKind.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import { nextStep, offerNext } from "../commands/nextStep.ts";
import { localPath, pathOrUri } from "../commands/paths.ts";
import type { Command } from "../commands/registry.ts";
import { withExportProgress } from "../exports/exportProgress.ts";
import { errorText, inLanguage } from "../platform/language.ts";
import { revealAction } from "../platform/fileMessage.ts";
import { joined } from "../platform/plainText.ts";
import {
  pickOne,
  say,
  showError,
  showInformation,
  showWarning,
  t,
  type Action,
  offer,
} from "../platform/window.ts";
import type { CommandSource } from "../surveys/node.ts";
import {
  activeRecipe,
  findRecipes,
  recipeName,
  showRecipe,
  stepPointer,
} from "./recipeDocuments.ts";
import { UntrustedError } from "./recipes.ts";

const runRecipeArgument = z
  .strictObject({ file: pathOrUri, step: z.int().min(1).optional() })
  .transform(({ file, step }) => ({ file: localPath(file), step }));
type RunRecipe = z.infer<typeof runRecipeArgument>;

interface Failure {
  /** From 1. */
  readonly step: number;
  readonly error: unknown;
}

/** What people are told of a run, besides its result. */
interface Told {
  readonly failed: readonly Failure[];
  /** Each names its step. */
  readonly warnings: readonly LocalizableText[];
}

/**
 * Runs a recipe, or one step of it. If a person starts it, unsaved changes in an editor are saved first; if called with an
 * argument, it runs the recipe as it is on disk.
 */
export function runRecipeCommand({
  loadRecipes,
}: Pick<CommandParts, "loadRecipes">): Command<RunRecipe, RecipeResult> {
  const told = new WeakMap<RecipeResult, Told>();
  return {
    argument: runRecipeArgument,
    ask: askRecipe,
    run: async ({ file, step }) => {
      const recipes = await loadRecipes();
      const failed: Failure[] = [];
      const warnings: LocalizableText[] = [];
      const result = await withExportProgress(
        t("Running {0}", basename(file)),
        async ({ signal, update }) => {
          let all = 0;
          return recipes.run({
            file,
            step,
            signal,
            onRead: (steps) => {
              all = steps;
            },
            onStep: (index) => update({ step: ofAll(index + 1, all) }),
            onProgress: (index, progress) => {
              const { step: part, ...facts } = progress;
              const place = ofAll(index + 1, all);
              update({ ...facts, step: part ? `${place} · ${inLanguage(part)}` : place });
            },
            onDone: (index, { ok }, { error, warnings: its }) => {
              warnings.push(...its.map((it) => localizable("Step {0}: {1}", index + 1, it)));
              // A cancel counts for every step after it, too.
              if (!ok && !isCancelled(error)) {
                failed.push({ step: index + 1, error });
              }
            },
          });
        },
      );
      told.set(result, { failed, warnings });
      return result;
    },
    notify: (result, { file }) => tell(file, result, told.get(result)),
    recover: async ({ file }, error) => recoverBy(vscode.Uri.file(file), error),
  };
}

function ofAll(step: number, all: number): string {
  return vscode.l10n.t("step {0} of {1}", step, all);
}

async function askRecipe(clicked: CommandSource | undefined): Promise<RunRecipe | undefined> {
  const isRecipe = clicked?.kind === "recipe";
  const uri = isRecipe ? vscode.Uri.parse(clicked.uri) : (activeRecipe() ?? (await pickRecipe()));
  if (!uri) {
    return undefined;
  }
  const file = localPath(uri);
  await save(uri);
  return { file, step: isRecipe ? clicked.step : undefined };
}

async function pickRecipe(): Promise<vscode.Uri | undefined> {
  const found = await findRecipes();
  if (found.length === 0) {
    return offerNext(
      t("There is no recipe in this window's folders."),
      nextStep(t("Save as Recipe"), "saveAsRecipe"),
    );
  }
  const items = found.map((uri) => ({ label: recipeName(uri), uri }));
  return (await pickOne(items, { placeHolder: t("Choose a recipe to run") }))?.uri;
}

/** Saves unsaved changes of the recipe. @throws SurveyError "file-fault" if VS Code cannot save them */
async function save(uri: vscode.Uri): Promise<void> {
  const document = vscode.workspace.textDocuments.find(
    (it) => it.uri.toString() === uri.toString(),
  );
  if (document?.isDirty === true && !(await document.save())) {
    throw SurveyError.of(
      "file-fault",
      "{0} could not be saved. Save it, and run it again.",
      uri.fsPath,
    );
  }
}

async function tell(
  file: string,
  { steps }: RecipeResult,
  { failed, warnings }: Told = { failed: [], warnings: [] },
): Promise<void> {
  const warned = warnings.map(say);
  const [first] = failed;
  if (!first) {
    const done = steps.filter((it) => it.ok).length;
    if (done === steps.length) {
      const forms = { one: "Ran {0} step of {1}.", other: "Ran {0} steps of {1}." } as const;
      const [last] = steps.toReversed().flatMap(({ result }) => writtenFile(result));
      const ran = say(plural(done, forms, basename(file)));
      const show = warned.length > 0 ? showWarning : showInformation;
      const reveal = last === undefined ? [] : [revealAction(last)];
      await offer(show, joined([ran, ...warned]), ...reveal);
    }
    return;
  }
  const uri = vscode.Uri.file(file);
  const goTo = showAction(vscode.l10n.t("Go to Step"), uri, stepPointer(first.step));
  const said = t("Step {0} of {1} failed. {2}", first.step, basename(file), errorText(first.error));
  const others = failed.length - 1;
  const forms = {
    one: "{0} further step failed.",
    other: "{0} further steps failed.",
  } as const;
  const further = others === 0 ? undefined : say(plural(others, forms));
  await offer(showError, joined([said, further, ...warned]), goTo);
}

/** Returns the file that a step wrote, or an empty array if it wrote none. */
function writtenFile(result: StepResult | undefined): string[] {
  const file = result?.["file"];
  return typeof file === "string" ? [file] : [];
}

function recoverBy(uri: vscode.Uri, error: unknown): Action | undefined {
  if (error instanceof UntrustedError) {
    return {
      title: vscode.l10n.t("Manage Trust"),
      run: () => vscode.commands.executeCommand("workbench.trust.manage"),
    };
  }
  const [issue] = error instanceof RecipeError ? error.issues : [];
  return issue && showAction(vscode.l10n.t("Go to Field"), uri, issue.pointer);
}

function showAction(title: string, uri: vscode.Uri, pointer: string): Action {
  return { title, run: () => showRecipe(uri, pointer) };
}
