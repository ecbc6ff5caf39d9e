import { resolve } from "node:path";
import * as z from "zod";
import { createSurveyClient } from "../../client/surveyClient.ts";
import { exportSurvey } from "../../export/exportSurvey.ts";
import { localizable } from "../../model/localizable.ts";
import { decodedOptions } from "../options.ts";
import { connectionFields, fileFields, type ShellCommand } from "../shellCommand.ts";
import { clientOptions } from "../shellHost.ts";
import { spaceOf } from "../spaces.ts";
import { exits } from "../usage.ts";

const fields = { ...connectionFields, ...fileFields };
const schema = z.strictObject(fields);

export const command: ShellCommand = {
  fields,
  example: "structure --url https://api.example.com --survey S1 --out S1.json",
  run: async (values, context) => {
    const { survey: surveyId, out, overwrite, ...space } = decodedOptions(schema, values);
    const { output, signal, toolVersion } = context;
    const client = createSurveyClient(clientOptions(await spaceOf(space, context)));
    output.note(localizable("Exporting the structure of {0}", surveyId));
    const file = resolve(out);
    const result = await exportSurvey({ client, surveyId, file, overwrite, signal, toolVersion });
    output.result(result, [localizable("Exported survey structure to {0}.", file)]);
    return exits.done;
  },
};
