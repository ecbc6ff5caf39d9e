import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { cancelled } from "../../client/waiting.ts";
import type { SafeText } from "./plainText.ts";
import { showProgress, type ProgressFacts } from "./window.ts";

/** Runs long work under a notification with a Cancel button, which aborts the signal given to the work, as `cancel` does. */
export async function withProgress<T>(
  title: SafeText,
  work: (
    signal: AbortSignal,
    progress: vscode.Progress<ProgressFacts>,
    cancel: () => void,
  ) => Promise<T>,
): Promise<T> {
  return showProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const abort = new AbortController();
      const cancel = () => abort.abort(cancelled());
      token.onCancellationRequested(cancel);
      return work(abort.signal, progress, cancel);
    },
  );
}

/** Milliseconds after which short work gets a notification. */
const patience = 4000;

/** Runs work that is usually short: shows it in the status bar and, if it takes longer, in a notification with Cancel. */
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
