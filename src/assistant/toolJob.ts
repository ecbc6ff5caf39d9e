import * as z from "zod";
import { orCancelled } from "../client/waiting.ts";
import { invalidInput, SurveyError } from "../model/errors.ts";
import { issuesText } from "../model/issueText.ts";
import {
  inEnglishOf,
  localizable,
  plural,
  sentences,
  type LocalizableText,
} from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import { nearNames } from "../model/nearNames.ts";
import type { ReadSurvey } from "../reports/readTable.ts";
import { answerText, pageNote, type AnswerPage } from "./answerText.ts";
import type { FiguresStore } from "./figuresStore.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";
import { sharedLevels, type SharedLevel, type SharedSpace, type ToolHost } from "./toolHost.ts";

/** A tool's answer, and what is logged about it for the person. */
export interface ToldAnswer extends ToolAnswer {
  readonly what: string;
  /** What it is of. Figures say so themselves. */
  readonly dataSpace?: string | undefined;
  readonly surveyId?: string | undefined;
  /** The page that is told, if there may be others: the answer says how to get the next one. */
  readonly page?: AnswerPage<unknown>;
}

/** A survey whose responses have been read. */
export interface ReadForTool {
  readonly survey: ReadSurvey;
  /** Notes for the answer, in English: that the service could not be reached. */
  readonly notes: readonly string[];
}

/** One call of a tool. */
export class ToolJob {
  readonly host: ToolHost;
  readonly call: ToolCall;
  readonly level: SharedLevel;

  constructor(host: ToolHost, call: ToolCall, level: SharedLevel) {
    this.host = host;
    this.call = call;
    this.level = level;
  }

  /** Waits for the work. @throws SurveyError "cancelled" as soon as the call is cancelled, even if the work goes on */
  cancellable<T>(work: Promise<T>): Promise<T> {
    return orCancelled(work, this.call.signal);
  }

  /**
   * Returns the named data space, or the only one.
   * @throws SurveyError if there is none, if there are several and none is named, or if the person does not allow this level
   */
  async space(name: string | undefined): Promise<SharedSpace> {
    const spaces = await this.cancellable(this.host.dataSpaces());
    const found = name === undefined ? only(spaces) : spaces.find((it) => it.name === name);
    if (!found) {
      throw unknownSpace(name ?? "", spaces);
    }
    checkLevel(found, this.level);
    return found;
  }

  /** Reads the new responses of a survey. If the service cannot be reached, uses the kept ones. */
  reading<T>(
    dataSpace: string,
    surveyId: string,
    use: (read: ReadForTool) => Promise<T>,
  ): Promise<T> {
    const { signal, onProgress } = this.call;
    const notes: string[] = [];
    return this.cancellable(
      this.host.withTable(
        { dataSpace, surveyId },
        {
          signal,
          onLoaded: (loaded) =>
            onProgress(
              plural(loaded, { one: "{0} response loaded.", other: "{0} responses loaded." }),
            ),
          onWaiting: () => undefined,
          onStoredUsed: (why) =>
            notes.push(
              `The service cannot be reached now (${inEnglishOf(this.host.translations, why.text)}). The figures are of what was kept on this machine.`,
            ),
        },
        (survey) => use({ survey, notes }),
      ),
    );
  }
}

/**
 * Makes a tool from its `tell` function: decodes the arguments first, and logs what was told afterwards. The job that `tell`
 * gets checks what the person allows.
 */
export function defineTool<S extends z.core.$ZodShape>({
  tell,
  sharing,
  input: shape,
  ...declared
}: Omit<Tool, "input" | "sharing" | "run"> & {
  /** Fields of the arguments. Others are refused. */
  readonly input: S;
  readonly sharing: (input: z.infer<z.ZodObject<S>>) => LocalizableText;
  readonly tell: (job: ToolJob, input: z.infer<z.ZodObject<S>>) => Promise<ToldAnswer>;
}): Tool {
  const tool = { ...declared, input: z.strictObject(shape) };
  return {
    ...tool,
    sharing: (given) => sharing(argumentsOf(tool, given)),
    run: async (host, given, call) => {
      const job = new ToolJob(host, call, tool.level);
      const input = argumentsOf(tool, given);
      const told = await job.cancellable(tell(job, input));
      const { what, page, dataSpace: _space, surveyId: _survey, ...answer } = told;
      const { dataSpace, surveyId } = told.figures?.query ?? told;
      host.shared({ tool: tool.name, dataSpace, surveyId, what });
      return page ? withPage(answer, page) : answer;
    },
  };
}

