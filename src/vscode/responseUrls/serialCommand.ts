import * as z from "zod";
import * as vscode from "vscode";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { showStatus, t } from "../platform/window.ts";
import { askCollectGroup } from "../commands/ask.ts";
import type { Command } from "../commands/registry.ts";

const argument = z.strictObject({ dataSpace: z.string(), collectGroupId: z.string().min(1) });
type Argument = z.infer<typeof argument>;

/** Copies the serial of a PUBLIC_LINK collect group. Only v1 has serials; in other versions the client throws. */
export function copySerialCommand(dataSpaces: DataSpaces): Command<Argument, string> {
  return {
    argument,
    ask: async (clicked) => {
      const chosen = await askCollectGroup(dataSpaces, clicked, "getCollectGroupSerial");
      return chosen && { dataSpace: chosen.dataSpace, collectGroupId: chosen.group.collectGroupId };
    },
    async run({ dataSpace, collectGroupId }) {
      const client = await dataSpaces.client(dataSpace);
      const serial = await client.getCollectGroupSerial(collectGroupId);
      await vscode.env.clipboard.writeText(serial);
      return serial;
    },
    notify: async (serial) => {
      showStatus(t("Copied {0}", serial), 3000);
    },
  };
}
