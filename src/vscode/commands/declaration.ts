import type { CommandParts } from "./commandParts.ts";
import type { Command, CommandHandler } from "./registry.ts";

/** A menu of VS Code, or one of our submenus, that offers a command. */
export interface MenuPlace {
  readonly menu: string;
  readonly when?: string;
  readonly group: string;
}

/** A key of VS Code, which a person may change or remove. */
export interface KeyPlace {
  readonly key: string;
  readonly when: string;
}

/** A command as the manifest has it (`npm run manifest`), and how to get at what it does. Its title is `command.<name>`. */
export interface CommandDeclaration {
  /** Of the codicons. */
  readonly icon?: string;
  /** When the palette offers it. Absent: always. */
  readonly palette?: string;
  readonly places?: readonly MenuPlace[];
  readonly keys?: readonly KeyPlace[];
  /** Called when the command is used first: what is imported here does not slow the start. */
  readonly load: (parts: CommandParts, handle: MakeHandler) => Promise<CommandHandler>;
}

export type MakeHandler = <Argument, Result>(command: Command<Argument, Result>) => CommandHandler;

/** By id, without "surveyExplorer." before it. */
export type CommandDeclarations = Readonly<Record<string, CommandDeclaration>>;

/** Needs something that was clicked. */
export const onlyOnRows = "false";

/**
 * On rows of the Surveys view.
 * @param contextValue of the rows
 * @param selected how many may be
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

/** On rows of the Exports view. */
export function exportRow(contextValue: RegExp, group: string): MenuPlace {
  const when = `view == surveyExplorer.exports && viewItem =~ ${String(contextValue)}`;
  return { menu: "view/item/context", when, group };
}

export function viewTitle(view: "surveys" | "exports", group: string, condition = ""): MenuPlace {
  const when = `view == surveyExplorer.${view}${condition && ` && ${condition}`}`;
  return { menu: "view/title", when, group };
}
