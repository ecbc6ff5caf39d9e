import * as vscode from "vscode";
import type { Language } from "./progressText.ts";

export function language(): Language {
  return { t: vscode.l10n.t, locale: vscode.env.language };
}
