import * as z from "zod";
import { itemFields, responseFields } from "../../export/exportFields.ts";
import { formOf } from "../../export/exportForm.ts";
import { exportRequest, type ExportRequest } from "../../export/exportRequest.ts";
import { customIssue } from "../../model/issueText.ts";
import { rangeContradictions } from "../../recipe/exportSchemas.ts";
import { localPath, pathOrUri } from "../commands/paths.ts";
import { preferredForm } from "./preferredForm.ts";

export const surveyTarget = {
  dataSpace: z.string(),
  surveyId: z.string().min(1),
  file: pathOrUri,
  overwrite: z.boolean().optional(),
};

/** Flat, as in the public contract. Missing parts of a table's form come from the settings, or from `defaultTableForm`. */
const metadataArgument = z.strictObject({
  ...surveyTarget,
  ...itemFields,
  resume: z.boolean().optional(),
});
const responsesArgument = metadataArgument.extend({
  ...responseFields,
  since: pathOrUri.optional(),
});

export const exportResponsesArgument = responsesArgument
  .superRefine(refuseRange)
  .transform((it) => requestOf("responses", it));
export const exportMetadataArgument = metadataArgument
  .superRefine(refuseRange)
  .transform((it) => requestOf("metadata", it));

/** Refuses the contradictions of a range that recipes and the shell refuse, too. */
function refuseRange(argument: object, context: z.RefinementCtx): void {
  for (const { path, text } of rangeContradictions({ ...argument })) {
    context.addIssue(customIssue([...path], text));
  }
}

function requestOf(
  kind: ExportRequest["kind"],
  argument: z.infer<typeof metadataArgument> & Partial<z.infer<typeof responsesArgument>>,
): ExportRequest {
  const { format, file, since } = argument;
  return exportRequest.parse({
    ...argument,
    kind,
    query: argument,
    file: localPath(file),
    form: formOf(format, argument, preferredForm()),
    since: since && localPath(since),
  });
}

const allSurveys = exportRequest.pick({
  query: true,
  format: true,
  form: true,
  codebook: true,
  overwrite: true,
});

export const exportSurveysArgument = metadataArgument
  .omit({ dataSpace: true, surveyId: true, file: true, filter: true, resume: true, verify: true })
  .extend({
    surveys: z
      .array(z.strictObject({ dataSpace: z.string(), surveyId: z.string().min(1) }))
      .min(1)
      .readonly(),
    directory: pathOrUri,
  })
  .superRefine(refuseRange)
  .transform(({ surveys, directory, ...it }) => ({
    ...allSurveys.parse({ ...it, query: it, form: formOf(it.format, it, preferredForm()) }),
    surveys,
    directory: localPath(directory),
  }));
