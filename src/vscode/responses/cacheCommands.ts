import * as z from "zod";
import * as vscode from "vscode";
import { showInformation, confirmed, t } from "../platform/window.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Command } from "../commands/registry.ts";

const clearArgument = z.strictObject({ dataSpace: z.string().optional() });

type CacheParts = Pick<CommandParts, "dataSpaces" | "tables">;

/** Removes the responses that are kept on this machine, of all data spaces or of one. */
export function clearCachedResponsesCommand({
  dataSpaces,
  tables,
}: CacheParts): Command<z.infer<typeof clearArgument>, { bytes: number }> {
  return {
    argument: clearArgument,
    ask: async (clicked) => {
      const dataSpace = clicked?.kind === "dataSpace" ? clicked.dataSpace : undefined;
      const isSure = await confirmed(
        dataSpace === undefined
          ? t("Clear the cached responses of all data spaces?")
          : t('Clear the cached responses of "{0}"?', dataSpace),
        t("They are loaded again when a survey is opened. Surveys kept offline are removed, too."),
        t("Clear"),
      );
      return isSure ? { dataSpace } : undefined;
    },
    async run({ dataSpace }) {
      if (dataSpace !== undefined) {
        dataSpaces.get(dataSpace);
      }
      return { bytes: await tables.clear(dataSpace) };
    },
    async notify({ bytes }) {
      const size = (bytes / 1_000_000).toLocaleString(vscode.env.language, {
        maximumFractionDigits: 1,
      });
      await showInformation(t("Cleared {0} MB of cached responses.", size));
    },
  };
}
