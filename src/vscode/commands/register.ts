import * as vscode from "vscode";
import { allCommands } from "./all.ts";
import type { CommandParts } from "./commandParts.ts";
import { commandHandler, registerLazily, type CommandId } from "./registry.ts";

/** Registers all commands; what they do is loaded when they are used first. */
export function registerCommands(parts: CommandParts): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(allCommands).map(([name, { load }]) => {
      const id: CommandId = `surveyExplorer.${name}`;
      const handlerOf = () => load(parts, (command) => commandHandler(id, command, parts.log));
      return registerLazily(id, handlerOf, parts.log);
    }),
  );
}
