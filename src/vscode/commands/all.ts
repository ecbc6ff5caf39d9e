import { connectionCommands } from "../connection/commands.ts";
import { dataSpaceCommands } from "../dataSpaces/commands.ts";
import { exportCommands } from "../exports/commands.ts";
import { offlineCommands } from "../offline/commands.ts";
import { panelCommands } from "../panels/commands.ts";
import { responseUrlCommands } from "../responseUrls/commands.ts";
import { responseCommands } from "../responses/commands.ts";
import { surveyCommands } from "../surveys/commands.ts";
import type { CommandDeclarations } from "./declaration.ts";

/** All commands, each of which its feature declares. */
export const allCommands: CommandDeclarations = {
  ...dataSpaceCommands,
  ...connectionCommands,
  ...surveyCommands,
  ...panelCommands,
  ...responseCommands,
  ...offlineCommands,
  ...exportCommands,
  ...responseUrlCommands,
};