function withPage(answer: ToolAnswer, page: AnswerPage<unknown>): ToolAnswer {
  const { cursor } = page;
  return {
    ...answer,
    text: answerText(answer.text, pageNote(page)),
    content: { ...answer.content, ...(cursor === undefined ? {} : { cursor }) },
  };
}

/** Returns the JSON Schema of a tool's arguments, for models and clients. */
export function toolSchema({
  input,
}: Pick<Tool, "input">): Readonly<Record<string, unknown>> & { readonly type: "object" } {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input" });
  return { ...schema, type: "object" };
}

/** Runs a tool with undecoded arguments, and stores the query of the figures it tells. @throws SurveyErrors of the tool */
export async function callTool(
  tool: Tool,
  { host, figures }: { readonly host: ToolHost; readonly figures: FiguresStore },
  given: unknown,
  call: ToolCall,
): Promise<ToolAnswer> {
  const answer = await tool.run(host, given ?? {}, call);
  if (answer.figures) {
    await figures.keep(answer.figures.hash, answer.figures.query);
  }
  return answer;
}

/**
 * Decodes arguments from a model.
 * @throws SurveyError "invalid-input" that names the invalid arguments, or an unknown one and the name that may be meant
 */
export function argumentsOf<S extends z.core.$ZodShape>(
  { name, input }: Pick<Tool, "name"> & { readonly input: z.ZodObject<S> },
  given: unknown,
): z.infer<z.ZodObject<S>> {
  const parsed = input.safeParse(given ?? {});
  if (parsed.success) {
    return parsed.data;
  }
  const [unknown] = parsed.error.issues.flatMap((it) =>
    it.code === "unrecognized_keys" && it.path.length === 0 ? it.keys : [],
  );
  if (unknown === undefined) {
    throw invalidInput("{0} cannot be called like that: {1}.", name, issuesText(parsed.error));
  }
  const names = Object.keys(input.shape);
  const [near] = nearNames(unknown, names);
  throw near === undefined
    ? invalidInput('{0} has no argument "{1}". It takes {2}.', name, unknown, names.join(", "))
    : invalidInput('{0} has no argument "{1}". Did you mean "{2}"?', name, unknown, near);
}

export function allows({ level }: Pick<SharedSpace, "level">, wanted: SharedLevel): boolean {
  return sharedLevels.indexOf(level) >= sharedLevels.indexOf(wanted);
}

function only(spaces: readonly SharedSpace[]): SharedSpace {
  const [first, ...others] = spaces;
  if (!first) {
    throw SurveyError.of(
      "unknown-data-space",
      "There is no data space. Ask the person to add one to Survey Explorer.",
    );
  }
  if (others.length > 0) {
    throw invalidInput(
      "There are several data spaces. Name one as dataSpace: {0}.",
      quoted(spaces),
    );
  }
  return first;
}

function unknownSpace(name: string, spaces: readonly SharedSpace[]): SurveyError {
  const names = spaces.map((it) => it.name);
  const [near] = nearNames(name, names);
  return near === undefined
    ? SurveyError.of(
        "unknown-data-space",
        'There is no data space "{0}". Data spaces: {1}.',
        name,
        quoted(spaces),
      )
    : SurveyError.of(
        "unknown-data-space",
        'There is no data space "{0}". Did you mean "{1}"?',
        name,
        near,
      );
}

function quoted(spaces: readonly SharedSpace[]): string {
  return spaces.map((it) => `"${it.name}"`).join(", ");
}

/** @throws SurveyError "forbidden" that says how the person can allow it, if they do not */
export function checkLevel(space: Pick<SharedSpace, "name" | "level">, wanted: SharedLevel): void {
  if (!allows(space, wanted)) {
    throw new SurveyError(
      "forbidden",
      sentences(
        localizable(
          'Assistants may be told "{0}" of the data space {1}, and this needs "{2}".',
          space.level,
          space.name,
          wanted,
        ),
        wording("allowSharing"),
      ),
    );
  }
}
