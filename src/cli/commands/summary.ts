import { resolve } from "node:path";
import { writeTextFile } from "../../export/textFile.ts";
import { reportJob } from "../../jobs/reportJob.ts";
import { localizable } from "../../model/localizable.ts";
import { summaryFields } from "../../reports/summarySubject.ts";
import {
  connectionFields,
  copiesField,
  fileFields,
  filterHelp,
  shellCommand,
} from "../shellCommand.ts";
import { spaceOf } from "../spaces.ts";

const fields = {
  ...connectionFields,
  ...fileFields,
  ...summaryFields,
  filter: summaryFields.filter.describe(filterHelp),
  ...copiesField,
};

export const command = shellCommand({
  fields,
  example: "summary --url https://api.example.com --survey S1 --format html --out S1.html",
  run: async (asked, context) => {
    const { survey: surveyId, out, overwrite = false, copies } = asked;
    const { output, signal } = context;
    const space = await spaceOf(asked, context);
    output.note(localizable("Exporting the summary of {0}", surveyId));
    const file = resolve(out);
    const host = await context.host([space], copies);
    const progress = output.progress();
    const bytes = await writeTextFile(file, overwrite, () =>
      reportJob(host, {
        dataSpace: space.name,
        surveyId,
        asked,
        signal,
        onLoaded: (responses) => progress({ step: localizable("loading"), responses }),
        onColumns: (columns, all) =>
          progress({ step: localizable("{0} of {1} columns", columns, all) }),
      }),
    );
    output.result({ file, bytes }, [localizable("Exported summary to {0}.", file)]);
  },
});
