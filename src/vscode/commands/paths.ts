import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, normalize } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import { fileName } from "../../export/fileName.ts";
import { invalidInput } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import { readPreferences } from "../platform/settings.ts";

const pathRule = localizable("must be an absolute path or a Uri").text;

/** Schema of a file or folder in a command's argument: an absolute path or a Uri. */
export const pathOrUri = z.union(
  [z.string().refine(isAbsolute, pathRule), z.custom<vscode.Uri>((it) => it instanceof vscode.Uri)],
  pathRule,
);

/** Returns a path on this machine's disk, because only there a file can be synced and renamed safely. */
export function localPath(place: string | vscode.Uri): string {
  if (typeof place === "string") {
    return normalize(place);
  }
  if (place.scheme !== "file") {
    throw invalidInput(
      "{0} is not on the disk of this machine. Choose a folder that is.",
      place.toString(),
    );
  }
  return place.fsPath;
}

/**
 * Returns the file to propose for an export: in the folder of the settings, else the open folder, else the home folder.
 * @param name plain text: the code that converts HTML to it is large, and only in the bundle of the exports
 */
export function proposedFile(name: string, extension: string): vscode.Uri {
  const { folder } = readPreferences().export;
  const open = vscode.workspace.workspaceFolders?.find((it) => it.uri.scheme === "file");
  const directory = isAbsolute(folder) ? folder : (open?.uri.fsPath ?? homedir());
  return vscode.Uri.file(join(directory, fileName(name, extension)));
}

/** Returns true if something has this path. Asynchronous, because the path may be on a slow network drive. */
export async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
