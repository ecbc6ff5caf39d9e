import * as z from "zod";
import { missingKinds, type ContentFilter } from "./responseFilter.ts";

/*
 * Filters as they come from outside: from panels, commands, journals and manifests. Webviews must not import this file: zod
 * does not run under their CSP.
 */

const columnName = {
  kind: z.enum(["metadata", "variable", "embedded"]),
  name: z.string(),
  rank: z.number().optional(),
};

const bound = z.number().optional();

/** The fields of a ContentFilter. */
export const contentFilterFields = {
  duration: z.strictObject({ atLeast: bound, atMost: bound }).optional(),
  conditions: z
    .array(
      z.discriminatedUnion("is", [
        z
          .strictObject({
            ...columnName,
            is: z.literal("oneOf"),
            values: z.array(z.string()).optional(),
            missing: z.array(z.enum(missingKinds)).optional(),
          })
          .refine(
            ({ values, missing }) => (values ?? missing) !== undefined,
            "must have values, or missing",
          )
          .transform(({ values = [], missing = [], ...it }) => ({ ...it, values, missing })),
        z
          .strictObject({
            ...columnName,
            is: z.literal("between"),
            atLeast: bound,
            atMost: bound,
            below: bound,
          })
          .refine(
            ({ atLeast, atMost, below }) => (atLeast ?? atMost ?? below) !== undefined,
            "must have a bound",
          ),
        z.strictObject({ ...columnName, is: z.literal("contains"), text: z.string().min(1) }),
      ]),
    )
    .optional(),
};

export const contentFilter: z.ZodType<ContentFilter> = z.strictObject(contentFilterFields);
