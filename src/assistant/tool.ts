import type * as z from "zod";
import type { LocalizableText } from "../model/localizable.ts";
import type { FiguresQuery } from "./figuresQuery.ts";
import type { SharedLevel, ToolHost } from "./toolHost.ts";
import type { ToolName } from "./toolNames.ts";

/** A tool's answer: a short text with a table, and the same as data. */
export interface ToolAnswer {
  readonly text: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** The query of the answer's figures and its hash. Undefined if the answer has no figures. */
  readonly figures?: { readonly hash: string; readonly query: FiguresQuery } | undefined;
}

export interface ToolCall {
  readonly signal: AbortSignal;
  readonly onProgress: (step: LocalizableText) => void;
}

/** A tool for assistants, the same in all hosts. Its texts for models are English. */
export interface Tool {
  readonly name: ToolName;
  /** For people, in Title Case. */
  readonly title: LocalizableText;
  /** For people: what the tool tells. */
  readonly summary: LocalizableText;
  /** For models: what the tool does, and when to use it. */
  readonly description: string;
  /** Name of a codicon. */
  readonly icon: string;
  /** Level that the person has to allow for the data space. */
  readonly level: SharedLevel;
  /** Schema of the arguments. The descriptions of its fields are for models. */
  readonly input: z.ZodObject;
  /** Says in one sentence what will be shared, for the person's confirmation. Takes undecoded arguments. */
  readonly sharing: (given: unknown) => LocalizableText;
  /** Takes undecoded arguments. @throws SurveyError with a text that tells a model how to go on */
  readonly run: (host: ToolHost, given: unknown, call: ToolCall) => Promise<ToolAnswer>;
}
