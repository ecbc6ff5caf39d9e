import * as z from "zod";
import { exportFormats } from "../formats/kinds/formats.ts";
import { codebookFormats } from "../model/tabular/tableForm.ts";
import { tableFormSchema } from "../model/tabular/tableFormSchema.ts";
import { readQuery } from "../reader/readQuery.ts";
import { freshness } from "./fresh.ts";

/** What is asked for, from a command's argument to the file: the list of exports keeps it, and the manifest tells it. */
export const exportRequest = z.object({
  dataSpace: z.string(),
  surveyId: z.string(),
  /** Of the survey, where it is known already. */
  label: z.string().optional(),
  kind: z.enum(["responses", "metadata"]),
  query: readQuery,
  /** Absolute path of the file to write. */
  file: z.string(),
  format: z.enum(exportFormats),
  /** How responses become a table: of formats that are one; absent: the plain one. */
  form: tableFormSchema.optional(),
  /** To be written beside the table. */
  codebook: z.enum(codebookFormats).optional(),
  /** What is asked of the service; "all" where absent. Only the survey's own copy can be brought up to date, or be used as it is. */
  fresh: z.enum(freshness).optional(),
  /** Path of the manifest of an earlier export of the same: what has come since then is exported. */
  since: z.string().optional(),
  /** Replace the file if there is one; it stays as it is until the export is complete. */
  overwrite: z.boolean().optional(),
  /** Continue what an earlier, unfinished export of the same left beside the file; otherwise that is begun anew. */
  resume: z.boolean().optional(),
  /** Compare the file with the data space when it is written. */
  verify: z.boolean().optional(),
});
export type ExportRequest = Readonly<z.infer<typeof exportRequest>>;
