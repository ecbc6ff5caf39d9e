import * as vscode from "vscode";
import { SurveyError } from "../../model/errors.ts";
import { localizable, type LocalizableText } from "../../model/localizable.ts";
import { addDataSpace, trySample } from "../commands/nextStep.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { DataSpace } from "../dataSpaces/dataSpaces.ts";
import { plain } from "../platform/plainText.ts";
import { pickOne, say, showInformation, showWarning, t } from "../platform/window.ts";
import { linkedAddress, type SurveyLink } from "./link.ts";

export type LinkServices = Pick<CommandParts, "dataSpaces" | "local" | "panels" | "extensionId">;

/**
 * Returns the name of the link's data space. If there is none, tells the person what is missing, but does not add a data
 * space or prefill the link's address anywhere. `undefined` if the person does not add one.
 */
export async function findDataSpace(
  parts: LinkServices,
  link: SurveyLink,
  interactive: boolean,
): Promise<string | undefined> {
  const found = matching(parts, link);
  if (found.length > 1) {
    return interactive ? choose(found, link) : Promise.reject(severalMatch(found));
  }
  if (found[0] || !interactive) {
    return found[0]?.name ?? Promise.reject(new SurveyError("unknown-data-space", missing(link)));
  }
  const step = link.at === "sample" ? trySample : addDataSpace;
  const chosen = await showWarning(say(missing(link)), ...(link.at === "local" ? [] : [step]));
  if (!chosen) {
    return undefined;
  }
  await vscode.commands.executeCommand(chosen.command);
  const [added] = matching(parts, link);
  return added?.name;
}

/** Returns the data spaces at the link's address, narrowed down to its version and then its name if any match. */
function matching(
  { dataSpaces, local }: LinkServices,
  { at, version, name }: SurveyLink,
): DataSpace[] {
  const there = dataSpaces.list().filter((it) => {
    if (at === "sample" || at === "local") {
      return it.local && (at === "sample" ? local.isSample(it.name) : it.name === name);
    }
    return !it.local && it.baseUrl !== undefined && linkedAddress(it.baseUrl) === linkedAddress(at);
  });
  const inVersion = there.filter((it) => it.version === version);
  const usable = inVersion.length > 0 ? inVersion : there;
  const named = usable.filter((it) => it.name === name);
  return named.length > 0 ? named : usable;
}

async function choose(
  found: readonly DataSpace[],
  { at }: SurveyLink,
): Promise<string | undefined> {
  const items = found.map((it) => ({
    label: plain(it.name),
    description: plain(it.version),
    name: it.name,
  }));
  const placeHolder = t("Several data spaces are at {0}: choose the one of the link", at);
  return (await pickOne(items, { placeHolder }))?.name;
}

function severalMatch(found: readonly DataSpace[]): SurveyError {
  const names = found.map((it) => `"${it.name}"`).join(", ");
  return SurveyError.of("unknown-data-space", "Several data spaces match the link: {0}.", names);
}

/** Says what the link needs, so that a person can judge it: any program can make a link. */
function missing({ at, version, name }: SurveyLink): LocalizableText {
  switch (at) {
    case "sample":
      return localizable("This link leads to the sample data space, which is not running.");
    case "local":
      return localizable(
        'This link leads to the local data space "{0}", which is not running. Open its directory first.',
        name ?? "",
      );
    default:
      return localizable(
        "This link leads to a data space that is not set up here: {0}, API {1}. Add it only if you trust that address.",
        linkedAddress(at),
        version,
      );
  }
}

/** Asks the person to sign in if necessary. @returns true if they are signed in */
export async function signedIn({ dataSpaces }: LinkServices, dataSpace: string): Promise<boolean> {
  if (await dataSpaces.isSignedIn(dataSpace)) {
    return true;
  }
  const signIn = vscode.l10n.t("Sign In");
  const text = t('Sign in to "{0}" to open the link.', dataSpace);
  if ((await showInformation(text, signIn)) !== signIn) {
    return false;
  }
  // They may have been signed in meanwhile.
  if (!(await dataSpaces.isSignedIn(dataSpace))) {
    await vscode.commands.executeCommand("surveyExplorer.signIn", { kind: "dataSpace", dataSpace });
  }
  return dataSpaces.isSignedIn(dataSpace);
}
