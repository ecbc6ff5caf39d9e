import { SurveyError, type ErrorCode } from "./errors.ts";
import { sentences, type LocalizableText } from "./localizable.ts";

/** An error in a form that can be posted between threads, where it would lose its class. */
export interface SerialisedError {
  /** Undefined if the error is not a SurveyError, that is, not meant for people. */
  readonly code?: ErrorCode | undefined;
  readonly message: string;
  /** Of a SurveyError; undefined if the other side has already translated it. */
  readonly text?: LocalizableText | undefined;
  readonly stack?: string | undefined;
  readonly cause?: SerialisedError | undefined;
}

export function serialiseError(error: unknown): SerialisedError {
  return error instanceof Error
    ? {
        ...(error instanceof SurveyError ? { code: error.code, text: error.text } : {}),
        message: error.message,
        stack: error.stack,
        cause: error.cause === undefined ? undefined : serialiseError(error.cause),
      }
    : { message: String(error) };
}

export function deserialiseError({ code, message, text, stack, cause }: SerialisedError): Error {
  const options = cause && { cause: deserialiseError(cause) };
  const error =
    code === undefined
      ? new Error(message, options)
      : new SurveyError(code, text ?? sentences(message), options);
  error.stack = stack ?? "";
  return error;
}
