import type * as z from "zod";
import type { LocalizableText } from "../model/localizable.ts";
import type { FiguresQuery } from "./figuresQuery.ts";
import type { SharedLevel, ToolHost } from "./toolHost.ts";
import type { ToolName } from "./toolNames.ts";

/** What a tool tells: the same as a short text with a table, and as data. */
export interface ToolAnswer {
  readonly text: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** Which figures they are, by the hash that leads to them; absent where it has none. */
  readonly figures?: { readonly hash: string; readonly query: FiguresQuery } | undefined;
}

export interface ToolCall {
  readonly signal: AbortSignal;
  readonly onProgress: (step: LocalizableText) => void;
}

/** One tool, whichever door it comes through. Its texts for models are English. */
export interface Tool<Input = unknown> {
  readonly name: ToolName;
  /** For people, in Title Case. */
  readonly title: LocalizableText;
  /** For people: what it tells. */
  readonly summary: LocalizableText;
  /** For models: when to use it, and what of. */
  readonly description: string;
  /** Of the codicons. */
  readonly icon: string;
  /** What a person has to allow of the data space. */
  readonly level: SharedLevel;
  /** Its fields describe themselves, for models. */
  readonly input: z.ZodType<Input>;
  /** What will be shared, in one sentence, for the person's confirmation. It takes arguments as they came. */
  readonly sharing: (input: Input) => LocalizableText;
  /** It takes arguments as they came. @throws SurveyError with a text from which a model knows how to go on */
  readonly run: (host: ToolHost, input: Input, call: ToolCall) => Promise<ToolAnswer>;
}
