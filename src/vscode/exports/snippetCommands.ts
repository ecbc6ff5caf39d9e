import * as z from "zod";
import type { SnippetLanguage } from "../../formats/kinds/format.ts";
import { t } from "../platform/window.ts";
import type { ExportParts } from "./exportParts.ts";
import { copySnippet, snippetJob } from "./snippets.ts";
import { localPath, pathOrUri } from "../commands/paths.ts";
import { askPastExport } from "./pastExportCommands.ts";
import type { Command } from "../commands/registry.ts";

const argument = z.strictObject({ file: pathOrUri.transform(localPath) });

/** Copies what loads an exported file, with its labels, in one language. */
export function snippetCommand(
  parts: ExportParts,
  language: SnippetLanguage,
): Command<z.infer<typeof argument>, string> {
  return {
    argument,
    ask: (clicked) =>
      askPastExport(parts.past, clicked, {
        placeHolder: t("Choose the export to load"),
        accept: ["complete", "verified", "different"],
      }),
    run: async ({ file }) => copySnippet(parts, await snippetJob(file, language)),
  };
}
