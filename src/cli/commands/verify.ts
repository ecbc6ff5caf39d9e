import { resolve } from "node:path";
import * as z from "zod";
import { publicVerification } from "../../export/publicResult.ts";
import { comparisonText } from "../../jobs/comparisonText.ts";
import { localizable } from "../../model/localizable.ts";
import { verifyJob } from "../../jobs/verifyJob.ts";
import { connectionFields, copiesField, shellCommand } from "../shellCommand.ts";
import { spaceOf } from "../spaces.ts";
import { exits } from "../usage.ts";

const fields = {
  ...connectionFields,
  repair: z
    .boolean()
    .optional()
    .describe(localizable("Load what differs again, and replace the file.").text),
  ...copiesField,
  file: z.string().min(1),
};

export const command = shellCommand({
  argument: "file",
  fields,
  example: "verify S1.csv --url https://api.example.com",
  run: async ({ file: named, repair, copies, ...asked }, context) => {
    const { output, signal } = context;
    const space = await spaceOf(asked, context);
    const file = resolve(named);
    output.note(localizable("Verifying {0}", file));
    const host = await context.host([space], copies);
    const job = { dataSpace: space.name, file, repair, signal, onProgress: output.progress() };
    const found = await verifyJob(host, job);
    output.result(publicVerification(found), [comparisonText(file, found)]);
    return found.ok ? exits.done : exits.differs;
  },
});
