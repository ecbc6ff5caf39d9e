import * as z from "zod";
import { exportFormats } from "../formats/kinds/formats.ts";
import { codebookFormats } from "../model/tabular/tableForm.ts";
import { tableFormSchema } from "../model/tabular/tableFormSchema.ts";
import { readQuery } from "../reader/readQuery.ts";
import { freshness } from "./fresh.ts";

/** A request for an export. The list of exports keeps it, and the manifest repeats it. */
export const exportRequest = z.object({
  dataSpace: z.string(),
  surveyId: z.string(),
  /** Label of the survey, if it is known already. */
  label: z.string().optional(),
  kind: z.enum(["responses", "metadata"]),
  query: readQuery,
  /** Absolute path of the file to write. */
  file: z.string(),
  format: z.enum(exportFormats),
  /** How responses become a table; for table formats only. Default: the plain form. */
  form: tableFormSchema.optional(),
  /** Format of a codebook to write beside the table; undefined: none. */
  codebook: z.enum(codebookFormats).optional(),
  /**
   * What is asked of the service. Default: "all". Only the survey's own copy can be brought up to date, or be used as it is.
   */
  fresh: z.enum(freshness).optional(),
  /** Path of the manifest of an earlier export of the same. Only what has come since then is exported. */
  since: z.string().optional(),
  /** Replace the file if there is one. It stays unchanged until the export is complete. */
  overwrite: z.boolean().optional(),
  /** Continue what an earlier, unfinished export of the same left beside the file. Default: begin anew. */
  resume: z.boolean().optional(),
  /** Compare the file with the data space when it is written. */
  verify: z.boolean().optional(),
});
export type ExportRequest = Readonly<z.infer<typeof exportRequest>>;
