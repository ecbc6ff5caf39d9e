import * as z from "zod";
import { createSurveyClient } from "../../client/surveyClient.ts";
import type { SurveySummary } from "../../model/survey.ts";
import { connectionFields, shellCommand } from "../shellCommand.ts";
import { clientOptions } from "../shellHost.ts";
import { spaceOf } from "../spaces.ts";
import { localizable } from "../../model/localizable.ts";

const fields = {
  ...connectionFields,
  running: z.boolean().optional().describe(localizable("Only surveys that are running.").text),
};

export const command = shellCommand({
  fields,
  example: "surveys --url https://api.example.com",
  run: async ({ running, ...space }, context) => {
    const client = createSurveyClient(clientOptions(await spaceOf(space, context)));
    const surveys: SurveySummary[] = [];
    for await (const it of client.listSurveys({ running, signal: context.signal })) {
      surveys.push(it);
    }
    context.output.rows(
      surveys,
      surveys.map((it) => [it.surveyId, it.label]),
    );
  },
});
