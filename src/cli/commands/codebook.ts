import { resolve } from "node:path";
import { writeTextFile } from "../../export/textFile.ts";
import { codebookJob } from "../../jobs/codebookJob.ts";
import { localizable } from "../../model/localizable.ts";
import { codebookSchema, ofPreset } from "../../recipe/otherSchemas.ts";
import { connectionFields, fileFields, shellCommand } from "../shellCommand.ts";
import { spaceOf } from "../spaces.ts";

const { format, preset, layout, cells } = codebookSchema.shape;
const fields = { ...connectionFields, ...fileFields, format, preset, layout, cells };

export const command = shellCommand({
  fields,
  example: "codebook --url https://api.example.com --survey S1 --format md --out S1.md",
  contradictions: ofPreset,
  run: async (asked, context) => {
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
  },
});
