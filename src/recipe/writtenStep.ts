import { dirname, isAbsolute, join, relative, sep } from "node:path";
import type { ExportRequest } from "../export/exportRequest.ts";
import { fileName } from "../export/fileName.ts";
import { optionsOf } from "../formats/kinds/formats.ts";
import { invalidInput } from "../model/errors.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import { defaultTableForm } from "../model/tabular/tableForm.ts";
import { recipeSchema, type WrittenRecipe } from "./recipeSchema.ts";

export type WrittenStep = WrittenRecipe["steps"][number];
type FileStep = Extract<WrittenStep, { file: string }>;

/** `Omit` of each member, so that a union stays one. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A step whose recipe file is not known yet. */
export interface StepDraft {
  readonly fields: Without<FileStep, "file" | "since">;
  /** Absolute path of the file that it writes, or the name of a file beside the recipe. */
  readonly file: string;
  /** Absolute path. */
  readonly since?: string | undefined;
}

/** Returns a step that writes what the export does. It names every choice, because defaults may be others elsewhere. */
export function exportDraft(
  request: ExportRequest,
  missingCodes: MissingCodes | undefined,
): StepDraft {
  const { kind, dataSpace, surveyId, format, form = defaultTableForm, codebook, query } = request;
  const { file, since, fresh, verify } = request;
  const options = optionsOf(format);
  const chosen = { ...form, codebook };
  const fields = {
    kind: kind === "responses" ? "export" : "metadata",
    dataSpace,
    survey: surveyId,
    format,
    ...query,
    ...Object.fromEntries(options.map((it) => [it, chosen[it]])),
    missingCodes: options.length > 0 ? missingCodes : undefined,
    // An export with `since` always reads into a copy of its own.
    fresh: kind === "responses" && since === undefined ? fresh : undefined,
    verify: verify === true ? true : undefined,
    overwrite: true,
  } as const;
  return { fields, file, since };
}

/** Returns the step as it stands in the recipe, with paths relative to it. @param recipe absolute path */
export function writtenStep({ fields, file, since }: StepDraft, recipe: string): WrittenStep {
  const { kind, dataSpace, survey, ...others } = fields;
  const step = {
    kind,
    dataSpace,
    survey,
    file: namedFrom(recipe, file),
    ...others,
    since: since && namedFrom(recipe, since),
  };
  // Remove undefined fields.
  const said: unknown = JSON.parse(JSON.stringify(step));
  recipeSchema.parse({ version: 1, steps: [said] });
  return said as WrittenStep;
}

/** Returns the text of a recipe with one step. */
export function newRecipe(step: WrittenStep): string {
  const recipe: WrittenRecipe = { version: 1, steps: [step] };
  return `${JSON.stringify(recipe, undefined, 2)}\n`;
}

/** Makes a file name for a step from any text. Braces are removed, because they would mark placeholders. */
export function stepFileName(text: string, format: string): string {
  return fileName(text.replaceAll(/[{}]/g, ""), format);
}

function namedFrom(recipe: string, file: string): string {
  const folder = dirname(recipe);
  const path = isAbsolute(file) ? file : join(folder, file);
  const named = relative(folder, path).replaceAll(sep, "/");
  if (/[{}]/.test(named)) {
    throw invalidInput(
      "A recipe cannot name {0}: braces stand for placeholders there. Choose another file.",
      file,
    );
  }
  return named;
}
