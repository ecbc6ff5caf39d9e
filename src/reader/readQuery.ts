import * as z from "zod";
import { contentFilter } from "../model/filterSchema.ts";

const text = z.string().optional();
const names = z.array(z.string()).readonly().optional();

/**
 * Which responses to read; the range is (start, end] on submission time. Versions that do not support a field throw
 * "not-in-version".
 */
export const readQuery = z.object({
  startDateTime: text,
  endDateTime: text,
  /** The API has no such filter: responses of other groups are read and left out. */
  collectGroupId: text,
  /** v3, responses only. Names of the variables to request. */
  variables: names,
  /** v3, responses only. Names of the embedded data to request. */
  embeddedData: names,
  /** v2, responses only. Where the service puts parameters. */
  parameterField: z.enum(["ANSWERS", "PARAMETERS"]).optional(),
  /** Filter on answers and on duration. The API has none: other responses are read and left out. */
  filter: contentFilter.optional(),
});
export type ReadQuery = Readonly<z.infer<typeof readQuery>>;
