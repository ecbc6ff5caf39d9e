import { SurveyError, type ErrorCode } from "./errors.ts";

/** An error on its way from one thread to another, which its class does not survive. */
export interface Fault {
  /** Absent: not an error for a person. */
  readonly code?: ErrorCode | undefined;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly cause?: Fault | undefined;
}

export function faultOf(error: unknown): Fault {
  return error instanceof Error
    ? {
        code: error instanceof SurveyError ? error.code : undefined,
        message: error.message,
        stack: error.stack,
        cause: error.cause === undefined ? undefined : faultOf(error.cause),
      }
    : { message: String(error) };
}

export function errorOf({ code, message, stack, cause }: Fault): Error {
  const options = cause && { cause: errorOf(cause) };
  const error =
    code === undefined ? new Error(message, options) : new SurveyError(code, message, options);
  error.stack = stack ?? "";
  return error;
}
