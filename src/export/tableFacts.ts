import * as z from "zod";
import { missingCodesSchema } from "../model/missingCodesSchema.ts";
import { textReasons } from "../model/tabular/tableColumn.ts";
import { codebookFormats } from "../model/tabular/tableForm.ts";
import { tableFormSchema } from "../model/tabular/tableFormSchema.ts";
import type { TableFacts } from "./conversion.ts";
import { count } from "./schemas.ts";

const value = z.union([z.string(), z.number()]);

const column = z.object({
  name: z.string(),
  origin: z
    .object({
      kind: z.enum(["metadata", "variable", "embedded"]),
      name: z.string(),
      rank: z.number().optional(),
      part: z.enum(["value", "label", "option", "other", "order"]),
      code: z.string().optional(),
    })
    .optional(),
  label: z.string(),
  type: z.enum(["text", "number"]),
  textReason: z.enum(textReasons).optional(),
  decimals: count,
  width: count,
  measure: z.enum(["nominal", "ordinal", "scale"]),
  isDelimited: z.boolean().optional(),
  labels: z.array(z.object({ value, label: z.string() })),
  missing: z.array(value).optional(),
});

/** Schema of what a manifest says about a table. */
export const tableFacts: z.ZodType<TableFacts> = z.object({
  form: tableFormSchema,
  codebook: z.enum(codebookFormats).optional(),
  columns: z.array(column),
  sets: z.array(z.object({ name: z.string(), label: z.string(), columns: z.array(z.string()) })),
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  unknownCodes: z.array(z.object({ variable: z.string(), code: z.string(), count })),
  missingCodes: missingCodesSchema().optional(),
  rows: count,
  files: z
    .array(z.object({ path: z.string(), bytes: count, rows: count, sha256: z.string() }))
    .optional(),
});
