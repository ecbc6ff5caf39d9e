import * as z from "zod";
import { contentFilter } from "../model/filterSchema.ts";

const text = z.string().optional();
const names = z.array(z.string()).readonly().optional();

/**
 * Which responses to read; the range is (start, end] on submission time. What only some versions can be asked by, others
 * refuse as "not-in-version".
 */
export const readQuery = z.object({
  startDateTime: text,
  endDateTime: text,
  /** The API has no such filter: responses of other groups are read and left out. */
  collectGroupId: text,
  /** v3. Names of the variables to ask for; of responses only. */
  variables: names,
  /** v3. Names of the embedded data to ask for; of responses only. */
  embeddedData: names,
  /** v2. Where parameters are to stand; of responses only. */
  parameterField: z.enum(["ANSWERS", "PARAMETERS"]).optional(),
  /** The API has none for what was answered, and for how long it took, either. */
  filter: contentFilter.optional(),
});
export type ReadQuery = Readonly<z.infer<typeof readQuery>>;
