import { strict as assert } from "node:assert";
import { basename, dirname } from "node:path";
import * as vscode from "vscode";
import { filesBelow } from "./filesBelow.ts";

/** Returns the files that this VS Code keeps, beside the folder that it has open. */
export async function keptFiles(): Promise<{ answers: string[]; tables: string[] }> {
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(workspace);
  const files = await filesBelow(dirname(workspace.uri.fsPath));
  return {
    answers: files.filter((it) => basename(dirname(dirname(it))) === "offline"),
    tables: files.filter((it) => basename(it) === "responses.db"),
  };
}
