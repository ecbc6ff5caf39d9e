import { basename, extname } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import type { ExportRequest } from "../../export/exportRequest.ts";
import { readManifest } from "../../export/manifest.ts";
import { targetFiles } from "../../export/targetFiles.ts";
import { invalidInput } from "../../model/errors.ts";
import { exportFormats, formats } from "../../formats/kinds/formats.ts";
import { readPreferences } from "../platform/settings.ts";
import { t } from "../platform/window.ts";
import { localPath } from "../commands/paths.ts";
import type { Command } from "../commands/registry.ts";
import { askResume } from "./askExport.ts";
import { askPastExport, known, localFile } from "./askPastExport.ts";
import { listedExport } from "./exportCommands.ts";
import type { ExportParts } from "./exportParts.ts";
import { fileForNew } from "./newFile.ts";
import type { PastExport } from "./pastExport.ts";
import { runExport, type Exported } from "./runExport.ts";

const newArgument = z.strictObject({
  since: localFile,
  file: localFile,
  overwrite: z.boolean().optional(),
});
type ExportNew = z.infer<typeof newArgument> & { readonly resume?: boolean };

/** Exports the responses since an earlier export, with the same query. `since` is the path of that export's manifest. */
export function exportNewCommand(parts: ExportParts): Command<ExportNew, Exported> {
  return {
    argument: newArgument,
    ask: async (clicked) => {
      const chosen = await askPastExport(parts.past, clicked, t("Choose the earlier export"));
      return chosen && askNewFile(known(parts.past, chosen.file));
    },
    async run(argument, interactive) {
      const verify = interactive && readPreferences().export.verify;
      const request = { ...(await requestSince(argument.since)), ...argument, verify };
      return runExport(parts, request, interactive);
    },
    ...listedExport(parts),
  };
}

/** Returns what the earlier export asked for, except for its file. */
async function requestSince(
  since: string,
): Promise<Omit<ExportRequest, "file" | "since" | "overwrite" | "resume">> {
  const manifest = await readManifest(since);
  const { dataSpace, survey, kind, query = {}, table } = manifest;
  const format = exportFormats.find((it) => it === manifest.format);
  if (kind === "survey" || !format) {
    throw invalidInput("{0} is not the manifest of an export of responses.", since);
  }
  // Leave out the earlier range, because the new one begins at its end.
  const { startDateTime, endDateTime, ...filter } = query;
  const { form, codebook } = table ?? {};
  return { dataSpace, ...survey, kind, format, form, codebook, query: filter };
}

async function askNewFile(entry: PastExport): Promise<ExportNew | undefined> {
  const { file, format } = entry;
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Export new responses since {0}", basename(file)),
    defaultUri: vscode.Uri.file(await fileForNew(file, extname(file))),
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
