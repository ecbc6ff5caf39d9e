import { assistantLoaders } from "../assistant/commands.ts";
import { connectionLoaders } from "../connection/commands.ts";
import { dataSpaceLoaders } from "../dataSpaces/commands.ts";
import { exportLoaders } from "../exports/commands.ts";
import { findLoaders } from "../find/commands.ts";
import { linkLoaders } from "../links/commands.ts";
import { offlineLoaders } from "../offline/commands.ts";
import { panelLoaders } from "../panels/commands.ts";
import { recipeLoaders } from "../recipes/commands.ts";
import { responseUrlLoaders } from "../responseUrls/commands.ts";
import { actionLoaders, responseLoaders } from "../responses/commands.ts";
import { structureChangeLoaders } from "../structureChanges/commands.ts";
import { surveyLoaders } from "../surveys/commands.ts";
import type { CommandParts } from "./commandParts.ts";
import type { CommandLoaders } from "./declaration.ts";
import { commandHandler, lazyHandler, type CommandHandler, type CommandId } from "./registry.ts";

const allLoaders: CommandLoaders = {
  ...dataSpaceLoaders,
  ...connectionLoaders,
  ...surveyLoaders,
  ...findLoaders,
  ...structureChangeLoaders,
  ...panelLoaders,
  ...responseLoaders,
  ...actionLoaders,
  ...offlineLoaders,
  ...exportLoaders,
  ...recipeLoaders,
  ...responseUrlLoaders,
  ...linkLoaders,
  ...assistantLoaders,
};

/** Returns the handlers of all commands, keyed by ID. Each loads its code when it is first used. */
export function commandHandlers(parts: CommandParts): Readonly<Record<string, CommandHandler>> {
  return Object.fromEntries(
    Object.entries(allLoaders).map(([name, load]) => {
      const id: CommandId = `surveyExplorer.${name}`;
      const handlerOf = () => load(parts, (command) => commandHandler(id, command, parts.log));
      return [id, lazyHandler(id, handlerOf, parts.log)];
    }),
  );
}
