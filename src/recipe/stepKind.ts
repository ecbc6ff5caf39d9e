import * as z from "zod";
import type { JobHost } from "../jobs/jobHost.ts";
import type { JobProgress } from "../jobs/shownProgress.ts";
import type { SurveyError } from "../model/errors.ts";
import type { LocalizableText } from "../model/localizable.ts";

/** What is wrong with a field, by its path below the step. */
export interface FieldIssue {
  readonly path: readonly string[];
  readonly text: LocalizableText;
  /** Words of the text that are names of fields, which the shell calls by their options. */
  readonly fields?: readonly string[] | undefined;
}

/** A step as it stands in the file, valid or not. */
export type RawStep = Readonly<Record<string, unknown>>;

export interface StepContext {
  readonly host: JobHost;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
  /** Returns the absolute path of what a field names. */
  readonly pathOf: (named: string) => Promise<string>;
  /** Does the same for a file to write, and makes its folder. */
  readonly targetOf: (named: string) => Promise<string>;
}

/** Result of a step: that of the command of the same name. */
export type StepResult = Readonly<Record<string, unknown>>;

export interface StepReport {
  readonly result: StepResult;
  /** What a person should know about the result, which has the same in English. */
  readonly warnings?: readonly LocalizableText[] | undefined;
  /** Why the step counts as failed despite its result. */
  readonly failure?: SurveyError | undefined;
}

/** Fields of every step. */
export const stepTarget = {
  dataSpace: z.string().min(1).describe("Name of the data space."),
  survey: z.string().min(1).describe("ID of the survey."),
};

/** Fields of steps that write a file. */
export const fileTarget = {
  ...stepTarget,
  file: z
    .string()
    .min(1)
    .describe(
      "The file to write, relative to the recipe. {date}, {surveyId} and {title} stand for the local date, the survey's ID and its title.",
    ),
  overwrite: z.boolean().optional().describe("Replace the file if there is one."),
};

/** The one object that declares a kind of step. */
export interface StepKind<S extends z.ZodObject = z.ZodObject> {
  readonly schema: S;
  /** Returns contradictions between fields. The fields themselves may be invalid. */
  readonly contradictions: (raw: RawStep) => readonly FieldIssue[];
  /** @param step decoded; the schema parses it once more */
  readonly run: (step: unknown, context: StepContext) => Promise<StepReport>;
}

/** @param load imports the function that runs the decoded step */
export function stepKind<S extends z.ZodObject>(
  schema: S,
  load: () => Promise<(step: z.infer<S>, context: StepContext) => Promise<StepReport>>,
  contradictions: (raw: RawStep) => readonly FieldIssue[] = () => [],
): StepKind<S> {
  return {
    schema,
    contradictions,
    run: async (step, context) => (await load())(schema.parse(step), context),
  };
}
