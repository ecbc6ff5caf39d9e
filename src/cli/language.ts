import { readFileSync } from "node:fs";
import * as z from "zod";
import type { Translations } from "../model/words.ts";

/** Returns the terminal's locale: the first variable that is set, in the order that POSIX demands. */
function localeOf({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): string {
  return [LC_ALL, LC_MESSAGES, LANG].find((it) => it !== undefined && it !== "") ?? "";
}

const texts = z.record(z.string(), z.string());
const english: Translations = { locale: "en", strings: {} };

/** Returns the translations for the person's language, Korean or English. @param bundle the file of Korean texts */
export function shellTranslations(environment: NodeJS.ProcessEnv, bundle: URL): Translations {
  if (!/^ko\b/i.test(localeOf(environment).replace("_", "-"))) {
    return english;
  }
  try {
    return { locale: "ko", strings: texts.parse(JSON.parse(readFileSync(bundle, "utf8"))) };
  } catch {
    // Fall back to English if the file cannot be read.
    return english;
  }
}
