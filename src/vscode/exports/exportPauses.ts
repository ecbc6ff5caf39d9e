import { cancelled, orCancelled, systemClock, type Clock } from "../../client/waiting.ts";
import { neededSignIn, type ErrorCode, type SignIn, type SurveyError } from "../../model/errors.ts";
import { translated } from "../../model/localizable.ts";
import type { Words } from "../../model/words.ts";
import type { RunningExport } from "./exportProgress.ts";

/** Seconds until an outage is looked at again, longer and longer; the last one from then on. */
const waits = [30, 60, 120, 300];

/** What signing in may mend: no key, a refused one, or one of another data space. */
const signInCodes: ReadonlySet<ErrorCode> = new Set([
  "unauthorized",
  "signed-out",
  "proxy-sign-in",
  "forbidden",
  "invalid-input",
]);
/** What may pass by itself. */
const outageCodes: ReadonlySet<ErrorCode> = new Set([
  "unreachable",
  "timeout",
  "server-fault",
  "rate-limited",
]);

export interface PauseOptions {
  readonly running: Pick<RunningExport, "signal" | "cancel" | "pause">;
  /** How many responses came, to tell whether it went on since the last pause. */
  readonly reached: () => number;
  /** Asks a person by a message that may stay as long as it likes. Resolves to the button pressed, if any. */
  readonly ask: (message: string, ...buttons: string[]) => PromiseLike<string | undefined>;
  /** Lets the person sign in; resolves when the dialog is gone. */
  readonly signIn: (command: SignIn) => PromiseLike<unknown>;
  readonly isSignedIn: () => Promise<boolean>;
  /** Calls back when credentials may be others. */
  readonly onDidChange: (listener: () => void) => { dispose(): void };
  readonly language: Words;
  readonly clock?: Pick<Clock, "now" | "delay">;
}

/** Asks a person, or waits, when an export cannot go on. The same question stands once at a time. */
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

  /** Whether a person chose Stop. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /**
   * Resolves when the export is to go on.
   * @throws the reason, if no waiting mends it; SurveyError "cancelled" when it was stopped or cancelled
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
      // What the newest change of credentials comes to.
      let isOver = Promise.resolve(false);
      const signedIn = new Promise<void>((resolve) => {
        listening = onDidChange(() => {
          isOver = isSignedIn();
          void isOver.then((it) => it && resolve());
        });
      });
      if (reason.code === "signed-out" && (await isSignedIn())) {
        // The key came after it was looked for, and before anybody listened.
        return;
      }
      const command = neededSignIn(reason) ?? "signIn";
      const button = command === "signIn" ? t("Sign In") : t("Sign In to Proxy");
      const askForKey = () =>
        this.#ask(reason, button, () => {
          void signIn(command)
            .then(() => isOver)
            // Where the dialog was left, the question stands.
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

  /** A question that still stands is not asked again: its button answers the newest pause. */
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
