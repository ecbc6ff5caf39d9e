import * as z from "zod";
import { longestCopy } from "../panel.ts";

/*
 * What a panel asks of its host is checked on arrival: a webview shows text of strangers and is not trusted. Webviews import
 * types only of this folder: zod does not run under their CSP.
 */

/** What is asked, and what is answered. An answer comes from ourselves: its schema says its type. */
export interface Ask<Question extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  readonly question: Question;
  readonly answer: Answer;
}

export type AskMap = Readonly<Record<string, Ask>>;

/** The requests of a map as calls, which promise the answer. */
export type RequestsOf<Map> = {
  readonly [K in keyof Map]: Map[K] extends Ask<infer Question, infer Answer>
    ? undefined extends z.output<Question>
      ? () => z.output<Answer>
      : (question: z.output<Question>) => z.output<Answer>
    : never;
};

const nothing = z.undefined();

/** Is done without a word, as far as the panel is concerned. */
export const command: Ask<typeof nothing, z.ZodVoid> = { question: nothing, answer: z.void() };

export function tell<Shape extends z.ZodRawShape>(
  shape: Shape,
): Ask<z.ZodObject<Shape, z.core.$strict>, z.ZodVoid> {
  return { question: z.strictObject(shape), answer: z.void() };
}

export function ask<Shape extends z.ZodRawShape, Answer extends z.ZodType>(
  shape: Shape,
  answer: Answer,
): Ask<z.ZodObject<Shape, z.core.$strict>, Answer> {
  return { question: z.strictObject(shape), answer };
}

/** The panel goes where the state says. */
export const revealed = tell({ number: z.int() });

/** What every panel asks. */
export const panelRequests = {
  /** The panel came to be, perhaps anew, and has nothing. */
  ready: command,
  /** Reads what is new. */
  refresh: command,
  cancel: command,
  /** What has changed in the survey's structure. */
  showChanges: command,
  signIn: command,
  signInToProxy: command,
  copy: tell({ text: z.string().max(longestCopy) }),
};

export type PanelRequests = RequestsOf<typeof panelRequests>;
