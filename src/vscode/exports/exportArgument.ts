import * as z from "zod";
import { freshness } from "../../export/fresh.ts";
import { contentFilter } from "../../model/filterSchema.ts";
import { exportFormats } from "../../formats/kinds/formats.ts";
import { codebookFormats } from "../../model/tabular/tableForm.ts";
import { tableFormSchema } from "../../model/tabular/tableFormSchema.ts";
import { isDateTime } from "../../model/time.ts";
import { pathOrUri } from "../commands/paths.ts";

const time = z.string().refine(isDateTime, "must be a time like 2025-03-01T09:00:00");

export const surveyTarget = {
  dataSpace: z.string(),
  surveyId: z.string().min(1),
  file: pathOrUri,
  overwrite: z.boolean().optional(),
};

/** How responses become a table, of formats that are one. What is absent is as the settings say, or as `plainForm`. */
const form = {
  ...tableFormSchema.partial().shape,
  /** Of a codebook to write beside the file. */
  codebook: z.enum(codebookFormats).optional(),
};

export const exportMetadataArgument = z.strictObject({
  ...surveyTarget,
  ...form,
  startDateTime: time.optional(),
  endDateTime: time.optional(),
  format: z.enum(exportFormats, { error: `must be one of ${exportFormats.join(", ")}` }),
  filter: contentFilter.optional(),
  resume: z.boolean().optional(),
  verify: z.boolean().optional(),
});
export const exportResponsesArgument = z.strictObject({
  ...exportMetadataArgument.shape,
  collectGroupId: z.string().min(1).optional(),
  variables: z.array(z.string().min(1)).readonly().optional(),
  embeddedData: z.array(z.string().min(1)).readonly().optional(),
  parameterField: z.enum(["ANSWERS", "PARAMETERS"]).optional(),
  since: pathOrUri.optional(),
  fresh: z.enum(freshness, { error: `must be one of ${freshness.join(", ")}` }).optional(),
});
/** `label` is what a person clicked on; callers of the contract do not give it. */
export type ExportArgument = z.infer<typeof exportResponsesArgument> & {
  readonly label?: string | undefined;
};
