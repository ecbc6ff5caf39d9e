import * as z from "zod";
import * as vscode from "vscode";
import type { FocusPlace } from "../../messages/responses.ts";
import { isCancelled, neededSignIn, SurveyError } from "../../model/errors.ts";
import { issuesText } from "../../model/issueText.ts";
import { localizable } from "../../model/localizable.ts";
import { once } from "../../model/once.ts";
import type { Action } from "../platform/action.ts";
import { errorText } from "../platform/language.ts";
import { loaded } from "../platform/loaded.ts";
import { logFailure } from "../platform/log.ts";
import { plain } from "../platform/plainText.ts";
import { showError } from "../platform/window.ts";
import { isClicked, type Clicked } from "../surveys/node.ts";

export type CommandId = `surveyExplorer.${string}`;

/**
 * A command of the public contract (DESIGN.md). With one object it asks nothing, rejects on failure and resolves to its
 * result; without, it asks a person for what it needs, and tells a person how it went.
 */
export interface Command<Argument, Result> {
  readonly argument: z.ZodType<Argument>;
  /**
   * Asks for the argument, beginning with what was clicked. `undefined`: the person changed their mind.
   * @param selected all that is selected, where what was clicked is one of several
   */
  readonly ask: (
    clicked: Clicked | undefined,
    selected: readonly Clicked[],
  ) => Promise<Argument | undefined>;
  /** `interactive`: a person started it, who may be asked on the way. */
  readonly run: (argument: Argument, interactive: boolean) => Promise<Result>;
  readonly notify?: (result: Result, argument: Argument) => Promise<void>;
  /** What a person may do about a failure, beside what is offered for every one. */
  readonly recover?: (argument: Argument, error: unknown) => Promise<Action | undefined>;
  /** Whether a panel shows the failure itself; nobody is told twice. */
  readonly showsFailure?: (error: unknown) => boolean;
}

/** What VS Code calls, with what was clicked and all that is selected, or with an argument of the public contract. */
export type CommandHandler = (given?: unknown, others?: unknown) => Promise<unknown>;

/** What a command does, loaded when it is used first. */
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

/** The one door by which commands come in: every failure is logged, and told to a person where a person asked. */
export function commandHandler<Argument, Result>(
  id: CommandId,
  command: Command<Argument, Result>,
  log: vscode.LogOutputChannel,
): CommandHandler {
  return async (given, others) => {
    const clicked = isClicked(given) ? given : undefined;
    const selected = Array.isArray(others) ? others.filter(isClicked) : [];
    const interactive = isOfPerson(given);
    let argument: Argument | undefined;
    try {
      if (!interactive) {
        return await command.run(decode(id, command.argument, given), false);
      }
      const chosen = await command.ask(clicked, selected);
      if (chosen === undefined) {
        return undefined;
      }
      argument = chosen;
      const result = await command.run(chosen, true);
      // The command is done when its work is; the message may stay as long as the person likes.
      void command
        .notify?.(result, chosen)
        .then(undefined, (error: unknown) => report(id, error, log));
      return result;
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

/** Whether a person started the command, by a click or by its name. */
function isOfPerson(given: unknown): boolean {
  return given === undefined || given === null || isClicked(given);
}

function decode<Argument>(id: CommandId, argument: z.ZodType<Argument>, given: unknown): Argument {
  const result = argument.safeParse(given);
  if (!result.success) {
    throw new SurveyError(
      "invalid-input",
      localizable("The argument of {0} is not valid: {1}", id, issuesText(result.error)),
    );
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
  const choice = await showError(
    plain(errorText(error)),
    ...(recover ? [recover] : []),
    ...recoveryActions(error, about),
    showLog,
  );
  await choice?.run();
}

const ofDataSpace = once(() => z.object({ dataSpace: z.string() }));

/** @param about what the command was given, which may name the data space */
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
  /** Not what its opposite is: in a window that has just opened it is known of neither. */
  readonly hasNoDataSpaces: boolean;
  readonly runningOnly: boolean;
  /** Of the Surveys view, by a text. */
  readonly filtered: boolean;
  readonly localRunning: boolean;
  readonly hasExports: boolean;
  /** Of the responses panel; absent: none has the focus. */
  readonly responsesFocus: Exclude<FocusPlace, "outside"> | undefined;
}

export function setContextKey<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): void {
  void vscode.commands.executeCommand("setContext", `surveyExplorer.${key}`, value);
}
