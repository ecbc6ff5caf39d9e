import * as vscode from "vscode";
import { SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import { PaceMeter } from "../../model/pace.ts";
import { language } from "../platform/language.ts";
import { plain, type SafeText } from "../platform/plainText.ts";
import { showProgress, type ProgressFacts } from "../platform/window.ts";
import { progressText } from "./progressText.ts";

/** How far an export or a comparison has come. */
export interface ExportFacts {
  /** What is being done, where that is more than one thing. */
  readonly step?: string | undefined;
  readonly responses: number;
  /** From 0 to 1; a guess. */
  readonly share?: number | undefined;
  /** Nothing may come until then, in ms since 1970: an attempt failed, and the next one waits. */
  readonly waiting?: { readonly until: number; readonly error: SurveyError } | undefined;
}

/** Of a pause; with a time in ms since 1970 it ends by itself. */
export interface Paused {
  readonly until?: number | undefined;
}

export interface RunningExport {
  readonly signal: AbortSignal;
  /** Ends the export as its Cancel button does. */
  readonly cancel: () => void;
  readonly update: (facts: ExportFacts) => void;
  /** Shows that nothing happens; without an argument, that it goes on. */
  readonly pause: (paused?: Paused) => void;
}

/** Milliseconds between two looks: at most four reports a second, and a countdown that misses no second. */
const interval = 300;
/** Waits that are shorter, in milliseconds, are over before they are read. */
const shortestWait = 2_000;

/** Runs an export under a notification that tells count, rate and time left, with a Cancel button. */
export async function withExportProgress<T>(
  title: SafeText,
  work: (running: RunningExport) => Promise<T>,
): Promise<T> {
  return showProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const abort = new AbortController();
      const cancel = () => abort.abort(new SurveyError("cancelled", localizable("Cancelled.")));
      token.onCancellationRequested(cancel);
      const shown = new ShownProgress(progress);
      const timer = setInterval(() => shown.report(Date.now()), interval);
      try {
        return await work({
          signal: abort.signal,
          cancel,
          update: (facts) => shown.update(facts, Date.now()),
          pause: (paused) => shown.pause(paused),
        });
      } finally {
        clearInterval(timer);
      }
    },
  );
}

class ShownProgress {
  readonly #progress: vscode.Progress<ProgressFacts>;
  readonly #meter = new PaceMeter();
  #facts: ExportFacts | undefined;
  #waiting: ExportFacts["waiting"];
  #paused: Paused | undefined;
  #message = "";
  /** Of the bar, in percent. */
  #bar = 0;

  constructor(progress: vscode.Progress<ProgressFacts>) {
    this.#progress = progress;
  }

  update(facts: ExportFacts, now: number): void {
    const isNewStep = facts.step !== this.#facts?.step;
    this.#facts = facts;
    const { waiting } = facts;
    this.#waiting = waiting && waiting.until - now >= shortestWait ? waiting : undefined;
    if (this.#waiting || isNewStep) {
      this.#meter.restart();
    }
    if (!waiting) {
      this.#meter.add({ count: facts.responses, share: facts.share }, now);
    }
  }

  pause(paused: Paused | undefined): void {
    this.#paused = paused;
    this.#meter.restart();
  }

  report(now: number): void {
    const [facts, paused] = [this.#facts, this.#paused];
    if (!facts && !paused) {
      return;
    }
    const waiting = this.#waiting && this.#waiting.until > now ? this.#waiting : undefined;
    const message = progressText(
      {
        step: facts?.step,
        responses: facts?.responses,
        pace: this.#meter.read(now),
        waiting: waiting && {
          seconds: (waiting.until - now) / 1000,
          isAsked: waiting.error.code === "rate-limited",
        },
        paused: paused && {
          seconds: paused.until === undefined ? undefined : (paused.until - now) / 1000,
        },
      },
      language(),
    );
    // One bar for several steps would run back.
    const bar = facts?.step === undefined ? Math.floor((facts?.share ?? 0) * 100) : 0;
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
