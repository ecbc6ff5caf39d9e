import { cancelled, orCancelled, systemClock, type Clock } from "../../client/waiting.ts";
import { neededSignIn, type ErrorCode, type SignIn, type SurveyError } from "../../model/errors.ts";
import { translated } from "../../model/localizable.ts";
import type { Words } from "../../model/words.ts";
import type { RunningExport } from "./exportProgress.ts";

/** Seconds to wait before each retry during an outage. The last one repeats. */
const waits = [30, 60, 120, 300];

/** Errors that signing in may fix: no key, a refused key, or the key of another data space. */
const signInCodes: ReadonlySet<ErrorCode> = new Set([
  "unauthorized",
  "signed-out",
  "proxy-sign-in",
  "forbidden",
  "invalid-input",
]);
/** Errors that may pass without action. */
export const outageCodes: ReadonlySet<ErrorCode> = new Set([
  "unreachable",
  "timeout",
  "server-fault",
  "rate-limited",
]);

export interface PauseOptions {
  readonly running: Pick<RunningExport, "signal" | "cancel" | "pause">;
  /** Returns the number of responses read, which shows whether the export has gone on since the last pause. */
  readonly reached: () => number;
  /** Shows the person a message, which may stay open for any time. Resolves to the button pressed, if any. */
  readonly ask: (message: string, ...buttons: string[]) => PromiseLike<string | undefined>;
  /** Lets the person sign in. Resolves when the dialog is closed. */
  readonly signIn: (command: SignIn) => PromiseLike<unknown>;
  readonly isSignedIn: () => Promise<boolean>;
  /** Calls the listener when credentials may have changed. */
  readonly onDidChange: (listener: () => void) => { dispose(): void };
  readonly language: Words;
  readonly clock?: Pick<Clock, "now" | "delay">;
}

/** Asks the person, or waits, when an export cannot go on. The same question is open only once at a time. */
export class ExportPauses {
  readonly #options: PauseOptions;
  readonly #clock: Pick<Clock, "now" | "delay">;
  readonly #open = new Map<string, { answer: () => void }>();
  #tries = 0;
  #reachedBefore = -1;
  #stopped = false;

  constructor(options: PauseOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** True if the person chose Stop. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /**
   * Resolves when the export is to go on.
   * @throws the reason, if neither signing in nor waiting helps; SurveyError "cancelled" if it was stopped or cancelled
   */
  async pause(reason: SurveyError): Promise<void> {
    const { running } = this.#options;
    try {
      if (signInCodes.has(reason.code)) {
        await this.#signIn(reason);
      } else if (outageCodes.has(reason.code)) {
        await this.#outage(reason);
      } else {
        throw reason;
      }
    } finally {
      running.pause();
    }
  }

  async #signIn(reason: SurveyError): Promise<void> {
    const { running, signIn, isSignedIn, onDidChange, language } = this.#options;
    const { t } = language;
    running.pause({});
    let listening: { dispose(): void } | undefined;
    try {
      // Whether the person is signed in after the newest change of credentials.
      let isOver = Promise.resolve(false);
      const signedIn = new Promise<void>((resolve) => {
        listening = onDidChange(() => {
          isOver = isSignedIn();
          void isOver.then((it) => it && resolve());
        });
      });
      if (reason.code === "signed-out" && (await isSignedIn())) {
        // The key was stored after the request had looked for it, and before the listener was added.
        return;
      }
      const command = neededSignIn(reason) ?? "signIn";
      const button = command === "signIn" ? t("Sign In") : t("Sign In to Proxy");
      const askForKey = () =>
        this.#ask(reason, button, () => {
          void signIn(command)
            .then(() => isOver)
            // If the dialog was closed without signing in, ask again.
            .then((it) => it || running.signal.aborted || askForKey());
        });
      askForKey();
      await orCancelled(signedIn, running.signal);
    } finally {
      listening?.dispose();
    }
  }

  async #outage(reason: SurveyError): Promise<void> {
    const { running, reached, language } = this.#options;
    const { t } = language;
    this.#tries = reached() > this.#reachedBefore ? 0 : this.#tries + 1;
    this.#reachedBefore = reached();
    const wait = (waits[this.#tries] ?? waits.at(-1) ?? 0) * 1000;
    running.pause({ until: this.#clock.now() + wait });
    const tryNow = new AbortController();
    this.#ask(reason, t("Try Again"), () => tryNow.abort());
    const signal = AbortSignal.any([running.signal, tryNow.signal]);
    await this.#clock.delay(wait, signal).catch(() => undefined);
    if (running.signal.aborted) {
      throw cancelled();
    }
  }

  /** Asks a question, unless it is still open: then its button answers the newest pause. */
  #ask(reason: SurveyError, button: string, answer: () => void): void {
    const { running, ask, language } = this.#options;
    const { t } = language;
    const message = t("The export is paused: {0}", translated(reason.text, language));
    const standing = this.#open.get(message);
    if (standing) {
      standing.answer = answer;
      return;
    }
    const open = { answer };
    this.#open.set(message, open);
    const stop = t("Stop");
    void ask(message, button, stop).then((choice) => {
      this.#open.delete(message);
      if (choice === button) {
        open.answer();
      } else if (choice === stop) {
        this.#stopped = true;
        running.cancel();
      }
    });
  }
}
