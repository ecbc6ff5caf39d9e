/** Why something could not be done. Callers choose what to offer by it; people read the message. */
export type ErrorCode =
  | "cancelled"
  | "invalid-input"
  | "unknown-data-space"
  | "signed-out"
  | "insecure-address"
  | "unreachable"
  | "certificate"
  | "timeout"
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "rejected"
  | "rate-limited"
  | "server-fault"
  | "redirect"
  | "malformed-answer"
  | "too-large"
  | "not-in-version"
  | "file-exists"
  | "file-fault"
  | "incomplete"
  | "local-data-space";

/** An error for a person: `message` says what failed, where, and what to do. `cause` is for the log. */
export class SurveyError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SurveyError";
    this.code = code;
  }
}

/** Cancelling is not a fault: callers stay silent about it. */
export function isCancelled(error: unknown): boolean {
  return error instanceof SurveyError && error.code === "cancelled";
}

/** Whether the service did not answer: what it said earlier may stand in. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof SurveyError && (error.code === "unreachable" || error.code === "timeout");
}

/** Whether signing in is what mends it. */
export function needsSignIn(error: unknown): boolean {
  return (
    error instanceof SurveyError && (error.code === "unauthorized" || error.code === "signed-out")
  );
}
