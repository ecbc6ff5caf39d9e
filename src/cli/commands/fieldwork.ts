import { fieldworkTables } from "../../charts/fieldworkFigures.ts";
import { tableMarkdown } from "../../charts/tableText.ts";
import { createSurveyClient } from "../../client/surveyClient.ts";
import { fieldworkJob } from "../../jobs/fieldworkJob.ts";
import { localizable } from "../../model/localizable.ts";
import { connectionFields, surveyField, shellCommand } from "../shellCommand.ts";
import { clientOptions } from "../shellHost.ts";
import { spaceOf } from "../spaces.ts";

const fields = { ...connectionFields, ...surveyField };

export const command = shellCommand({
  fields,
  example: "fieldwork --url https://api.example.com --survey S1",
  run: async ({ survey: surveyId, ...space }, context) => {
    const { output, signal } = context;
    const client = createSurveyClient(clientOptions(await spaceOf(space, context)));
    output.note(localizable("Loading the fieldwork of {0}", surveyId));
    const progress = output.progress();
    const fieldwork = await fieldworkJob({
      client,
      surveyId,
      signal,
      onProgress: (responses, share) => progress({ responses, share }),
    });
    output.text({ surveyId, ...fieldwork }, () =>
      tableMarkdown(fieldworkTables(fieldwork, output.words)),
    );
  },
});
