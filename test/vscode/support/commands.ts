import { strict as assert } from "node:assert";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { SurveyExplorerApi } from "../../../src/extension.ts";

/** Runs a command of the extension. */
export async function run<T>(command: string, argument?: object): Promise<T> {
  return vscode.commands.executeCommand<T>(`surveyExplorer.${command}`, argument);
}

/** Activates the extension. @returns what other extensions get from it */
export async function activated(): Promise<SurveyExplorerApi> {
  const extension = vscode.extensions.getExtension<SurveyExplorerApi>(
    "survey-explorer.survey-explorer",
  );
  assert.ok(extension);
  return extension.activate();
}

export async function closeAllEditors(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

interface DataSpace {
  readonly name: string;
  readonly version: string;
  readonly spaceId: string;
  readonly apiKey: string;
}

/** Adds a data space at a server of the test's own, and writes the server's certificate into the folder. */
export async function addDataSpace(
  dataSpace: DataSpace,
  { baseUrl, ca }: { readonly baseUrl: string; readonly ca: string },
  folder: string,
): Promise<void> {
  const caFile = join(folder, "ca.pem");
  await writeFile(caFile, ca);
  await run("addDataSpace", { ...dataSpace, baseUrl, caFile });
}

/** Makes a mistake in a data space's entry in the settings, and corrects it after `during`. */
export async function withMistake(
  dataSpace: string,
  during: () => Promise<void>,
  mistake: object = { version: "v33" },
): Promise<void> {
  const settings = vscode.workspace.getConfiguration("surveyExplorer");
  const before = settings.get<{ readonly name: string }[]>("dataSpaces") ?? [];
  const mistaken = before.map((it) => (it.name === dataSpace ? { ...it, ...mistake } : it));
  await settings.update("dataSpaces", mistaken, vscode.ConfigurationTarget.Global);
  try {
    await during();
  } finally {
    await settings.update("dataSpaces", before, vscode.ConfigurationTarget.Global);
  }
}
