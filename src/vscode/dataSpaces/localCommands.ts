import * as z from "zod";
import * as vscode from "vscode";
import { showProgress, t } from "../platform/window.ts";
import { localPath, pathOrUri } from "../commands/paths.ts";
import { offerNext, trySample } from "../commands/nextStep.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Command } from "../commands/registry.ts";

const startArgument = z.strictObject({ directory: pathOrUri.optional() });
type StartArgument = z.infer<typeof startArgument>;

type LocalParts = Pick<CommandParts, "local" | "dataSpaces" | "tables">;

interface Started {
  readonly name: string;
  readonly baseUrl: string;
}

export function startLocalDataSpaceCommand(parts: LocalParts): Command<StartArgument, Started> {
  return {
    argument: startArgument,
    ask: async () => ({}),
    run: (argument) => start(parts, argument),
    notify: showView,
  };
}

/** Starts a local data space from a directory that the person chooses. */
export function openLocalDataSpaceCommand(parts: LocalParts): Command<StartArgument, Started> {
  return {
    argument: startArgument,
    ask: async () => {
      const [directory] =
        (await vscode.window.showOpenDialog({
          title: vscode.l10n.t("Open Data Space Directory"),
          openLabel: vscode.l10n.t("Open Data Space"),
          canSelectFiles: false,
          canSelectFolders: true,
        })) ?? [];
      return directory && { directory };
    },
    run: (argument) => start(parts, argument),
    notify: showView,
  };
}

export function stopLocalDataSpaceCommand(
  parts: LocalParts,
): Command<{ dataSpace?: string | undefined }, undefined> {
  return {
    argument: z.strictObject({ dataSpace: z.string().optional() }),
    ask: async (clicked) => {
      if (clicked?.kind === "dataSpace") {
        return { dataSpace: clicked.dataSpace };
      }
      return parts.local.names().length === 0
        ? offerNext(t("No local data space is running."), trySample)
        : {};
    },
    async run({ dataSpace }) {
      for (const it of await parts.local.stop(dataSpace)) {
        await parts.tables.clear(it);
      }
    },
  };
}

async function start(
  { local, dataSpaces }: LocalParts,
  { directory }: StartArgument,
): Promise<Started> {
  const path = directory === undefined ? undefined : localPath(directory);
  return showProgress(
    { location: vscode.ProgressLocation.Window, title: t("Starting the local data space") },
    () =>
      local.start(
        path,
        dataSpaces.list().map((it) => it.name),
      ),
  );
}

async function showView(): Promise<void> {
  await vscode.commands.executeCommand("surveyExplorer.surveys.focus");
}
