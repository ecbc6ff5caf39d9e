import * as z from "zod";
import { createSurveyClient } from "../../client/surveyClient.ts";
import type { SurveySummary } from "../../model/survey.ts";
import { decodedOptions } from "../options.ts";
import { connectionFields, type ShellCommand } from "../shellCommand.ts";
import { clientOptions } from "../shellHost.ts";
import { spaceOf } from "../spaces.ts";
import { exits } from "../usage.ts";
import { localizable } from "../../model/localizable.ts";

const fields = {
  ...connectionFields,
  running: z.boolean().optional().describe(localizable("Only surveys that are running.").text),
};
const schema = z.strictObject(fields);

export const command: ShellCommand = {
  fields,
  example: "surveys --url https://api.example.com",
  run: async (values, context) => {
    const { running, ...space } = decodedOptions(schema, values);
    const client = createSurveyClient(clientOptions(await spaceOf(space, context)));
    const surveys: SurveySummary[] = [];
    for await (const it of client.listSurveys({ running, signal: context.signal })) {
      surveys.push(it);
    }
    context.output.rows(
      surveys,
      surveys.map((it) => [it.surveyId, it.label]),
    );
    return exits.done;
  },
};
