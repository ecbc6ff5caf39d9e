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
