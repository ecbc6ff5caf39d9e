import * as vscode from "vscode";
import { textOf } from "../../model/errors.ts";
import { translated, type LocalizableText } from "../../model/localizable.ts";
import type { Translations, Words } from "../../model/words.ts";

/** Returns the person's language. */
export function language(): Words {
  return { t: vscode.l10n.t, locale: vscode.env.language };
}

/** Returns the person's language as data that can be posted to panels and workers. */
export function translations(): Translations {
  return { locale: vscode.env.language, strings: bundle() };
}

// Nothing checks at run time that the bundle's values are strings: skip those that are not.
function bundle(): Record<string, string> {
  const texts: Readonly<Record<string, unknown>> = { ...vscode.l10n.bundle };
  return Object.fromEntries(
    Object.entries(texts).filter((it): it is [string, string] => typeof it[1] === "string"),
  );
}

export function inLanguage(text: LocalizableText): string {
  return translated(text, language());
}

/** Returns the message of anything that was thrown, in the person's language. The log has it in English. */
export function errorText(error: unknown): string {
  return inLanguage(textOf(error));
}
