import { basename } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import { removeUnfinished, targetFiles } from "../../export/targetFiles.ts";
import { isTextFormat } from "../../formats/kinds/formats.ts";
import { invalidInput } from "../../model/errors.ts";
import type { SafeText } from "../platform/plainText.ts";
import { readPreferences } from "../platform/settings.ts";
import { openFile, revealFile } from "../platform/fileMessage.ts";
import { showInformation, confirmed, t, type Action, offer } from "../platform/window.ts";
import {
  askPastExport,
  fileArgument,
  finished,
  known,
  offerExport,
  unfinished,
  type FileArgument,
} from "./askPastExport.ts";
import type { ExportParts } from "./exportParts.ts";
import type { ExportState, PastExport } from "./pastExport.ts";
import type { PastExports } from "./pastExports.ts";
import { runExport, type Exported } from "./runExport.ts";
import { listedExport } from "./exportCommands.ts";
import type { Command } from "../commands/registry.ts";

/** Continues an unfinished export from what it left. */
export function continueExportCommand(parts: ExportParts): Command<FileArgument, Exported> {
  return {
    argument: fileArgument,
    ask: (clicked) =>
      askPastExport(parts.past, clicked, t("Choose an export to continue"), unfinished),
    async run({ file }, interactive) {
      const { done, reached, pid, verification, startedAt, ...request } = known(parts.past, file);
      if (done) {
        throw invalidInput(
          "The export {0} is complete. Export new responses, or export again.",
          file,
        );
      }
      const verify = interactive && readPreferences().export.verify;
      return runExport(parts, { ...request, resume: true, verify }, interactive);
    },
    ...listedExport(parts),
  };
}

/** Opens an export: a text file in the editor, any other file in the system's program for it. */
export function openExportCommand({ past }: ExportParts): Command<FileArgument, void> {
  return {
    argument: fileArgument,
    ask: (clicked) => askPastExport(past, clicked, t("Choose an export to open")),
    async run({ file }) {
      await openFile(file, isTextFormat(known(past, file).format), [openManifest(file)]);
    },
  };
}

export function revealExportCommand({ past }: ExportParts): Command<FileArgument, void> {
  return {
    argument: fileArgument,
    ask: (clicked) => askPastExport(past, clicked, t("Choose an export to reveal")),
    async run({ file }) {
      await revealFile(file, [openManifest(file)]);
    },
  };
}

function openManifest(file: string): Action {
  return {
    title: vscode.l10n.t("Open Manifest"),
    run: () => openFile(targetFiles(file).manifest, true),
  };
}

/** Removes an export from the list. Its files stay, but what an unfinished export left is deleted. */
export function removeExportCommand({ past }: ExportParts): Command<FileArgument, PastExport[]> {
  const isUnfinished = async (entry: PastExport) => unfinished.includes(await past.stateOf(entry));
  return {
    argument: fileArgument,
    ask: async (clicked) => {
      const placeHolder = t("Choose an export to remove from the list");
      const accept: readonly ExportState[] = [...unfinished, ...finished, "missing"];
      const chosen = await askPastExport(past, clicked, placeHolder, accept);
      const entry = chosen && past.get(chosen.file);
      if (!entry || !(await isUnfinished(entry))) {
        return chosen;
      }
      const isSure = await confirmed(
        t("Remove the unfinished export {0}?", basename(entry.file)),
        t("Its stored responses are removed, too."),
        t("Remove"),
      );
      return isSure ? chosen : undefined;
    },
    async run({ file }) {
      const removed = known(past, file);
      if (await isUnfinished(removed)) {
        await removeUnfinished(file);
      }
      await past.remove(file);
      return [removed];
    },
    async notify(removed, { file }) {
      const name = basename(file);
      if (removed.every((it) => it.done)) {
        await offerUndo(past, removed, t("{0} was removed from the list. Its files stay.", name));
      } else {
        await showInformation(t("{0} was removed from the list.", name));
      }
    },
  };
}

/** Empties the list; the files stay. */
export function clearExportsCommand({
  past,
}: ExportParts): Command<Record<string, never>, PastExport[]> {
  return {
    argument: z.strictObject({}),
    ask: async () => (past.list().length === 0 ? offerExport(t("There is no export yet.")) : {}),
    run: () => past.clear(),
    notify: (removed) =>
      offerUndo(past, removed, t("The list of exports was cleared. Their files stay.")),
  };
}

function offerUndo(
  past: PastExports,
  removed: readonly PastExport[],
  message: SafeText,
): Promise<void> {
  return offer(showInformation, message, {
    title: vscode.l10n.t("Undo"),
    // Do not replace a newer export to the same file.
    run: () => past.put(...removed.filter((it) => !past.get(it.file))),
  });
}
