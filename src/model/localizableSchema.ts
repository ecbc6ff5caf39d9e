import * as z from "zod";
import type { LocalizableText } from "./localizable.ts";
import { lazy } from "./lazy.ts";

/** A text written by another process, or by an earlier run of the extension. */
export const localizableText = lazy((): z.ZodType<LocalizableText> =>
  z.object({
    text: z.string(),
    words: z.array(z.union([z.string(), z.number(), z.lazy(() => localizableText())])),
  }),
);
