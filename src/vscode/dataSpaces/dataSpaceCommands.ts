import * as z from "zod";
import * as vscode from "vscode";
import { showInformation, t, offer } from "../platform/window.ts";
import type { CommandSource } from "../surveys/node.ts";
import { askRemoteDataSpace } from "../commands/ask.ts";
import { nextStep, offerNext } from "../commands/nextStep.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Command } from "../commands/registry.ts";
import { addDataSpaceArgument, askNewDataSpace, type AddDataSpace } from "./newDataSpace.ts";

const dataSpaceArgument = z.strictObject({ dataSpace: z.string() });
type DataSpaceArgument = z.infer<typeof dataSpaceArgument>;

export type DataSpaceParts = Pick<CommandParts, "dataSpaces" | "credentials" | "tables">;

export function addDataSpaceCommand(
  parts: DataSpaceParts,
): Command<AddDataSpace, { name: string }> {
  return {
    argument: addDataSpaceArgument,
    ask: () => askNewDataSpace(parts.dataSpaces),
    async run({ spaceId, apiKey, ...setting }) {
      await parts.dataSpaces.add(setting, () =>
        parts.credentials.set(setting, { spaceId, apiKey }),
      );
      return { name: setting.name };
    },
    async notify() {
      await vscode.commands.executeCommand("surveyExplorer.surveys.focus");
    },
  };
}

/** Returns the clicked data space, or asks for one that is not local. */
async function askRemote(
  { dataSpaces }: DataSpaceParts,
  clicked: CommandSource | undefined,
): Promise<DataSpaceArgument | undefined> {
  const dataSpace = await askRemoteDataSpace(dataSpaces, clicked);
  return dataSpace === undefined ? undefined : { dataSpace };
}

export function removeDataSpaceCommand(
  parts: DataSpaceParts & Pick<CommandParts, "tree" | "structures">,
): Command<DataSpaceArgument, void> {
  // Undoes the last removal. `notify` offers it.
  let removed: (() => Promise<void>) | undefined;
  return {
    argument: dataSpaceArgument,
    ask: (clicked) => askRemote(parts, clicked),
    async run({ dataSpace }) {
      const setting = parts.dataSpaces.setting(dataSpace);
      const credentials = await parts.credentials.get(setting);
      const proxyCredentials = await parts.credentials.getProxy(setting);
      const index = await parts.dataSpaces.entries.remove(dataSpace);
      await parts.credentials.delete(setting);
      const putBackChoices = await parts.tree.choices.forget(dataSpace);
      // Remove what is kept of the data space on this machine.
      await parts.tables.clear(dataSpace);
      parts.structures.remove(dataSpace);
      const putBack = async (): Promise<void> => {
        await putBackChoices();
        if (credentials) {
          await parts.credentials.set(setting, credentials);
        }
        if (proxyCredentials) {
          await parts.credentials.setProxy(setting, proxyCredentials);
        }
      };
      removed = () => parts.dataSpaces.entries.add(setting, putBack, index);
    },
    async notify(_result, { dataSpace }) {
      const restore = removed;
      await offer(
        showInformation,
        t('The data space "{0}" and its key were removed from VS Code.', dataSpace),
        { title: vscode.l10n.t("Undo"), run: async () => restore?.() },
      );
    },
  };
}

export function signOutCommand(parts: DataSpaceParts): Command<DataSpaceArgument, void> {
  return {
    argument: dataSpaceArgument,
    ask: async (clicked) => {
      const chosen = await askRemote(parts, clicked);
      return chosen && !(await parts.dataSpaces.isSignedIn(chosen.dataSpace))
        ? offerNext(
            t('You are not signed in to "{0}".', chosen.dataSpace),
            nextStep(t("Sign In…"), "signIn"),
          )
        : chosen;
    },
    async run({ dataSpace }) {
      await parts.credentials.delete(parts.dataSpaces.setting(dataSpace));
      // `tidy` keeps them in a window that has not used the data space.
      await parts.tables.clear(dataSpace);
    },
  };
}
