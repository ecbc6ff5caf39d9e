import * as vscode from "vscode";
import type { SafeText } from "../adapters/plainText.ts";
import { pickOne, t } from "../adapters/window.ts";
import { proposedFile } from "./paths.ts";

/** What a command wrote, as its result says it. */
export interface WrittenFile {
  readonly file: string;
  readonly bytes: number;
}

interface ChosenDocument<Format extends string> {
  readonly file: vscode.Uri;
  /** The file's ending. */
  readonly format: Format;
  readonly overwrite: true;
}

/**
 * Asks for format and file. VS Code's own dialog for files, of remote windows and browsers, shows no list of formats. It asks
 * before it replaces a file.
 * @param name of the file, plain text, without its ending
 */
export async function askDocument<Format extends string>(
  title: SafeText,
  formats: readonly { readonly format: Format; readonly label: SafeText }[],
  name: string,
): Promise<ChosenDocument<Format> | undefined> {
  const placeHolder = t("Choose a format");
  const picked = await pickOne(formats, { title, placeHolder });
  if (!picked) {
    return undefined;
  }
  const file = await vscode.window.showSaveDialog({
    title,
    defaultUri: proposedFile(name, picked.format),
    filters: { [picked.label]: [picked.format] },
  });
  return file && { file, format: picked.format, overwrite: true };
}
