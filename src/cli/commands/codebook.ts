import { resolve } from "node:path";
import * as z from "zod";
import { writeTextFile } from "../../export/textFile.ts";
import { codebookJob } from "../../jobs/codebookJob.ts";
import { localizable } from "../../model/localizable.ts";
import { codebookSchema, ofPreset } from "../../recipe/otherSchemas.ts";
import { decodedOptions } from "../options.ts";
import { connectionFields, fileFields, type ShellCommand } from "../shellCommand.ts";
import { spaceOf } from "../spaces.ts";
import { exits } from "../usage.ts";
import { checkContradictions } from "../contradictions.ts";

const { format, preset, layout, cells } = codebookSchema.shape;
const fields = { ...connectionFields, ...fileFields, format, preset, layout, cells };
const schema = z.strictObject(fields);

export const command: ShellCommand = {
  fields,
  example: "codebook --url https://api.example.com --survey S1 --format md --out S1.md",
  run: async (values, context) => {
    const asked = decodedOptions(schema, checkContradictions(values, ofPreset));
    const { survey: surveyId, out, overwrite = false } = asked;
    const { output, signal } = context;
    const space = await spaceOf(asked, context);
    output.note(localizable("Exporting the codebook of {0}", surveyId));
    const file = resolve(out);
    const host = await context.host([space]);
    const bytes = await writeTextFile(file, overwrite, () =>
      codebookJob(host, {
        dataSpace: space.name,
        surveyId,
        format: asked.format,
        preset: asked.preset,
        preferred: asked,
        signal,
      }),
    );
    output.result({ file, bytes }, [localizable("Exported codebook to {0}.", file)]);
    return exits.done;
  },
};
