import type { CommandParts } from "./commandParts.ts";
import type { Command, CommandHandler } from "./registry.ts";

/** A menu of VS Code, or a submenu of this extension, that offers a command. */
export interface MenuPlace {
  readonly menu: string;
  readonly when?: string;
  readonly group: string;
}

/** A default key binding, which a person may change or remove. */
export interface KeyPlace {
  readonly key: string;
  readonly when: string;
}

/** A command as written to the manifest (`npm run manifest`), and the loader of its handler. Its title: `command.<name>`. */
export interface CommandDeclaration {
  /** Name of a codicon. */
  readonly icon?: string;
  /** `when` clause of the command palette. Default: always. */
  readonly palette?: string;
  readonly places?: readonly MenuPlace[];
  readonly keys?: readonly KeyPlace[];
  /** Called when the command is first used, so that what it imports does not slow the start. */
  readonly load: (parts: CommandParts, handle: MakeHandler) => Promise<CommandHandler>;
}

export type MakeHandler = <Argument, Result>(command: Command<Argument, Result>) => CommandHandler;

/** Keyed by command ID without "surveyExplorer.". */
export type CommandDeclarations = Readonly<Record<string, CommandDeclaration>>;

/** `palette` of a command that needs a clicked item: the palette never offers it. */
export const neverInPalette = "false";

/**
 * Returns a place in the context menu of rows in the Surveys view.
 * @param contextValue pattern of the rows' context value
 * @param selected how many rows may be selected
 */
export function surveyRow(
  contextValue: RegExp,
  group: string,
  selected: "one" | "several" | "any" = group.startsWith("inline") ? "any" : "one",
): MenuPlace {
  const multi = { one: "!listMultiSelection && ", several: "listMultiSelection && ", any: "" };
  const when = `view == surveyExplorer.surveys && ${multi[selected]}viewItem =~ ${String(contextValue)}`;
  return { menu: "view/item/context", when, group };
}

/** Returns a place in the context menu of rows in the Exports view. */
export function exportRow(contextValue: RegExp, group: string): MenuPlace {
  const when = `view == surveyExplorer.exports && viewItem =~ ${String(contextValue)}`;
  return { menu: "view/item/context", when, group };
}

export function viewTitle(view: "surveys" | "exports", group: string, condition = ""): MenuPlace {
  const when = `view == surveyExplorer.${view}${condition && ` && ${condition}`}`;
  return { menu: "view/title", when, group };
}
