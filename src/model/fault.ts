import { SurveyError, type ErrorCode } from "./errors.ts";

/** An error on its way from one thread to another, which its class does not survive. */
export interface Fault {
  /** Absent: not an error for a person. */
  readonly code?: ErrorCode | undefined;
  readonly message: string;
  readonly stack?: string | undefined;
}

export function faultOf(error: unknown): Fault {
  return error instanceof Error
    ? {
        code: error instanceof SurveyError ? error.code : undefined,
        message: error.message,
        stack: error.stack,
      }
    : { message: String(error) };
}

export function errorOf({ code, message, stack }: Fault): Error {
  const cause = new Error(message);
  cause.stack = stack ?? "";
  return code === undefined ? cause : new SurveyError(code, message, { cause });
}
