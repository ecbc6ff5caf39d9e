import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import type { SafeText } from "./plainText.ts";
import { showProgress, type ProgressFacts } from "./window.ts";

/** Runs long work under a notification with a Cancel button that reaches down to the socket. */
export async function withProgress<T>(
  title: SafeText,
  work: (signal: AbortSignal, progress: vscode.Progress<ProgressFacts>) => Promise<T>,
): Promise<T> {
  return showProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() =>
        abort.abort(new SurveyError("cancelled", localizable("Cancelled."))),
      );
      return work(abort.signal, progress);
    },
  );
}

/** Milliseconds after which work is not short. */
const patience = 4000;

/** Runs work that is usually over in a moment: the status bar tells it and, if it takes longer, a notification with Cancel. */
export async function withShortProgress<T>(
  title: SafeText,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const working = work(abort.signal);
  const over = working.then(
    () => true,
    () => true,
  );
  const isOver = await showProgress({ location: vscode.ProgressLocation.Window, title }, () =>
    Promise.race([over, setTimeout(patience, false, { ref: false })]),
  );
  return isOver
    ? working
    : withProgress(title, (signal) => {
        signal.addEventListener("abort", () => abort.abort(signal.reason));
        return working;
      });
}
