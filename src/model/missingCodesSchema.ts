import * as z from "zod";
import type { MissingCodes } from "./missingCodes.ts";

const codes = z.array(z.string().min(1));

/** As it comes from storage, or from a manifest. */
export const missingCodesSchema: z.ZodType<MissingCodes> = z.object({
  survey: codes,
  questions: z.array(z.object({ name: z.string(), rank: z.number().optional(), codes })),
});
