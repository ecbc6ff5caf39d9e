import * as z from "zod";
import type { MissingCodes } from "./missingCodes.ts";
import { once } from "./once.ts";

/** Missing codes as they come from storage or from a manifest. */
export const missingCodesSchema = once((): z.ZodType<MissingCodes> => {
  const codes = z.array(z.string().min(1));
  return z.object({
    survey: codes,
    questions: z.array(z.object({ name: z.string(), rank: z.number().optional(), codes })),
  });
});
