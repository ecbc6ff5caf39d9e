import { stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import type { ExportRequest } from "../../export/exportRequest.ts";
import { readManifest } from "../../export/manifest.ts";
import { removeUnfinished, targetFiles } from "../../export/targetFiles.ts";
import type { VerifyResult } from "../../export/verifyExport.ts";
import { SurveyError } from "../../model/errors.ts";
import { exportFormats, formats } from "../../formats/kinds/formats.ts";
import { joined, plain, withIcon, type SafeText } from "../platform/plainText.ts";
import { readPreferences } from "../platform/settings.ts";
import { revealFile } from "../platform/fileMessage.ts";
import { pickOne, showInformation, showWarning, t, type PickItem } from "../platform/window.ts";
import { askResume } from "./askExport.ts";
import { compareExport, comparisonText, type CompareRequest } from "./compareExport.ts";
import type { ExportParts } from "./exportParts.ts";
import type { ExportState, PastExport } from "./pastExport.ts";
import type { PastExports } from "./pastExports.ts";
import { runExport, type Exported } from "./runExport.ts";
import type { Clicked, ExportSelection } from "../surveys/node.ts";
import { askDataSpace } from "../commands/ask.ts";
import { continueAction, exportAction, showExported } from "./exportCommands.ts";
import { localPath, pathOrUri } from "../commands/paths.ts";
import type { Command } from "../commands/registry.ts";

const localFile = pathOrUri.transform(localPath);

const verifyArgument = z.strictObject({
  dataSpace: z.string(),
  file: localFile,
  repair: z.boolean().optional(),
});

/** Compares an exported file with its data space; with `repair`, puts right what is wrong. */
export function verifyExportCommand(parts: ExportParts): Command<CompareRequest, VerifyResult> {
  return {
    argument: verifyArgument,
    ask: (clicked) => askExportedFile(parts, clicked),
    run: (request) => compareExport(parts, request),
    notify: showCompared,
  };
}

const repairArgument = verifyArgument.omit({ repair: true });

/** Puts right what is wrong with an exported file. It replaces the file, so a person is asked first. */
export function repairExportCommand(parts: ExportParts): Command<CompareRequest, VerifyResult> {
  return {
    argument: repairArgument,
    ask: async (clicked) => {
      const chosen = await askExportedFile(parts, clicked);
      if (!chosen) {
        return undefined;
      }
      const repair = vscode.l10n.t("Repair");
      const choice = await showWarning(
        t("Repair {0}?", basename(chosen.file)),
        {
          modal: true,
          detail: t(
            "What differs is fetched again, and the file is replaced by one that is as the data space has it. Changes that were made to the file are lost.",
          ),
        },
        repair,
      );
      return choice === repair ? chosen : undefined;
    },
    run: (request) => compareExport(parts, { ...request, repair: true }),
    notify: showCompared,
  };
}

async function showCompared(
  found: VerifyResult,
  { dataSpace, file }: CompareRequest,
): Promise<void> {
  const text = comparisonText(file, found);
  if (found.ok) {
    await showInformation(text);
    return;
  }
  const repair = exportAction(vscode.l10n.t("Repair…"), "repairExport", { dataSpace, file });
  const choice = await showWarning(text, repair);
  await choice?.run();
}

const fileArgument = z.strictObject({ file: localFile });
type FileArgument = z.infer<typeof fileArgument>;

/** Goes on with an export that was not finished, from what it left. */
export function continueExportCommand(parts: ExportParts): Command<FileArgument, Exported> {
  return {
    argument: fileArgument,
    ask: (clicked) =>
      askPastExport(parts.past, clicked, {
        placeHolder: t("Choose an export to continue"),
        accept: ["unfinished", "outdated"],
      }),
    async run({ file }, interactive) {
      const { done, reached, pid, verification, startedAt, ...request } = known(parts.past, file);
      if (done) {
        throw new SurveyError(
          "invalid-input",
          vscode.l10n.t(
            "The export {0} is complete. Export what is new since then, or export again.",
            file,
          ),
        );
      }
      const verify = interactive && readPreferences().export.verify;
      return runExport(parts, { ...request, resume: true, verify }, interactive);
    },
    notify: (result) => {
      const { dataSpace, fresh } = known(parts.past, result.file);
      return showExported(result, dataSpace, fresh);
    },
    recover: async ({ file }) => {
      const entry = parts.past.get(file);
      return entry && continueAction(entry);
    },
  };
}

const newArgument = z.strictObject({
  since: localFile,
  file: localFile,
  overwrite: z.boolean().optional(),
});
type ExportNew = z.infer<typeof newArgument> & { readonly resume?: boolean };

/** Exports what came since an earlier export, asking the same; `since` is the path of that export's manifest. */
export function exportNewCommand(parts: ExportParts): Command<ExportNew, Exported> {
  return {
    argument: newArgument,
    ask: async (clicked) => {
      const chosen = await askPastExport(parts.past, clicked, {
        placeHolder: t("Choose the export since which"),
        accept: ["complete", "verified", "different"],
      });
      return chosen && askNewFile(known(parts.past, chosen.file));
    },
    async run(argument, interactive) {
      const verify = interactive && readPreferences().export.verify;
      const request = { ...(await requestSince(argument.since)), ...argument, verify };
      return runExport(parts, request, interactive);
    },
    notify: (result) => showExported(result, known(parts.past, result.file).dataSpace),
    recover: async ({ file }) => {
      const entry = parts.past.get(file);
      return entry && continueAction(entry);
    },
  };
}

/** What the earlier export asked for, as far as it is not about the file. */
async function requestSince(
  since: string,
): Promise<Omit<ExportRequest, "file" | "since" | "overwrite" | "resume">> {
  const manifest = await readManifest(since);
  const { dataSpace, survey, kind, query = {}, table } = manifest;
  const format = exportFormats.find((it) => it === manifest.format);
  if (kind === "survey" || !format) {
    throw new SurveyError(
      "invalid-input",
      vscode.l10n.t("{0} is not the manifest of an export of responses.", since),
    );
  }
  // The end of the earlier range is where the new one begins.
  const { startDateTime, endDateTime, ...filter } = query;
  const { form, codebook } = table ?? {};
  return { dataSpace, ...survey, kind, format, form, codebook, query: filter };
}

/** Proposes a file beside the earlier one, with the day in its name. */
async function askNewFile(entry: PastExport): Promise<ExportNew | undefined> {
  const { file, format } = entry;
  const now = new Date();
  const day = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const extension = extname(file);
  const stem = basename(file, extension).replace(/ new \d{4}-\d{2}-\d{2}( \d+)?$/, "");
  const taken = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;
  let proposed = join(dirname(file), `${stem} new ${day}${extension}`);
  for (let number = 2; number < 100 && (await taken(proposed)); number++) {
    proposed = join(dirname(file), `${stem} new ${day} ${number}${extension}`);
  }
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Export what is new since {0}", basename(file)),
    defaultUri: vscode.Uri.file(proposed),
    filters: { [formats[format].label]: [format] },
  });
  if (!uri) {
    return undefined;
  }
  const target = localPath(uri);
  const resume = await askResume(target);
  return resume === undefined
    ? undefined
    : { since: targetFiles(file).manifest, file: target, overwrite: true, resume };
}

