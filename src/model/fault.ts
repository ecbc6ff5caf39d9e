import { SurveyError, type ErrorCode } from "./errors.ts";
import { sentences, type LocalizableText } from "./localizable.ts";

/** An error in a form that can be posted between threads, where it would lose its class. */
export interface Fault {
  /** Undefined if the error is not a SurveyError, that is, not meant for people. */
  readonly code?: ErrorCode | undefined;
  readonly message: string;
  /** Of a SurveyError; undefined if the other side has already translated it. */
  readonly text?: LocalizableText | undefined;
  readonly stack?: string | undefined;
  readonly cause?: Fault | undefined;
}

export function faultOf(error: unknown): Fault {
  return error instanceof Error
    ? {
        ...(error instanceof SurveyError ? { code: error.code, text: error.text } : {}),
        message: error.message,
        stack: error.stack,
        cause: error.cause === undefined ? undefined : faultOf(error.cause),
      }
    : { message: String(error) };
}

export function errorOf({ code, message, text, stack, cause }: Fault): Error {
  const options = cause && { cause: errorOf(cause) };
  const error =
    code === undefined
      ? new Error(message, options)
      : new SurveyError(code, text ?? sentences(message), options);
  error.stack = stack ?? "";
  return error;
}
