import * as z from "zod";
import { longestCopy } from "../panel.ts";

/*
 * The host validates what a panel asks: a webview shows text of strangers and is not trusted. Webviews import only types
 * from this folder, because zod does not run under their CSP.
 */

/** A question and its answer. The answer comes from our own code, so its schema only gives its type. */
export interface Ask<Question extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  readonly question: Question;
  readonly answer: Answer;
}

export type AskMap = Readonly<Record<string, Ask>>;

/** The requests of a map as calls that return the answer. */
export type RequestsOf<Map> = {
  readonly [K in keyof Map]: Map[K] extends Ask<infer Question, infer Answer>
    ? undefined extends z.output<Question>
      ? () => z.output<Answer>
      : (question: z.output<Question>) => z.output<Answer>
    : never;
};

const nothing = z.undefined();

/** A request without input whose answer is empty. */
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

/** The panel has gone to what the state's `reveal` names. */
export const revealed = tell({ number: z.int() });

/** Requests of all panels. */
export const panelRequests = {
  /** The panel has loaded, perhaps again, and has no state. */
  ready: command,
  /** Reads what is new. */
  refresh: command,
  cancel: command,
  /** Shows what has changed in the survey's structure. */
  showChanges: command,
  signIn: command,
  signInToProxy: command,
  copy: tell({ text: z.string().max(longestCopy) }),
};

export type PanelRequests = RequestsOf<typeof panelRequests>;
