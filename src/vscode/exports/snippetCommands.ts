import type { SnippetLanguage } from "../../formats/kinds/format.ts";
import { t } from "../platform/window.ts";
import type { ExportParts } from "./exportParts.ts";
import { copySnippet, readLoadable } from "./snippets.ts";
import { askPastExport, fileArgument, type FileArgument } from "./askPastExport.ts";
import type { Command } from "../commands/registry.ts";

/** Copies code in one language that loads an exported file with its labels. */
export function snippetCommand(
  parts: ExportParts,
  language: SnippetLanguage,
): Command<FileArgument, string> {
  return {
    argument: fileArgument,
    ask: (clicked) =>
      askPastExport(parts.past, clicked, {
        placeHolder: t("Choose the export to load"),
        accept: ["complete", "verified", "different"],
      }),
    run: async ({ file }) => copySnippet(parts, { ...(await readLoadable(file)), language }),
  };
}
