import type { Writable } from "node:stream";
import * as z from "zod";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { apiVersions } from "../model/survey.ts";
import type { Translations } from "../model/words.ts";
import type { FieldIssue, RawStep } from "../recipe/stepKind.ts";
import { checkContradictions } from "./contradictions.ts";
import { decodedOptions, type Fields } from "./options.ts";
import type { Output } from "./output.ts";
import type { WorkerPaths, ShellHost } from "./shellHost.ts";
import type { ShellSpace, ProcessInput } from "./spaces.ts";
import { exits, type Exit } from "./usage.ts";

/** What a command gets in addition to its options. */
export interface CommandContext extends ProcessInput {
  readonly output: Output;
  /** Standard output, for commands that write to it directly instead of through `output`. */
  readonly out: Writable;
  /**
   * Makes the host, which is closed when the command ends.
   * @param copies folder where surveys' copies are kept; undefined: none is kept
   */
  readonly host: (spaces: readonly ShellSpace[], copies?: string) => Promise<ShellHost>;
  readonly programs: WorkerPaths;
  readonly translations: Translations;
  readonly toolVersion: string;
}

export interface ShellCommand {
  /** The field that is not an option, but the argument after the command's name. */
  readonly argument?: string | undefined;
  readonly fields: Fields;
  /** An example for the help, without the program's name. */
  readonly example: string;
  readonly run: (values: object, context: CommandContext) => Promise<Exit>;
}

interface DeclaredCommand<F extends Fields> extends Omit<ShellCommand, "run"> {
  readonly fields: F;
  /** Returns contradictions between options. */
  readonly contradictions?: (raw: RawStep) => readonly FieldIssue[];
  /** Takes the decoded options. @returns the exit code; `undefined`: done */
  readonly run: (
    asked: z.infer<z.ZodObject<F>>,
    context: CommandContext,
  ) => Promise<Exit | undefined>;
}

export function shellCommand<F extends Fields>({
  contradictions = () => [],
  run,
  ...declared
}: DeclaredCommand<F>): ShellCommand {
  const schema = z.strictObject(declared.fields);
  return {
    ...declared,
    run: async (values, context) => {
      const asked = decodedOptions(schema, checkContradictions(values, contradictions));
      return (await run(asked, context)) ?? exits.done;
    },
  };
}

/** The commands by name. A command's code is loaded when the command line names it. */
export type Commands = Readonly<
  Record<
    string,
    {
      readonly summary: LocalizableText;
      readonly load: () => Promise<{ readonly command: ShellCommand }>;
    }
  >
>;

/** Options of all commands that access a data space. */
export const connectionFields = {
  url: z
    .string()
    .optional()
    .describe(localizable("Address of the data space, beginning with https://.").text),
  apiVersion: z
    .enum(apiVersions)
    .optional()
    .describe(localizable("Version of the API (default: v3).").text),
  ca: z
    .string()
    .optional()
    .describe(
      localizable("Certificate authority to trust, a PEM file; or SURVEY_EXPLORER_CA.").text,
    ),
  concurrency: z
    .string()
    .regex(/^([1-9]|1[0-6])$/, localizable("must be a number from 1 to 16").text)
    .optional()
    .describe(localizable("Maximum number of simultaneous requests (default: 8).").text),
  credentials: z
    .string()
    .optional()
    .describe(localizable("-: read Space ID and API key from standard input, one per line.").text),
};

/** Option of the commands that read responses. */
export const copiesField = {
  copies: z
    .string()
    .optional()
    .describe(localizable("Folder that keeps copies of surveys, for the next time.").text),
};

/** Help for filters: the fields that are JSON cannot be guessed. */
export const filterHelp = localizable(
  'Only responses that fulfil all conditions, such as {"conditions": [{"kind": "variable", "name": "Q1", "is": "oneOf", "values": ["1"]}]}.',
).text;

export const surveyField = {
  survey: z.string().min(1).describe(localizable("ID of the survey.").text),
};

/** Options of the commands that write a file. */
export const fileFields = {
  ...surveyField,
  out: z.string().min(1).describe(localizable("The file to write.").text),
  overwrite: z.boolean().optional().describe(localizable("Replace the file if there is one.").text),
};
