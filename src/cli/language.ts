import { readFileSync } from "node:fs";
import type { Translations } from "../model/words.ts";

/** Returns the terminal's locale: the first variable that is set, in the order that POSIX demands. */
function localeOf({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): string {
  return [LC_ALL, LC_MESSAGES, LANG].find((it) => it !== undefined && it !== "") ?? "";
}

const english: Translations = { locale: "en", strings: {} };

/** Returns the translations for the person's language, Korean or English. @param bundle the file of Korean texts */
export function shellTranslations(environment: NodeJS.ProcessEnv, bundle: URL): Translations {
  if (!/^ko\b/i.test(localeOf(environment).replace("_", "-"))) {
    return english;
  }
  try {
    const strings = textsOf(JSON.parse(readFileSync(bundle, "utf8")));
    return { locale: "ko", strings };
  } catch {
    // Fall back to English if the file cannot be read.
    return english;
  }
}

function textsOf(bundle: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Object(bundle) as object).filter(
      (it): it is [string, string] => typeof it[1] === "string",
    ),
  );
}
