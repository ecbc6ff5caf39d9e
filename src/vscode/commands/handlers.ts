import { allCommands } from "./all.ts";
import type { CommandParts } from "./commandParts.ts";
import { commandHandler, lazyHandler, type CommandHandler, type CommandId } from "./registry.ts";

/** Returns the handlers of all commands, keyed by ID. Each loads its code when it is first used. */
export function commandHandlers(parts: CommandParts): Readonly<Record<string, CommandHandler>> {
  return Object.fromEntries(
    Object.entries(allCommands).map(([name, { load }]) => {
      const id: CommandId = `surveyExplorer.${name}`;
      const handlerOf = () => load(parts, (command) => commandHandler(id, command, parts.log));
      return [id, lazyHandler(id, handlerOf, parts.log)];
    }),
  );
}
