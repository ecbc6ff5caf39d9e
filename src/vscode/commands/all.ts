import { assistantCommands } from "../assistant/commands.ts";
import { connectionCommands } from "../connection/commands.ts";
import { dataSpaceCommands } from "../dataSpaces/commands.ts";
import { exportCommands } from "../exports/commands.ts";
import { findCommands } from "../find/commands.ts";
import { linkCommands } from "../links/commands.ts";
import { offlineCommands } from "../offline/commands.ts";
import { panelCommands } from "../panels/commands.ts";
import { recipeCommands } from "../recipes/commands.ts";
import { responseUrlCommands } from "../responseUrls/commands.ts";
import { responseCommands } from "../responses/commands.ts";
import { structureChangeCommands } from "../structureChanges/commands.ts";
import { surveyCommands } from "../surveys/commands.ts";
import type { CommandDeclarations } from "./declaration.ts";

/** All commands, as their features declare them. */
export const allCommands: CommandDeclarations = {
  ...dataSpaceCommands,
  ...connectionCommands,
  ...surveyCommands,
  ...findCommands,
  ...structureChangeCommands,
  ...panelCommands,
  ...responseCommands,
  ...offlineCommands,
  ...exportCommands,
  ...recipeCommands,
  ...responseUrlCommands,
  ...linkCommands,
  ...assistantCommands,
};
