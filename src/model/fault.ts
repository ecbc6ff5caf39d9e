import { SurveyError, type ErrorCode } from "./errors.ts";
import { sentences, type LocalizableText } from "./localizable.ts";

/** An error on its way from one thread to another, which its class does not survive. */
export interface Fault {
  /** Absent: not an error for a person. */
  readonly code?: ErrorCode | undefined;
  readonly message: string;
  /** Of an error for a person; absent where the other side has put it into the person's language already. */
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
