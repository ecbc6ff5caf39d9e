import * as z from "zod";
import * as vscode from "vscode";
import type { FocusPlace } from "../../messages/responses.ts";
import { invalidInput, isCancelled, neededSignIn, SurveyError } from "../../model/errors.ts";
import { issuesText } from "../../model/issueText.ts";
import { lazy } from "../../model/lazy.ts";
import { errorText } from "../platform/language.ts";
import { loaded } from "../platform/loaded.ts";
import { logFailure } from "../platform/log.ts";
import { plain } from "../platform/plainText.ts";
import { showError, type Action, offer } from "../platform/window.ts";
import { isClicked, type CommandSource } from "../surveys/node.ts";

export type CommandId = `surveyExplorer.${string}`;

/**
 * A command of the public contract (docs/commands.md). Called with an argument object, it asks nothing, resolves to its result
 * and rejects on failure. Called without, it asks the person for what it needs and tells the person the outcome.
 */
export interface Command<Argument, Result> {
  readonly argument: z.ZodType<Argument>;
  /**
   * Asks for the argument, starting from what was clicked. Resolves to `undefined` if the person cancels.
   * @param selected all selected items, if the clicked item is one of several
   */
  readonly ask: (
    clicked: CommandSource | undefined,
    selected: readonly CommandSource[],
  ) => Promise<Argument | undefined>;
  /** `interactive`: true if a person started the command and can be asked while it runs. */
  readonly run: (argument: Argument, interactive: boolean) => Promise<Result>;
  readonly notify?: (result: Result, argument: Argument) => Promise<void>;
  /** Returns what callers get. Default: the result. */
  readonly publicResult?: (result: Result) => unknown;
  /** Returns an action to offer after a failure, in addition to those that are offered after every failure. */
  readonly recover?: (argument: Argument, error: unknown) => Promise<Action | undefined>;
  /** Returns true if a panel shows the failure, so that the person is not told twice. */
  readonly showsFailure?: (error: unknown) => boolean;
}

/** Called by VS Code with the clicked item and all selected items, or with an argument of the public contract. */
export interface CommandHandler<Argument = unknown> {
  (given?: unknown, others?: unknown): Promise<unknown>;
  /** Exists in the type only: tells declarations what the command takes. */
  readonly takes?: Argument;
}

/** Returns a handler that loads the command's own handler when it is called. */
export function lazyHandler(
  id: CommandId,
  load: () => Promise<CommandHandler>,
  log: vscode.LogOutputChannel,
): CommandHandler {
  return async (given, others) => {
    let handler: CommandHandler;
    try {
      handler = await loaded(load());
    } catch (error) {
      if (isOfPerson(given)) {
        void report(id, error, log);
        return undefined;
      }
      logFailure(log, id, error);
      throw error;
    }
    return handler(given, others);
  };
}

/** Makes a handler of a command. All commands run through it: it logs every failure, and shows it if a person started it. */
export function commandHandler<Argument, Result>(
  id: CommandId,
  command: Command<Argument, Result>,
  log: vscode.LogOutputChannel,
): CommandHandler<Argument> {
  const { publicResult = (it: Result): unknown => it } = command;
  return async (given, others) => {
    const clicked = isClicked(given) ? given : undefined;
    const selected = Array.isArray(others) ? others.filter(isClicked) : [];
    const interactive = isOfPerson(given);
    let argument: Argument | undefined;
    try {
      if (!interactive) {
        return publicResult(await command.run(decode(id, command.argument, given), false));
      }
      const chosen = await command.ask(clicked, selected);
      if (chosen === undefined) {
        return undefined;
      }
      argument = chosen;
      const result = await command.run(chosen, true);
      // Do not wait for the message, which may stay open for long after the work is done.
      void command
        .notify?.(result, chosen)
        .then(undefined, (error: unknown) => report(id, error, log));
      return publicResult(result);
    } catch (error) {
      if (interactive && (argument === undefined || !command.showsFailure?.(error))) {
        const recover =
          argument === undefined ? undefined : await command.recover?.(argument, error);
        void report(id, error, log, { recover, about: argument ?? clicked });
        return undefined;
      }
      logFailure(log, id, error);
      if (!interactive) {
        throw error;
      }
      return undefined;
    }
  };
}

/** Returns true if a person started the command, by a click or by its name. */
function isOfPerson(given: unknown): boolean {
  return given === undefined || given === null || isClicked(given);
}

function decode<Argument>(id: CommandId, argument: z.ZodType<Argument>, given: unknown): Argument {
  const result = argument.safeParse(given);
  if (!result.success) {
    throw invalidInput("The argument of {0} is not valid: {1}", id, issuesText(result.error));
  }
  return result.data;
}

async function report(
  what: string,
  error: unknown,
  log: vscode.LogOutputChannel,
  { recover, about }: { readonly recover?: Action | undefined; readonly about?: unknown } = {},
): Promise<void> {
  if (isCancelled(error)) {
    return;
  }
  logFailure(log, what, error);
  const showLog: Action = {
    title: vscode.l10n.t("Show Log"),
    run: async () => log.show(),
  };
  await offer(
    showError,
    plain(errorText(error)),
    ...(recover ? [recover] : []),
    ...recoveryActions(error, about),
    showLog,
  );
}

const ofDataSpace = lazy(() => z.object({ dataSpace: z.string() }));

/** @param about the command's argument or clicked item, which may name the data space */
function recoveryActions(error: unknown, about: unknown): Action[] {
  const isOtherVersion = error instanceof SurveyError && error.code === "not-in-version";
  const command = isOtherVersion ? "changeVersion" : neededSignIn(error);
  if (!command) {
    return [];
  }
  const titles = {
    signIn: vscode.l10n.t("Sign In"),
    signInToProxy: vscode.l10n.t("Sign In to Proxy"),
    changeVersion: vscode.l10n.t("Change API Version…"),
  };
  const { data } = ofDataSpace().safeParse(about);
  const clicked = data && { kind: "dataSpace", ...data };
  const run = () => vscode.commands.executeCommand(`surveyExplorer.${command}`, clicked);
  return [{ title: titles[command], run }];
}

/** The context keys that package.json's `when` clauses read. */
export interface ContextKeys {
  readonly hasDataSpaces: boolean;
  /** Not the same as `!hasDataSpaces`: in a window that has just opened, neither key is set. */
  readonly hasNoDataSpaces: boolean;
  readonly runningOnly: boolean;
  /** True if the Surveys view is filtered by a text. */
  readonly filtered: boolean;
  readonly localRunning: boolean;
  readonly hasExports: boolean;
  /** Part of the responses panel that has the focus; `undefined` if none has. */
  readonly responsesFocus: Exclude<FocusPlace, "outside"> | undefined;
}

export function setContextKey<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): void {
  void vscode.commands.executeCommand("setContext", `surveyExplorer.${key}`, value);
}
