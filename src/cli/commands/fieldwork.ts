import * as z from "zod";
import { fieldworkTables } from "../../charts/fieldworkFigures.ts";
import { tableMarkdown } from "../../charts/tableText.ts";
import { createSurveyClient } from "../../client/surveyClient.ts";
import { fieldworkJob } from "../../jobs/fieldworkJob.ts";
import { localizable } from "../../model/localizable.ts";
import { decodedOptions } from "../options.ts";
import { connectionFields, surveyField, type ShellCommand } from "../shellCommand.ts";
import { clientOptions } from "../shellHost.ts";
import { spaceOf } from "../spaces.ts";
import { exits } from "../usage.ts";

const fields = { ...connectionFields, ...surveyField };
const schema = z.strictObject(fields);

export const command: ShellCommand = {
  fields,
  example: "fieldwork --url https://api.example.com --survey S1",
  run: async (values, context) => {
    const { survey: surveyId, ...space } = decodedOptions(schema, values);
    const { output, signal } = context;
    const client = createSurveyClient(clientOptions(await spaceOf(space, context)));
    output.note(localizable("Reading the fieldwork of {0}", surveyId));
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
    return exits.done;
  },
};
