import * as z from "zod";
import type { FieldSchema } from "./conditions/condition.ts";
import {
  conditionKinds,
  conditionNames,
  type Condition,
  type ConditionKindName,
} from "./conditions/conditions.ts";
import type { ContentFilter } from "./responseFilter.ts";

/*
 * Schemas of filters that come from outside: from panels, commands, journals and manifests. Webviews must not import this
 * file: zod does not run under their CSP.
 */

const columnName = {
  kind: z.enum(["metadata", "variable", "embedded"]),
  name: z.string(),
  rank: z.number().optional(),
};

const bound = z.number().optional();

/** `z.fromJSONSchema` does the same, but brings all of zod with it. */
function fieldSchema(field: FieldSchema): z.ZodType {
  if ("enum" in field) {
    return z.enum(field.enum);
  }
  switch (field.type) {
    case "number":
      return z.number();
    case "array":
      return z.array(fieldSchema(field.items));
    case "string":
      return field.minLength === undefined ? z.string() : z.string().min(field.minLength);
  }
}

function conditionSchema(is: ConditionKindName) {
  const { fields, defaults } = conditionKinds[is];
  const names = Object.keys(fields);
  const types = Object.entries<FieldSchema>(fields);
  return z
    .strictObject({
      ...columnName,
      is: z.literal(is),
      ...Object.fromEntries(types.map(([name, type]) => [name, fieldSchema(type).optional()])),
    })
    .refine(
      (it: Readonly<Record<string, unknown>>) => names.some((name) => it[name] !== undefined),
      `must have ${names.join(", or ")}`,
    )
    .transform((it: Readonly<Record<string, unknown>>) => ({
      ...it,
      ...Object.fromEntries(
        Object.entries(defaults).map(([name, value]) => [name, it[name] ?? value]),
      ),
    }));
}

const [first, ...others] = conditionNames.map(conditionSchema);
if (!first) {
  throw new TypeError("There are no kinds of conditions.");
}
/** The type follows from the fields that `conditionKinds` declares. */
const condition = z.discriminatedUnion("is", [
  first,
  ...others,
]) as z.ZodType as z.ZodType<Condition>;

/** The fields of a ContentFilter. */
export const contentFilterFields = {
  duration: z.strictObject({ atLeast: bound, atMost: bound }).optional(),
  conditions: z.array(condition).optional(),
};

export const contentFilter: z.ZodType<ContentFilter> = z.strictObject(contentFilterFields);
