import { resolve } from "node:path";
import { createSurveyClient } from "../../client/surveyClient.ts";
import { exportSurvey } from "../../export/exportSurvey.ts";
import { localizable } from "../../model/localizable.ts";
import { connectionFields, fileFields, shellCommand } from "../shellCommand.ts";
import { clientOptions } from "../shellHost.ts";
import { spaceOf } from "../spaces.ts";

const fields = { ...connectionFields, ...fileFields };

export const command = shellCommand({
  fields,
  example: "structure --url https://api.example.com --survey S1 --out S1.json",
  run: async ({ survey: surveyId, out, overwrite, ...space }, context) => {
    const { output, signal, toolVersion } = context;
    const client = createSurveyClient(clientOptions(await spaceOf(space, context)));
    output.note(localizable("Exporting the structure of {0}", surveyId));
    const file = resolve(out);
    const result = await exportSurvey({ client, surveyId, file, overwrite, signal, toolVersion });
    output.result(result, [localizable("Exported survey structure to {0}.", file)]);
  },
});
