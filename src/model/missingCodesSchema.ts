import * as z from "zod";
import type { MissingCodes } from "./missingCodes.ts";
import { lazy } from "./lazy.ts";

/** Missing codes as they come from storage or from a manifest. */
export const missingCodesSchema = lazy((): z.ZodType<MissingCodes> => {
  const codes = z.array(z.string().min(1));
  return z.object({
    survey: codes,
    questions: z.array(z.object({ name: z.string(), rank: z.number().optional(), codes })),
  });
});
