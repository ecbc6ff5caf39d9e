import type { Command, HelpConfiguration } from "commander";
import { localizable, sentences, type LocalizableText } from "../model/localizable.ts";
import type { ShellCommand } from "./shellCommand.ts";

type Translate = (text: LocalizableText) => string;

const titles = new Map(
  [
    localizable("Usage:"),
    localizable("Arguments:"),
    localizable("Options:"),
    localizable("Commands:"),
  ].map((it) => [it.text, it]),
);

/** Returns how the help says what commander would say in English. */
export function translatedHelp(t: Translate): HelpConfiguration {
  return {
    styleTitle: (title) => t(titles.get(title) ?? sentences(title)),
    optionDescription: ({ description, argChoices }) =>
      argChoices
        ? `${description} (${t(localizable("choices"))}: ${argChoices.join(", ")})`
        : description,
    displayWidth: columnsOf,
  };
}

/** Returns how many columns of a terminal the text takes: Korean letters are two columns wide. */
function columnsOf(text: string): number {
  return text.length + (text.match(/\p{Script=Hangul}/gu)?.length ?? 0);
}

const oneCommand = localizable(
  "Options of a command, and an example: survey-explorer COMMAND --help",
);
const credentials = localizable(
  "Credentials: SURVEY_EXPLORER_SPACE_ID and SURVEY_EXPLORER_API_KEY in the environment, or two lines on standard input with --credentials -.",
);
const onlyVariables = localizable(
  "Credentials: SURVEY_EXPLORER_SPACE_ID and SURVEY_EXPLORER_API_KEY in the environment.",
);
const exitCodes = localizable(
  "Exit codes: 0 done, 1 failed, 2 used wrongly, 3 differs, 130 cancelled.",
);

/** Adds to the help of the program what it does not say of itself. */
export function addProgramHelp(program: Command, t: Translate): void {
  program.addHelpText("after", () => wrapped(program, [oneCommand, credentials, exitCodes], t));
}

/** Adds the example of a command to its help, and what concerns several commands. */
export function addCommandHelp(
  command: Command,
  { fields, example }: ShellCommand,
  t: Translate,
): void {
  const needsAccess = fields["credentials"];
  const access = needsAccess?.description === undefined ? onlyVariables : credentials;
  const texts = needsAccess ? [access, exitCodes] : [exitCodes];
  command.addHelpText(
    "after",
    () =>
      `\n${t(localizable("Example:"))}\n  survey-explorer ${example}\n${wrapped(command, texts, t)}`,
  );
}

function wrapped(command: Command, texts: readonly LocalizableText[], t: Translate): string {
  const help = command.createHelp();
  help.prepareContext({ helpWidth: command.configureOutput().getOutHelpWidth?.() ?? 80 });
  return `\n${texts.map((it) => help.boxWrap(t(it), help.helpWidth ?? 80)).join("\n")}\n`;
}
