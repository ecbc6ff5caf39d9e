import type { SurveyError } from "../model/errors.ts";
import type { LocalizableText } from "../model/localizable.ts";
import { PaceMeter } from "../model/pace.ts";
import type { Words } from "../model/words.ts";
import { progressText } from "./progressText.ts";

/** Progress of an export or a comparison. What is not known is undefined. */
export interface ProgressFacts<Step = string> {
  /** What is being done; undefined if there is only one step. */
  readonly step?: Step | undefined;
  readonly responses?: number | undefined;
  /** Part that is done, 0 to 1; an estimate. */
  readonly share?: number | undefined;
  /** Set after a failed attempt, while the next one waits. `until`: end of the wait, in ms since 1970. */
  readonly waiting?: { readonly until: number; readonly error: SurveyError } | undefined;
}

/** The same, for a person whose language is not known yet. */
export type JobProgress = ProgressFacts<LocalizableText>;

/** A pause. `until`: time at which it ends by itself, in ms since 1970; undefined if it does not. */
export interface Paused {
  readonly until?: number | undefined;
}

/** Progress as a person sees it. */
export interface ProgressShown {
  readonly message: string;
  /** Whole percent. */
  readonly bar: number;
}

/** Shortest wait to show, in milliseconds. Shorter ones are over before anybody reads them. */
const shortestWait = 2_000;

/** Turns the facts about an export into what a person sees. Times are in ms since 1970. */
export class ShownProgress {
  readonly #words: Words;
  readonly #meter = new PaceMeter();
  #facts: ProgressFacts | undefined;
  #waiting: ProgressFacts["waiting"];
  #paused: Paused | undefined;

  constructor(words: Words) {
    this.#words = words;
  }

  update(facts: ProgressFacts, now: number): void {
    const isNewStep = facts.step !== this.#facts?.step;
    this.#facts = facts;
    const { waiting } = facts;
    this.#waiting = waiting && waiting.until - now >= shortestWait ? waiting : undefined;
    if (this.#waiting || isNewStep) {
      this.#meter.restart();
    }
    if (!waiting && facts.responses !== undefined) {
      this.#meter.add({ count: facts.responses, share: facts.share }, now);
    }
  }

  pause(paused: Paused | undefined): void {
    this.#paused = paused;
    this.#meter.restart();
  }

  /** Returns the progress to show; undefined before anything is known. */
  at(now: number): ProgressShown | undefined {
    const [facts, paused] = [this.#facts, this.#paused];
    if (!facts && !paused) {
      return undefined;
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
      this.#words,
    );
    return { message, bar: Math.floor((facts?.share ?? 0) * 100) };
  }

  /** True if there are several steps, so that a single bar would run backwards. */
  get hasSteps(): boolean {
    return this.#facts?.step !== undefined;
  }

  /** True if it is known how much is done. */
  get hasShare(): boolean {
    return this.#facts?.share !== undefined;
  }
}
