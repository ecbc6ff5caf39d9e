import * as vscode from "vscode";
import type { SafeText } from "../platform/plainText.ts";
import { pickOne, t } from "../platform/window.ts";
import { proposedFile } from "./paths.ts";

/** What a command wrote, as its result says it. */
export interface WrittenFile {
  readonly file: string;
  readonly bytes: number;
}

interface ChosenFile {
  readonly file: vscode.Uri;
  readonly overwrite: true;
}

/** A format, as it is offered and as it is chosen. */
interface DocumentFormat<Choice> {
  readonly label: SafeText;
  readonly description?: SafeText;
  readonly choice: Choice;
}

/**
 * Asks for format and file. VS Code's own dialog for files, of remote windows and browsers, shows no list of formats. It asks
 * before it replaces a file.
 * @param name of the file, plain text, without its ending, which is the format
 */
export async function askDocument<Choice extends { readonly format: string }>(
  title: SafeText,
  formats: readonly DocumentFormat<Choice>[],
  name: string,
): Promise<(Choice & ChosenFile) | undefined> {
  const placeHolder = t("Choose a format");
  const picked = await pickOne(formats, { title, placeHolder });
  if (!picked) {
    return undefined;
  }
  const { format } = picked.choice;
  const file = await vscode.window.showSaveDialog({
    title,
    defaultUri: proposedFile(name, format),
    filters: { [picked.label]: [format] },
  });
  return file && { ...picked.choice, file, overwrite: true };
}
