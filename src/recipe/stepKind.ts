import * as z from "zod";
import type { JobHost } from "../jobs/jobHost.ts";
import type { SurveyError } from "../model/errors.ts";
import type { LocalizableText } from "../model/localizable.ts";

/** What is wrong with a field, by its place below the step. */
export interface FieldIssue {
  readonly path: readonly string[];
  readonly text: LocalizableText;
}

/** A step as it stands in the file, whatever is wrong with it. */
export type RawStep = Readonly<Record<string, unknown>>;

/** How far a step has come. */
export interface StepProgress {
  /** What is being done, where that is more than one thing. */
  readonly step?: LocalizableText | undefined;
  /** So far. */
  readonly responses?: number | undefined;
  /** 0 to 1; a guess. */
  readonly share?: number | undefined;
  /** Nothing may come until then, in ms since 1970. */
  readonly waiting?: { readonly until: number; readonly error: SurveyError } | undefined;
}

export interface StepContext {
  readonly host: JobHost;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: StepProgress) => void;
  /** Absolute path of what a field names. */
  readonly pathOf: (named: string) => Promise<string>;
  /** The same of a file to write; its folder is made. */
  readonly targetOf: (named: string) => Promise<string>;
}

/** What a step came to: that of the command of the same name. */
export type StepResult = Readonly<Record<string, unknown>>;

export interface Done {
  readonly result: StepResult;
  /** Why the step counts as failed nevertheless. */
  readonly failure?: SurveyError | undefined;
}

/** Of every step. */
export const stepTarget = {
  dataSpace: z.string().min(1).describe("Name of the data space."),
  survey: z.string().min(1).describe("ID of the survey."),
};

/** Of steps that write a file. */
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
  /** What contradicts itself, where each field is as it should be or not. */
  readonly contradictions: (raw: RawStep) => readonly FieldIssue[];
  /** @param step as it was decoded */
  readonly run: (step: unknown, context: StepContext) => Promise<Done>;
}

/** @param run is handed what the schema makes of the step; what it needs is loaded then */
export function stepKind<S extends z.ZodObject>(
  schema: S,
  run: (step: z.infer<S>, context: StepContext) => Promise<Done>,
  contradictions: (raw: RawStep) => readonly FieldIssue[] = () => [],
): StepKind<S> {
  return { schema, contradictions, run: (step, context) => run(schema.parse(step), context) };
}
