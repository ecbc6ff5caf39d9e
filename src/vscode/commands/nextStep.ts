import * as vscode from "vscode";
import type { SafeText } from "../platform/plainText.ts";
import { showInformation, t } from "../platform/window.ts";

/** A command, and the title of its button. */
interface NextStep {
  readonly title: SafeText;
  readonly command: string;
  readonly arguments?: string[];
}

export const addDataSpace = nextStep(t("Add Data Space…"), "addDataSpace");
export const trySample = nextStep(t("Try the Sample"), "startLocalDataSpace");

export const openDataSpaceSettings: NextStep = {
  title: t("Open Settings"),
  command: "workbench.action.openSettings",
  arguments: ["surveyExplorer.dataSpaces"],
};

/** Offers a command of this extension. */
export function nextStep(title: SafeText, command: string): NextStep {
  return { title, command: `surveyExplorer.${command}` };
}

/** Tells the person why a command has nothing to work on, and offers commands that change this. */
export async function offerNext(why: SafeText, ...steps: readonly NextStep[]): Promise<undefined> {
  const chosen = await showInformation(why, ...steps);
  if (chosen) {
    await vscode.commands.executeCommand(chosen.command, ...(chosen.arguments ?? []));
  }
  return undefined;
}

export function offerDataSpace(): Promise<undefined> {
  return offerNext(t("There is no data space yet."), addDataSpace, trySample);
}