/** Opens an export in an editor. */
export function openExportCommand({ past }: ExportParts): Command<FileArgument, undefined> {
  return {
    argument: fileArgument,
    ask: (clicked) =>
      askPastExport(past, clicked, {
        placeHolder: t("Choose an export to open"),
        accept: ["complete", "verified", "different"],
      }),
    async run({ file }) {
      await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(file));
      return undefined;
    },
  };
}

export function revealExportCommand({ past }: ExportParts): Command<FileArgument, undefined> {
  return {
    argument: fileArgument,
    ask: (clicked) =>
      askPastExport(past, clicked, {
        placeHolder: t("Choose an export to reveal"),
        accept: ["complete", "verified", "different"],
      }),
    async run({ file }) {
      await revealFile(file);
      return undefined;
    },
  };
}

/** Takes an export out of the list. Its files stay, but for what was read for one that was not finished. */
export function removeExportCommand({ past }: ExportParts): Command<FileArgument, PastExport[]> {
  const isUnfinished = async (entry: PastExport) =>
    ["unfinished", "outdated"].includes(await past.stateOf(entry));
  return {
    argument: fileArgument,
    ask: async (clicked) => {
      const chosen = await askPastExport(past, clicked, {
        placeHolder: t("Choose an export to remove from the list"),
        accept: ["unfinished", "outdated", "complete", "missing", "verified", "different"],
      });
      const entry = chosen && past.get(chosen.file);
      if (!entry || !(await isUnfinished(entry))) {
        return chosen;
      }
      const remove = vscode.l10n.t("Remove");
      const choice = await showWarning(
        t("Remove the unfinished export {0}?", basename(entry.file)),
        { modal: true, detail: t("What was read for it is removed, too.") },
        remove,
      );
      return choice === remove ? chosen : undefined;
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
    ask: async () => ({}),
    run: () => past.clear(),
    notify: (removed) =>
      offerUndo(past, removed, t("The list of exports was cleared. Their files stay.")),
  };
}

async function offerUndo(
  past: PastExports,
  removed: readonly PastExport[],
  message: SafeText,
): Promise<void> {
  const undo = vscode.l10n.t("Undo");
  if ((await showInformation(message, undo)) === undo) {
    // What was exported to the same file in the meantime is newer.
    await past.put(...removed.filter((it) => !past.get(it.file)));
  }
}

function known(past: PastExports, file: string): PastExport {
  const entry = past.get(file);
  if (!entry) {
    throw new SurveyError(
      "invalid-input",
      vscode.l10n.t("{0} is not in the list of exports.", file),
    );
  }
  return entry;
}

interface ExportQuestion {
  readonly placeHolder: SafeText;
  readonly accept: readonly ExportState[];
}

interface ExportItem extends PickItem {
  readonly entry?: PastExport;
}

/** The export that was clicked, or the one of the list that a person picks. */
export async function askPastExport(
  past: PastExports,
  clicked: Clicked | undefined,
  { placeHolder, accept }: ExportQuestion,
): Promise<FileArgument | undefined> {
  if (clicked?.kind === "export") {
    return { file: clicked.file };
  }
  const items = await exportItems(past, accept);
  const chosen = await pickOne(items, { placeHolder, matchOnDetail: true });
  return chosen?.entry && { file: chosen.entry.file };
}

async function exportItems(
  past: PastExports,
  accept: readonly ExportState[],
): Promise<ExportItem[]> {
  const items = await Promise.all(
    past.list().map(async (entry): Promise<ExportItem[]> =>
      accept.includes(await past.stateOf(entry))
        ? [
            {
              label: plain(basename(entry.file)),
              description: joined([entry.label, entry.dataSpace].map(plain), " · "),
              detail: plain(dirname(entry.file)),
              entry,
            },
          ]
        : [],
    ),
  );
  return items.flat();
}

/** The export that was clicked, one of the list, or any file; the data space is the one that its manifest names. */
async function askExportedFile(
  { dataSpaces, past }: ExportParts,
  clicked: Clicked | undefined,
): Promise<ExportSelection | undefined> {
  if (clicked?.kind === "export") {
    return clicked;
  }
  const items = await exportItems(past, ["complete", "verified", "different"]);
  let entry: PastExport | undefined;
  if (items.length > 0) {
    const another: ExportItem = {
      label: withIcon("folder-opened", t("Another file…")),
      alwaysShow: true,
    };
    const chosen = await pickOne([...items, another], {
      placeHolder: t("Choose an export to compare with its data space"),
      matchOnDetail: true,
    });
    if (!chosen) {
      return undefined;
    }
    ({ entry } = chosen);
  }
  if (entry) {
    return { kind: "export", dataSpace: entry.dataSpace, file: entry.file };
  }
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
