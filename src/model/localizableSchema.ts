import * as z from "zod";
import type { LocalizableText } from "./localizable.ts";
import { once } from "./once.ts";

/** A text written by another process, or by an earlier run of the extension. */
export const localizableText = once((): z.ZodType<LocalizableText> =>
  z.object({
    text: z.string(),
    words: z.array(z.union([z.string(), z.number(), z.lazy(() => localizableText())])),
  }),
);
