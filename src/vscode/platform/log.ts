import type * as vscode from "vscode";
import type { RequestLogEntry } from "../../client/surveyClient.ts";
import { isCancelled, messageOf } from "../../model/errors.ts";

/** Logs one line per request: data space, operation, outcome and duration. */
export function logRequest(log: vscode.LogOutputChannel, entry: RequestLogEntry): void {
  const attempt = entry.attempt > 1 ? ` (attempt ${entry.attempt})` : "";
  const outcome = [
    entry.status,
    entry.error,
    `${Math.round(entry.milliseconds)} ms`,
    entry.bytes === undefined ? undefined : `${entry.bytes} bytes`,
  ].filter((it) => it !== undefined);
  const line = `${entry.dataSpace}: ${entry.operation} ${entry.path}${attempt}: ${outcome.join(", ")}`;
  if (entry.error === undefined) {
    log.info(line);
  } else {
    log.warn(line);
  }
}

/** Logs a failure with its causes, at most five. Cancelling is not a failure. */
export function logFailure(log: vscode.LogOutputChannel, what: string, error: unknown): void {
  if (isCancelled(error)) {
    return;
  }
  log.error(`${what}: ${messageOf(error)}`);
  let cause: unknown = error instanceof Error ? error.cause : undefined;
  for (let depth = 0; cause instanceof Error && depth < 5; depth++, cause = cause.cause) {
    log.error(`  because: ${cause.name}: ${cause.message}`);
  }
}
