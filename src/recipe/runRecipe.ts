import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { withFileFaults } from "../export/fileFaults.ts";
import type { JobHost } from "../jobs/jobHost.ts";
import type { JobProgress } from "../jobs/shownProgress.ts";
import { cancelled } from "../client/waiting.ts";
import { invalidInput, isCancelled, SurveyError, textOf, type ErrorCode } from "../model/errors.ts";
import { inEnglishOf, type LocalizableText } from "../model/localizable.ts";
import { labelText } from "../model/label.ts";
import { localDate, resolvedPath } from "./fileNames.ts";
import type { Recipe, RecipeStep } from "./recipeSchema.ts";
import type { StepContext, StepResult } from "./stepKind.ts";
import { stepKinds } from "./stepKinds.ts";

export interface RunRecipeOptions {
  /** Absolute path of the recipe; its files are relative to it. */
  readonly file: string;
  readonly recipe: Recipe;
  /** The only step to run, from 0. Default: all. */
  readonly step?: number | undefined;
  readonly host: JobHost;
  readonly signal: AbortSignal;
  readonly onStep?: ((index: number, step: RecipeStep) => void) | undefined;
  readonly onProgress?: ((index: number, progress: JobProgress) => void) | undefined;
  /** Called when a step is over. */
  readonly onDone?: ((index: number, outcome: StepOutcome, told: StepTold) => void) | undefined;
  /** Time whose local date replaces `{date}`. Default: the current time. */
  readonly now?: Date | undefined;
}

/** What people are told of a step that is over. */
export interface StepTold {
  /** As it was thrown, if the step failed. */
  readonly error?: unknown;
  readonly warnings: readonly LocalizableText[];
}

export interface StepOutcome {
  readonly ok: boolean;
  readonly result?: StepResult | undefined;
  /** In English. */
  readonly error?: { readonly code: ErrorCode | "unknown"; readonly message: string } | undefined;
}

export interface RecipeResult {
  /** Outcomes of all steps that were to run, in their order. */
  readonly steps: readonly StepOutcome[];
}

/** A run of a recipe. */
interface Run extends RunRecipeOptions {
  readonly now: Date;
  /** Indexes of the steps by the files that they were to write. */
  readonly files: Map<string, number>;
}

/**
 * Runs the steps, one after the other. A failed step does not stop the others, because each writes a file of its own. After
 * a cancel, the remaining steps count as cancelled. Never rejects because of the outcome of a step.
 */
export async function runRecipe(given: RunRecipeOptions): Promise<RecipeResult> {
  // One time for all steps: midnight may pass before the last one.
  const options: Run = { ...given, now: given.now ?? new Date(), files: new Map() };
  const { recipe, step: only, signal, onStep, onDone } = options;
  const steps: StepOutcome[] = [];
  for (const [index, step] of recipe.steps.entries()) {
    if (only !== undefined && index !== only) {
      continue;
    }
    if (!signal.aborted) {
      onStep?.(index, step);
    }
    const { outcome, ...told } = await outcomeOf(options, index, step);
    steps.push(outcome);
    onDone?.(index, outcome, told);
  }
  return { steps };
}

async function outcomeOf(
  options: Run,
  index: number,
  step: RecipeStep,
): Promise<StepTold & { readonly outcome: StepOutcome }> {
  const { signal } = options;
  try {
    if (signal.aborted) {
      throw cancelled();
    }
    const {
      result,
      failure,
      warnings = [],
    } = await stepKinds[step.kind].run(step, contextOf(options, index, step));
    return failure
      ? {
          outcome: { ok: false, result, error: errorOf(options, failure) },
          error: failure,
          warnings,
        }
      : { outcome: { ok: true, result }, warnings };
  } catch (thrown) {
    const error = signal.aborted && !isCancelled(thrown) ? cancelled() : thrown;
    return { outcome: { ok: false, error: errorOf(options, error) }, error, warnings: [] };
  }
}

function errorOf({ host }: RunRecipeOptions, error: unknown): NonNullable<StepOutcome["error"]> {
  const code = error instanceof SurveyError ? error.code : "unknown";
  return { code, message: inEnglishOf(host.translations, textOf(error)) };
}

function contextOf(
  { file, host, signal, onProgress, now, files }: Run,
  index: number,
  { dataSpace, survey }: RecipeStep,
): StepContext {
  const values = {
    date: () => localDate(now),
    surveyId: () => survey,
    title: async () => {
      const client = await host.client(dataSpace);
      return labelText((await client.getSurvey(survey, { signal })).label);
    },
  };
  const pathOf = (named: string): Promise<string> => resolvedPath(named, dirname(file), values);
  return {
    host,
    signal,
    onProgress: (progress) => onProgress?.(index, progress),
    pathOf,
    targetOf: async (named) => {
      const path = await pathOf(named);
      checkFree(files, path, index);
      await withFileFaults(path, () => mkdir(dirname(path), { recursive: true }));
      return path;
    },
  };
}

/** Refuses the file of an earlier step. Only now are the titles known, which two surveys may have in common. */
function checkFree(files: Map<string, number>, path: string, index: number): void {
  const earlier = files.get(path);
  if (earlier !== undefined) {
    throw invalidInput(
      "{0} is also the file of step {1}, which ran before. Give one of the two another name, for example with {2}.",
      path,
      earlier + 1,
      "{surveyId}",
    );
  }
  files.set(path, index);
}
