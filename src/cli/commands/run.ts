import { resolve } from "node:path";
import * as z from "zod";
import { isCancelled, textOf } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import { readRecipeFile, stepAt } from "../../recipe/recipe.ts";
import { runRecipe } from "../../recipe/runRecipe.ts";
import { connectionFields, copiesField, shellCommand } from "../shellCommand.ts";
import { spacesFor } from "../spaces.ts";
import { exits } from "../usage.ts";

const fields = {
  ...connectionFields,
  dataSpace: z
    .array(z.string())
    .optional()
    .describe(
      localizable(
        "NAME=URL, or NAME=URL#v2: the address of a data space that the recipe names. Its variables may end with its name: SURVEY_EXPLORER_API_KEY_NAME, SURVEY_EXPLORER_SPACE_ID_NAME, SURVEY_EXPLORER_CA_NAME.",
      ).text,
    ),
  step: z
    .string()
    .regex(/^[1-9]\d*$/, localizable("must be a number from 1").text)
    .optional()
    .describe(localizable("Number of the only step to run, from 1.").text),
  ...copiesField,
  recipe: z.string().min(1),
};

export const command = shellCommand({
  argument: "recipe",
  fields,
  example: "run nightly.survey-recipe.json --url https://api.example.com",
  run: async (asked, context) => {
    const { output, signal } = context;
    const file = resolve(asked.recipe);
    const unchecked = await readRecipeFile(file, []);
    const step = asked.step === undefined ? undefined : Number(asked.step) - 1;
    const wanted = step === undefined ? unchecked.steps : [stepAt(unchecked, step)];
    const names = [...new Set(wanted.map((it) => it.dataSpace))];
    const spaces = await spacesFor(names, asked, context);
    const secrets = spaces.flatMap(({ credentials: { spaceId, apiKey } }) => [spaceId, apiKey]);
    const recipe = await readRecipeFile(file, secrets);
    const host = await context.host(spaces, asked.copies);
    const all = recipe.steps.length;
    let progress = output.progress();
    const errors: unknown[] = [];
    const result = await runRecipe({
      file,
      recipe,
      step,
      host,
      signal,
      onStep: (index, { kind, survey }) => {
        output.note(localizable("Step {0} of {1}: {2}, {3}", index + 1, all, kind, survey));
        progress = output.progress();
      },
      onProgress: (_, facts) => progress(facts),
      onDone: (index, { ok }, { error, warnings }) => {
        output.endProgress();
        warnings.forEach((it) => output.note(it));
        if (!ok) {
          errors.push(error);
          output.note(localizable("Step {0} failed: {1}", index + 1, textOf(error)));
        }
      },
    });
    output.result(result, [
      localizable(
        "{0} of {1} steps done.",
        result.steps.length - errors.length,
        result.steps.length,
      ),
    ]);
    if (errors.some(isCancelled)) {
      return exits.cancelled;
    }
    return errors.length > 0 ? exits.failed : exits.done;
  },
});
