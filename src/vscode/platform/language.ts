import * as vscode from "vscode";
import { textOf } from "../../model/errors.ts";
import { translated, type LocalizableText } from "../../model/localizable.ts";
import type { Translations, Words } from "../../model/words.ts";

/** The person's. */
export function language(): Words {
  return { t: vscode.l10n.t, locale: vscode.env.language };
}

/** For panels and threads. */
export function translations(): Translations {
  return { locale: vscode.env.language, strings: bundle() };
}

// The type says that the bundle's values are strings only in a comment; what is no string is left out.
function bundle(): Record<string, string> {
  const texts: Readonly<Record<string, unknown>> = { ...vscode.l10n.bundle };
  return Object.fromEntries(
    Object.entries(texts).filter((it): it is [string, string] => typeof it[1] === "string"),
  );
}

export function inLanguage(text: LocalizableText): string {
  return translated(text, language());
}

/** What to tell a person of anything that was thrown; the log has it in English. */
export function errorText(error: unknown): string {
  return inLanguage(textOf(error));
}
