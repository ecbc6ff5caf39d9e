import { basename } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import { readManifest } from "../../export/manifest.ts";
import { targetFiles } from "../../export/targetFiles.ts";
import { publicVerification } from "../../export/publicResult.ts";
import type { VerifyResult } from "../../export/verifiable.ts";
import { exportFormats } from "../../formats/kinds/formats.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { readPreferences } from "../platform/settings.ts";
import { revealAction } from "../platform/fileMessage.ts";
import type { SafeText } from "../platform/plainText.ts";
import {
  confirmed,
  offer,
  pickOne,
  showInformation,
  showWarning,
  say,
  t,
} from "../platform/window.ts";
import { askDataSpace } from "../commands/ask.ts";
import { localPath } from "../commands/paths.ts";
import type { Command } from "../commands/registry.ts";
import type { CommandSource, ExportSelection } from "../surveys/node.ts";
import { exportItems, finished, localFile, type ExportItem } from "./askPastExport.ts";
import { comparisonText } from "../../jobs/comparisonText.ts";
import { canRetry, comparisonFailure } from "./comparisonFailure.ts";
import { compareExport, type CompareRequest } from "./runExport.ts";
import { exportAction } from "./exportCommands.ts";
import type { ExportParts } from "./exportParts.ts";

const verifyArgument = z.strictObject({
  dataSpace: z.string(),
  file: localFile,
  repair: z.boolean().optional(),
});

/** Compares an exported file with its data space; with `repair`, corrects what differs. */
export function verifyExportCommand(parts: ExportParts): Command<CompareRequest, VerifyResult> {
  return {
    ...comparing(parts, "verifyExport"),
    argument: verifyArgument,
    ask: (clicked) => askExportedFile(parts, clicked, t("Choose an export to verify")),
  };
}

const repairArgument = verifyArgument.omit({ repair: true });

/** Corrects what differs in an exported file. This replaces the file, so the person is asked first. */
export function repairExportCommand(parts: ExportParts): Command<CompareRequest, VerifyResult> {
  return {
    ...comparing(parts, "repairExport"),
    argument: repairArgument,
    ask: async (clicked) => {
      const chosen = await askExportedFile(parts, clicked, t("Choose an export to repair"));
      if (!chosen) {
        return undefined;
      }
      const isSure = await confirmed(
        t("Repair {0}?", basename(chosen.file)),
        t(
          "Differing responses are loaded again, and the file is replaced. Changes made to the file are lost.",
        ),
        t("Repair"),
      );
      return isSure ? chosen : undefined;
    },
  };
}

/** Returns what both commands have in common. The button Retry is offered if the error may have passed by then. */
function comparing(parts: ExportParts, command: "verifyExport" | "repairExport") {
  return {
    async run({ repair = command === "repairExport", ...its }: CompareRequest) {
      const request = { ...its, repair };
      try {
        return await compareExport(parts, request);
      } catch (error) {
        throw comparisonFailure(request, error);
      }
    },
    notify: showCompared,
    publicResult: publicVerification,
    recover: async ({ dataSpace, file }: CompareRequest, error: unknown) =>
      canRetry(error)
        ? exportAction(vscode.l10n.t("Retry"), command, { dataSpace, file })
        : undefined,
  };
}

async function showCompared(
  found: VerifyResult,
  { dataSpace, file }: CompareRequest,
): Promise<void> {
  const text = say(comparisonText(file, found));
  const repair = exportAction(vscode.l10n.t("Repair…"), "repairExport", { dataSpace, file });
  // Always show a button: VS Code cuts a message without one to a single line.
  await (found.ok
    ? offer(showInformation, text, revealAction(file))
    : offer(showWarning, text, repair));
}

/** Returns the clicked export, one from the list, or any file, with the data space that its manifest names. */
async function askExportedFile(
  { dataSpaces, past }: ExportParts,
  clicked: CommandSource | undefined,
  placeHolder: SafeText,
): Promise<ExportSelection | undefined> {
  if (clicked?.kind === "export") {
    return clicked;
  }
  const items = await exportItems(past, finished);
  if (items.length > 0) {
    const another: ExportItem = {
      label: t("Another file…"),
      iconPath: new vscode.ThemeIcon("folder-opened"),
      alwaysShow: true,
    };
    const chosen = await pickOne([...items, another], {
      placeHolder,
      matchOnDetail: true,
    });
    if (!chosen?.entry) {
      return chosen && chooseExportedFile(dataSpaces);
    }
    const { dataSpace, file } = chosen.entry;
    return { kind: "export", dataSpace, file };
  }
  return chooseExportedFile(dataSpaces);
}

async function chooseExportedFile(dataSpaces: DataSpaces): Promise<ExportSelection | undefined> {
  const { folder } = readPreferences().export;
  const uris = await vscode.window.showOpenDialog({
    title: vscode.l10n.t("Choose an exported file"),
    filters: { [vscode.l10n.t("Exports")]: [...exportFormats] },
    ...(folder === "" ? {} : { defaultUri: vscode.Uri.file(folder) }),
  });
  if (!uris?.[0]) {
    return undefined;
  }
  const file = localPath(uris[0]);
  const manifest = await readManifest(targetFiles(file).manifest);
  const isKnown = dataSpaces.list().some((it) => it.name === manifest.dataSpace);
  const dataSpace = isKnown ? manifest.dataSpace : await askDataSpace(dataSpaces, undefined);
  return dataSpace === undefined ? undefined : { kind: "export", dataSpace, file };
}
