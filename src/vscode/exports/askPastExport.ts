import { basename, dirname } from "node:path";
import * as z from "zod";
import { invalidInput } from "../../model/errors.ts";
import { joined, plain, type SafeText } from "../platform/plainText.ts";
import { pickOne, t, type PickItem } from "../platform/window.ts";
import { nextStep, offerNext } from "../commands/nextStep.ts";
import { localPath, pathOrUri } from "../commands/paths.ts";
import type { CommandSource } from "../surveys/node.ts";
import type { ExportState, PastExport } from "./pastExport.ts";
import type { PastExports } from "./pastExports.ts";

export const localFile = pathOrUri.transform(localPath);

export const fileArgument = z.strictObject({ file: localFile });
export type FileArgument = z.infer<typeof fileArgument>;

export function known(past: PastExports, file: string): PastExport {
  const entry = past.get(file);
  if (!entry) {
    throw invalidInput("{0} is not in the list of exports.", file);
  }
  return entry;
}

/** States of exports whose file is there. */
export const finished: readonly ExportState[] = ["complete", "verified", "different"];
export const unfinished: readonly ExportState[] = ["unfinished", "outdated"];

export interface ExportItem extends PickItem {
  readonly entry?: PastExport;
}

/** Returns the export that was clicked, or the one that the person picks from those in the list whose state is accepted. */
export async function askPastExport(
  past: PastExports,
  clicked: CommandSource | undefined,
  placeHolder: SafeText,
  accept: readonly ExportState[] = finished,
): Promise<FileArgument | undefined> {
  if (clicked?.kind === "export") {
    return { file: clicked.file };
  }
  const items = await exportItems(past, accept);
  if (items.length === 0) {
    const isDone = accept.includes("complete");
    return offerExport(isDone ? t("There is no export yet.") : t("There is no unfinished export."));
  }
  const chosen = await pickOne(items, { placeHolder, matchOnDetail: true });
  return chosen?.entry && { file: chosen.entry.file };
}

export function offerExport(why: SafeText): Promise<undefined> {
  return offerNext(why, nextStep(t("Export Responses…"), "exportResponses"));
}

export async function exportItems(
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
