import type * as vscode from "vscode";
import { language } from "../platform/language.ts";
import { plain, type SafeText } from "../platform/plainText.ts";
import { withProgress } from "../platform/progress.ts";
import type { ProgressFacts } from "../platform/window.ts";
import {
  ShownProgress,
  type ProgressFacts as JobFacts,
  type Paused,
} from "../../jobs/shownProgress.ts";

export interface RunningExport {
  readonly signal: AbortSignal;
  /** Cancels the export as its Cancel button does. */
  readonly cancel: () => void;
  readonly update: (facts: JobFacts) => void;
  /** Shows that the export is paused or, without an argument, that it goes on. */
  readonly pause: (paused?: Paused) => void;
}

/** Milliseconds between reports: at most four a second, but enough for a countdown that skips no second. */
const interval = 300;
/** Runs an export under a notification that shows count, rate and time left, with a Cancel button. */
export async function withExportProgress<T>(
  title: SafeText,
  work: (running: RunningExport) => Promise<T>,
): Promise<T> {
  return withProgress(title, async (signal, progress, cancel) => {
    const shown = new ShownProgress(language());
    const timer = setInterval(reporter(shown, progress), interval);
    try {
      return await work({
        signal,
        cancel,
        update: (facts) => shown.update(facts, Date.now()),
        pause: (paused) => shown.pause(paused),
      });
    } finally {
      clearInterval(timer);
    }
  });
}

/** Returns a function that reports to VS Code what has changed since it was called last. */
function reporter(shown: ShownProgress, progress: vscode.Progress<ProgressFacts>): () => void {
  let message = "";
  // Progress that the bar shows, in percent.
  let bar = 0;
  return () => {
    const now = shown.at(Date.now());
    if (!now) {
      return;
    }
    // With several steps, the bar would have to go back.
    const increment = shown.hasSteps ? 0 : Math.max(0, now.bar - bar);
    if (now.message === message && increment === 0) {
      return;
    }
    ({ message } = now);
    bar += increment;
    progress.report({ message: plain(message), ...(increment === 0 ? {} : { increment }) });
  };
}
