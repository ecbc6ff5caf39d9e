import * as z from "zod";
import { freshness } from "../../export/fresh.ts";
import { contentFilter } from "../../model/filterSchema.ts";
import { exportRequest, type ExportRequest } from "../../export/exportRequest.ts";
import { exportFormats } from "../../formats/kinds/formats.ts";
import { tableFormSchema } from "../../model/tabular/tableFormSchema.ts";
import { isDateTime } from "../../model/time.ts";
import { readQuery } from "../../reader/readQuery.ts";
import { localPath, pathOrUri } from "../commands/paths.ts";
import { formOf } from "./exportForm.ts";

const time = z.string().refine(isDateTime, "must be a time like 2025-03-01T09:00:00");

export const surveyTarget = {
  dataSpace: z.string(),
  surveyId: z.string().min(1),
  file: pathOrUri,
  overwrite: z.boolean().optional(),
};

/** As the contract has it: flat. */
const responsesArgument = z.strictObject({
  ...surveyTarget,
  /** How responses become a table, of formats that are one. What is absent is as the settings say, or as `plainForm`. */
  ...tableFormSchema.partial().shape,
  codebook: exportRequest.shape.codebook,
  startDateTime: time.optional(),
  endDateTime: time.optional(),
  format: z.enum(exportFormats, { error: `must be one of ${exportFormats.join(", ")}` }),
  filter: contentFilter.optional(),
  resume: z.boolean().optional(),
  verify: z.boolean().optional(),
  collectGroupId: z.string().min(1).optional(),
  variables: z.array(z.string().min(1)).readonly().optional(),
  embeddedData: z.array(z.string().min(1)).readonly().optional(),
  parameterField: readQuery.shape.parameterField,
  since: pathOrUri.optional(),
  fresh: z.enum(freshness, { error: `must be one of ${freshness.join(", ")}` }).optional(),
});
const metadataArgument = responsesArgument.omit({
  collectGroupId: true,
  variables: true,
  embeddedData: true,
  parameterField: true,
  since: true,
  fresh: true,
});

export const exportResponsesArgument = responsesArgument.transform((it) =>
  requestOf("responses", it),
);
export const exportMetadataArgument = metadataArgument.transform((it) => requestOf("metadata", it));

function requestOf(
  kind: ExportRequest["kind"],
  argument: z.infer<typeof responsesArgument>,
): ExportRequest {
  const { format, file, since } = argument;
  return exportRequest.parse({
    ...argument,
    kind,
    query: argument,
    file: localPath(file),
    form: formOf(format, argument),
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
  .transform(({ surveys, directory, ...it }) => ({
    ...allSurveys.parse({ ...it, query: it, form: formOf(it.format, it) }),
    surveys,
    directory: localPath(directory),
  }));
