import { basename } from "node:path";
import * as z from "zod";
import { localizable } from "../model/localizable.ts";
import { answerText, markdownTable, inlineText, shortLabel } from "./answerText.ts";
import { defineTool } from "./toolJob.ts";

const input = {
  file: z
    .string()
    .min(1)
    .max(4000)
    .describe(
      "Path of the recipe, a file that ends in .survey-recipe.json, absolute or in the workspace.",
    ),
  step: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe("Number of one step of the recipe, from 1 on. Leave it out to run all."),
};

/** Results of the recipe's steps, as `surveyExplorer.runRecipe` returns them. */
const outcome = z.looseObject({
  steps: z.array(
    z.looseObject({
      ok: z.boolean(),
      error: z.unknown().optional(),
      result: z
        .looseObject({ file: z.string().optional(), directory: z.string().optional() })
        .optional(),
    }),
  ),
});

export const runRecipe = defineTool({
  name: "run_recipe",
  title: localizable("Run a Recipe"),
  summary: localizable(
    "Exports, codebooks and reports that a recipe file describes, written to files.",
  ),
  description:
    "Runs a recipe that the person has written: exports, codebooks, summaries and reports go into files on their machine. Use it where the " +
    "person asks to export, or names a recipe. It tells which files were written and what failed, not what is in them.",
  icon: "play",
  level: "structure",
  input,
  sharing: ({ file }) =>
    localizable(
      "The recipe {0} is run, and which files it wrote is shared with the assistant.",
      basename(file),
    ),
  tell: async (job, { file, step }) => {
    const done = outcome.parse(
      await job.cancellable(job.host.runRecipe(file, step, job.call.signal)),
    );
    // Counts of responses are left out: they are figures, which this tool may not share.
    const steps = done.steps.map(({ ok, error, result }) => ({
      ok,
      ...(result?.file === undefined ? {} : { file: result.file }),
      ...(result?.directory === undefined ? {} : { directory: result.directory }),
      ...(error === undefined ? {} : { error: shortLabel(messageIn(error)) }),
    }));
    const failed = steps.filter((it) => !it.ok).length;
    const name = inlineText(basename(file));
    return {
      text: answerText(
        step === undefined
          ? failed === 0
            ? `All ${String(steps.length)} steps of ${name} are done.`
            : `${String(failed)} of ${String(steps.length)} steps of ${name} failed.`
          : `Step ${inlineText(step)} of ${name} ${failed === 0 ? "is done" : "failed"}.`,
        markdownTable(
          ["Step", "Outcome", "File"],
          steps.map((it, at) => [
            step ?? String(at + 1),
            it.ok ? "done" : (it.error ?? "failed"),
            it.file ?? it.directory ?? "",
          ]),
          0,
        ),
      ),
      content: { steps },
      what: `Files of the recipe ${basename(file)}`,
    };
  },
});

function messageIn(error: unknown): string {
  const found = z.looseObject({ message: z.string() }).safeParse(error);
  return found.success ? found.data.message : String(error);
}
