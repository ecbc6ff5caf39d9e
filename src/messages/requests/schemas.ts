import * as z from "zod";
import type { ColumnLayout } from "../../model/columnLayout.ts";
import { crossMeasures } from "../../model/crossTable.ts";
import { contentFilterFields } from "../../model/filterSchema.ts";
import type { ResponseFilter } from "../../model/responseFilter.ts";
import type { Sort } from "../../model/responseView.ts";
import { summaryBases } from "../../model/summary.ts";
import { isDateTime } from "../../model/time.ts";
import { fieldworkIntervals, type FieldworkView } from "../fieldwork.ts";
import { responsesTabs } from "../responses.ts";
import type { SummaryView } from "../summary.ts";

export const id = z.string().min(1).max(1000);
/** Key of a column. It contains a name that the service sends, which may be long. */
export const key = z.string().min(1);
export const position = z.int().nonnegative();
const time = z.string().refine(isDateTime);

export const responseFilter: z.ZodType<ResponseFilter> = z.strictObject({
  startDateTime: time.optional(),
  endDateTime: time.optional(),
  collectGroupId: id.optional(),
  ...contentFilterFields,
});

export const responseSort: z.ZodType<Sort> = z.strictObject({
  column: key,
  direction: z.enum(["ascending", "descending"]),
});

export const columnLayout: z.ZodType<ColumnLayout> = z.strictObject({
  order: z.array(key),
  hidden: z.array(key),
  widths: z.record(key, z.number().positive()),
  frozen: z.int().nonnegative(),
});

export const responsesTab = z.enum(responsesTabs);

export const summaryView: z.ZodType<SummaryView> = z.strictObject({
  base: z.enum(summaryBases),
  weight: key.optional(),
  split: key.optional(),
  measure: z.enum(crossMeasures).optional(),
  statistics: z.record(key, z.boolean()).optional(),
  asTables: z.boolean(),
  compared: responseFilter.optional(),
  headerBars: z.boolean(),
});

export const fieldworkView: z.ZodType<FieldworkView> = z.strictObject({
  scope: z.strictObject({
    collectGroupId: id.optional(),
    day: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .optional(),
  }),
  rule: z.strictObject({ share: z.number().gt(0).lt(1) }),
  interval: z.literal(fieldworkIntervals),
});
