import type * as vscode from "vscode";
import type { RequestLogEntry } from "../../client/surveyClient.ts";
import { isCancelled, messageOf } from "../../model/errors.ts";

/** One line a request: what was asked of which data space, how it ended, how long it took. */
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

/** A failure with its causes, for whoever looks into it. Cancelling is none. */
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
