import type { SurveyError } from "../model/errors.ts";
import { PaceMeter } from "../model/pace.ts";
import type { Words } from "../model/words.ts";
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

/** The same, as far as it is known. */
export type KnownFacts = { readonly [K in keyof ExportFacts]?: ExportFacts[K] | undefined };

/** Of a pause; with a time in ms since 1970 it ends by itself. */
export interface Paused {
  readonly until?: number | undefined;
}

/** What a person sees of it. */
export interface ProgressShown {
  readonly message: string;
  /** In whole percent. */
  readonly bar: number;
}

/** Waits that are shorter, in milliseconds, are over before they are read. */
const shortestWait = 2_000;

/** Makes of what is told of an export what a person sees. Times are in ms since 1970. */
export class ShownProgress {
  readonly #words: Words;
  readonly #meter = new PaceMeter();
  #facts: KnownFacts | undefined;
  #waiting: ExportFacts["waiting"];
  #paused: Paused | undefined;

  constructor(words: Words) {
    this.#words = words;
  }

  update(facts: KnownFacts, now: number): void {
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

  /** Absent before anything is known. */
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

  /** Whether one bar would run back: there are several steps. */
  get hasSteps(): boolean {
    return this.#facts?.step !== undefined;
  }

  /** Whether anybody can tell how much is done. */
  get hasShare(): boolean {
    return this.#facts?.share !== undefined;
  }
}
