import { resolve } from "node:path";
import * as z from "zod";
import { formOf } from "../export/exportForm.ts";
import { exportRequest, type ExportRequest } from "../export/exportRequest.ts";
import { comparisonText } from "../jobs/comparisonText.ts";
import { exportJob } from "../jobs/exportJob.ts";
import { publicExport, publicVerification } from "../export/publicResult.ts";
import { verifyJob } from "../jobs/verifyJob.ts";
import { localizable, plural } from "../model/localizable.ts";
import { exportContradictions, exportSchema, metadataSchema } from "../recipe/exportSchemas.ts";
import type { ItemKind } from "../client/queries.ts";
import { checkContradictions } from "./contradictions.ts";
import { decodedOptions } from "./options.ts";
import {
  connectionFields,
  copiesField,
  fileFields,
  filterHelp,
  type ShellCommand,
} from "./shellCommand.ts";
import { spaceOf } from "./spaces.ts";
import { exits } from "./usage.ts";

const resume = z
  .boolean()
  .optional()
  .describe(localizable("Continue an unfinished export of the same.").text);

/** The fields of a recipe's step, except those that the command line has under other names (`--url`, `--out`, …). */
const { kind: _kind, dataSpace: _space, survey: _survey, file: _file, ...own } = exportSchema.shape;
const { filter, missingCodes } = own;
const responseFields = {
  ...connectionFields,
  ...fileFields,
  resume,
  ...own,
  filter: filter.describe(filterHelp),
  missingCodes: missingCodes.describe(
    localizable(
      'For tables: codes that are no answers, such as {"survey": ["99"], "questions": [{"name": "Q1", "codes": ["8"]}]}.',
    ).text,
  ),
  copies: copiesField.copies.describe(
    localizable("Folder that keeps copies of surveys, which --fresh new and none need.").text,
  ),
};
const offered = {
  responses: Object.keys(exportSchema.shape),
  metadata: Object.keys(metadataSchema.shape),
};
const schema = z.strictObject(responseFields);

/** Makes the command that exports responses or their metadata. */
export function exportCommand(kind: ItemKind, example: string): ShellCommand {
  const fields = Object.fromEntries(
    Object.entries(responseFields).filter(
      ([name]) => !Object.hasOwn(own, name) || offered[kind].includes(name),
    ),
  );
  return {
    // Metadata are not read from copies of surveys: without a description, the help leaves the option out.
    fields: kind === "metadata" ? { ...fields, copies: z.string().optional() } : fields,
    example,
    run: async (values, context) => {
      const check = (raw: Readonly<Record<string, unknown>>) => exportContradictions(kind, raw);
      const asked = decodedOptions(schema, checkContradictions(values, check));
      const { survey: surveyId, out, missingCodes, copies, verify } = asked;
      const { output, signal } = context;
      const space = await spaceOf(asked, context);
      const file = resolve(out);
      const dataSpace = space.name;
      output.note(
        kind === "responses"
          ? localizable("Exporting the responses of {0}", surveyId)
          : localizable("Exporting the response metadata of {0}", surveyId),
      );
      const host = await context.host([space], copies);
      const request = requestOf(kind, dataSpace, asked);
      const exported = await exportJob(host, {
        request,
        missingCodes,
        signal,
        onProgress: output.progress(),
      });
      const result = publicExport(exported, output.words);
      const done = plural(
        exported.responses,
        {
          one: "Exported {0} response to {1}.",
          other: "Exported {0} responses to {1}.",
        },
        file,
      );
      const said = [done, ...exported.warningTexts];
      if (verify !== true) {
        output.result(result, said);
        return exits.done;
      }
      const onProgress = output.progress();
      const found = await verifyJob(host, { dataSpace, file, signal, onProgress });
      output.result({ ...result, verification: publicVerification(found) }, [
        ...said,
        comparisonText(file, found),
      ]);
      return found.ok ? exits.done : exits.differs;
    },
  };
}

/** Uses the plain form for options that are not given, so that a command writes the same file on every machine. */
function requestOf(
  kind: ItemKind,
  dataSpace: string,
  asked: z.infer<typeof schema>,
): ExportRequest {
  return exportRequest.parse({
    ...asked,
    dataSpace,
    surveyId: asked.survey,
    kind,
    query: asked,
    file: resolve(asked.out),
    form: formOf(asked.format, asked),
    since: asked.since && resolve(asked.since),
  });
}
