import { Command, CommanderError } from "commander";
import type { Readable } from "node:stream";
import { SurveyError, textOf } from "../model/errors.ts";
import {
  inEnglishOf,
  localizable,
  translated,
  wordsOf,
  type LocalizableText,
} from "../model/localizable.ts";
import type { Translations } from "../model/words.ts";
import { withArgumentFirst } from "./argumentOrder.ts";
import { commanderText } from "./commanderText.ts";
import { forgetCredentials } from "./credentials.ts";
import { addCommandHelp, addProgramHelp, translatedHelp } from "./help.ts";
import { checkNode } from "./nodeVersion.ts";
import { optionsOf } from "./options.ts";
import { Output } from "./output.ts";
import type { CommandContext, Commands, ShellCommand } from "./shellCommand.ts";
import type { WorkerPaths, ShellHost } from "./shellHost.ts";
import { exitOf, exits, wrongUsage, type Exit } from "./usage.ts";

export interface ProgramOptions {
  readonly commands: Commands;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly input: Readable;
  readonly out: NodeJS.WriteStream;
  readonly err: NodeJS.WriteStream;
  readonly signal: AbortSignal;
  readonly programs: WorkerPaths;
  readonly translations: Translations;
  readonly toolVersion: string;
}

/** Runs the command that the arguments name. Reports a failed command instead of rejecting. @returns the exit code */
export async function runProgram(options: ProgramOptions): Promise<Exit> {
  const { args, commands, environment, out, err, translations, toolVersion } = options;
  const json = args.includes("--json");
  const words = wordsOf(translations);
  const output = new Output({ words, json, out, err });
  const variables = { ...environment };
  forgetCredentials(environment);
  const t = (text: LocalizableText): string => translated(text, words);
  const program = new Command("survey-explorer")
    .description(t(localizable("Explores and exports surveys and their responses.")))
    .version(toolVersion, undefined, t(localizable("Show the version number.")))
    .helpOption("-h, --help", t(localizable("Show this help.")))
    .helpCommand("help [command]", t(localizable("Show the help of a command")))
    .configureHelp(translatedHelp(t))
    .exitOverride()
    .configureOutput({
      writeOut: (it) => out.write(it),
      writeErr: (it) => err.write(it),
      outputError: () => undefined, // Reported below.
    });
  addProgramHelp(program, t);
  let exit: Exit = exits.done;
  try {
    for (const [name, { summary, load }] of Object.entries(commands)) {
      const command = program
        .command(name)
        .description(t(summary))
        .option("--json", t(localizable("Write one JSON document to standard output.")));
      // The help only lists the other commands, so they need not be loaded.
      if (!args.includes(name)) {
        continue;
      }
      checkNode();
      const { command: declared } = await load();
      declare(command, declared, t);
      command.action(async (...given: unknown[]) => {
        const values = valuesOf(command, declared, given, name === "serve");
        exit = await runCommand(declared, values, { ...options, output }, variables);
      });
    }
    await program.parseAsync(withArgumentFirst(args), { from: "user" });
    return exit;
  } catch (cause) {
    if (
      cause instanceof CommanderError &&
      (cause.exitCode === 0 || cause.code === "commander.help")
    ) {
      return cause.exitCode === 0 ? exits.done : exits.misused;
    }
    const error =
      cause instanceof CommanderError ? wrongUsage([commanderText(cause.message)]) : cause;
    const code = error instanceof SurveyError ? error.code : "unknown";
    output.note(textOf(error));
    output.failureJson({ code, message: inEnglishOf(words, textOf(error)) });
    return exitOf(error);
  }
}

/** Gives a command the options, the argument and the help that it declares. */
function declare(
  command: Command,
  declared: ShellCommand,
  t: (text: LocalizableText) => string,
): void {
  const { fields, argument } = declared;
  for (const option of optionsOf(fields, t)) {
    if (option.long !== "--json" && option.attributeName() !== argument) {
      command.addOption(option);
    }
  }
  if (argument !== undefined) {
    command.argument(`<${argument}>`);
  }
  addCommandHelp(command, declared, t);
}

/** Returns the options and the command's argument by name. */
function valuesOf(
  command: Command,
  { argument }: ShellCommand,
  given: readonly unknown[],
  keepsJson: boolean,
): object {
  const { json, ...values } = command.opts<{ json?: boolean }>();
  const named = argument === undefined ? {} : { [argument]: given[0] };
  return { ...values, ...named, ...(keepsJson && json === true ? { json } : {}) };
}

async function runCommand(
  declared: ShellCommand,
  values: object,
  options: ProgramOptions & { readonly output: Output },
  environment: NodeJS.ProcessEnv,
): Promise<Exit> {
  const { programs, translations, toolVersion, output } = options;
  let host: ShellHost | undefined;
  const context: CommandContext = {
    ...options,
    environment,
    host: async (spaces, copies) => {
      const { createShellHost } = await import("./shellHost.ts");
      host = await createShellHost({ spaces, copies, programs, translations, toolVersion });
      return host;
    },
  };
  try {
    return await declared.run(values, context);
  } finally {
    output.endProgress();
    await host?.close();
  }
}
