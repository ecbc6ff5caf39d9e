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
import { actionCommands, responseCommands } from "../responses/commands.ts";
import { structureChangeCommands } from "../structureChanges/commands.ts";
import { surveyCommands } from "../surveys/commands.ts";
import type { CommandDeclaration } from "./declaration.ts";

/** All commands, as their features declare them. For scripts only: the bundle has none of it. */
export const allCommands: Readonly<Record<string, CommandDeclaration>> = {
  ...dataSpaceCommands,
  ...connectionCommands,
  ...surveyCommands,
  ...findCommands,
  ...structureChangeCommands,
  ...panelCommands,
  ...responseCommands,
  ...actionCommands(),
  ...offlineCommands,
  ...exportCommands,
  ...recipeCommands,
  ...responseUrlCommands,
  ...linkCommands,
  ...assistantCommands,
};
