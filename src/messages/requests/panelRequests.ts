import * as z from "zod";
import { longestCopy } from "../panel.ts";

/*
 * The host validates what a panel requests: a webview shows text of strangers and is not trusted. Webviews import only types
 * from this folder, because zod does not run under their CSP.
 */

/** Schemas of a request. The answer comes from our own code, so its schema only gives its type. */
export interface RequestSchema<
  Input extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly input: Input;
  readonly answer: Answer;
}

export type RequestSchemas = Readonly<Record<string, RequestSchema>>;

/** The requests of a map as calls that return the answer. */
export type RequestsOf<Schemas> = {
  readonly [K in keyof Schemas]: Schemas[K] extends RequestSchema<infer Input, infer Answer>
    ? undefined extends z.output<Input>
      ? () => z.output<Answer>
      : (input: z.output<Input>) => z.output<Answer>
    : never;
};

const [noInput, noAnswer] = [z.undefined(), z.void()];

/**
 * Declares a request.
 * @param shape fields of its input. Default: it has no input
 * @param answer default: the answer is empty
 */
export function request(): RequestSchema<z.ZodUndefined, z.ZodVoid>;
export function request<Shape extends z.ZodRawShape>(
  shape: Shape,
): RequestSchema<z.ZodObject<Shape, z.core.$strict>, z.ZodVoid>;
export function request<Shape extends z.ZodRawShape, Answer extends z.ZodType>(
  shape: Shape,
  answer: Answer,
): RequestSchema<z.ZodObject<Shape, z.core.$strict>, Answer>;
export function request(shape?: z.ZodRawShape, answer: z.ZodType = noAnswer): RequestSchema {
  return { input: shape ? z.strictObject(shape) : noInput, answer };
}

/** The panel has gone to what the state's `reveal` names. */
export const revealed = request({ number: z.int() });

/** Requests of all panels. */
export const panelRequests = {
  /** The panel has loaded, perhaps again, and has no state. */
  ready: request(),
  /** Reads what is new. */
  refresh: request(),
  cancel: request(),
  /** Shows what has changed in the survey's structure. */
  showChanges: request(),
  signIn: request(),
  signInToProxy: request(),
  copy: request({ text: z.string().max(longestCopy) }),
};

export type PanelRequests = RequestsOf<typeof panelRequests>;
