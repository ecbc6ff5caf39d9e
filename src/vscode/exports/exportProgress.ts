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
    const reporter = new Reporter(progress);
    const timer = setInterval(() => reporter.report(shown), interval);
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

/** Reports to VS Code what has changed. */
class Reporter {
  readonly #progress: vscode.Progress<ProgressFacts>;
  #message = "";
  /** Progress that the bar shows, in percent. */
  #bar = 0;

  constructor(progress: vscode.Progress<ProgressFacts>) {
    this.#progress = progress;
  }

  report(progress: ShownProgress): void {
    const shown = progress.at(Date.now());
    if (!shown) {
      return;
    }
    const { message } = shown;
    // With several steps, the bar would have to go back.
    const bar = progress.hasSteps ? 0 : shown.bar;
    const increment = bar > this.#bar ? bar - this.#bar : undefined;
    if (message === this.#message && increment === undefined) {
      return;
    }
    this.#message = message;
    this.#bar += increment ?? 0;
    this.#progress.report({
      message: plain(message),
      ...(increment === undefined ? {} : { increment }),
    });
  }
}
