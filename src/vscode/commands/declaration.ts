import type { CommandSource } from "../surveys/node.ts";
import type { CommandParts } from "./commandParts.ts";
import type { Command, CommandHandler } from "./registry.ts";

/** A place that offers a command, with its group there and the condition under which it does. */
export type MenuPlace = Readonly<{ group: string; when?: string }> &
  (
    | SurveyRow
    /** The context menu of rows in the Exports view whose context value matches. */
    | Readonly<{ exportRow: RegExp }>
    /** The title of a view. */
    | Readonly<{ viewTitle: "surveys" | "exports" }>
    /** A menu of VS Code, or a submenu of this extension. */
    | Readonly<{ menu: string }>
  );

/** The context menu of rows in the Surveys view whose context value matches. */
export interface SurveyRow {
  readonly surveyRow: RegExp;
  /** How many rows may be selected. Default: any for inline groups, else one. */
  readonly selected?: "one" | "several" | "any";
}

/** A default key binding, which a person may change or remove. */
export interface KeyPlace {
  readonly key: string;
  readonly when: string;
}

/**
 * A command as `npm run manifest` writes it to the manifest and to docs/commands.md. Only that script uses declarations, and
 * they call nothing, so that the bundle has none of them.
 */
export interface CommandDeclaration {
  readonly title: CommandTitle;
  /** Name of a codicon. */
  readonly icon?: string;
  /** `when` clause of the command palette. Default: always. */
  readonly palette?: string;
  readonly places?: readonly MenuPlace[];
  readonly keys?: readonly KeyPlace[];
  /** What callers pass, in the manual: Markdown. Without it, the manual does not have the command. */
  readonly argument?: string;
  /** What the command resolves to, in the manual: Markdown. */
  readonly result?: string;
}

export interface CommandTitle {
  readonly en: string;
  readonly ko: string;
}

/** A command that takes an argument must say so in the manual. */
type Declared<Argument> = [Argument] extends [CommandSource | Record<string, never>]
  ? CommandDeclaration
  : CommandDeclaration & { readonly argument: string };

/** The declarations of the commands that have these loaders. Keyed by command ID without "surveyExplorer.". */
export type CommandDeclarations<Loaders extends CommandLoaders> = {
  readonly [Name in keyof Loaders]: Loaders[Name] extends LoadHandler<infer Argument>
    ? Declared<Argument>
    : never;
};

/** Loads a command's handler when the command is first used, so that what it imports does not slow the start. */
export type LoadHandler<Argument = unknown> = (
  parts: CommandParts,
  handle: <A, Result>(command: Command<A, Result>) => CommandHandler<A>,
) => Promise<CommandHandler<Argument>>;

/** Returns the loader of a command. @param load imports the function that makes the command */
export function commandOf<Argument, Result>(
  load: () => Promise<(parts: CommandParts) => Command<Argument, Result>>,
): LoadHandler<Argument> {
  return async (parts, handle) => handle((await load())(parts));
}

/** Keyed as the declarations. */
export type CommandLoaders = Readonly<Record<string, LoadHandler>>;

/** `palette` of a command that needs a clicked item: the palette never offers it. */
export const neverInPalette = "false";
