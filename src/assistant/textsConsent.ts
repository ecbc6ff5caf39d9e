import { cancelled, orCancelled } from "../client/waiting.ts";
import type { TextsRequest } from "./toolHost.ts";

/**
 * Asks the person whether an assistant may be given texts that respondents wrote. The signal is aborted when no call waits
 * for the answer any more.
 */
export type AskForTexts = (request: TextsRequest, signal: AbortSignal) => Promise<boolean>;

interface Question {
  readonly answer: Promise<boolean>;
  readonly abort: AbortController;
  /** Number of calls that wait for the answer. */
  waiting: number;
}

/** Asks once per survey, unless the person refuses. */
export class TextsConsent {
  readonly #ask: AskForTexts;
  /** Keyed by survey. A call during the question waits for the same answer. */
  readonly #questions = new Map<string, Question>();

  constructor(ask: AskForTexts) {
    this.#ask = ask;
  }

  async allows(request: TextsRequest, signal: AbortSignal): Promise<boolean> {
    const key = JSON.stringify([request.dataSpace, request.surveyId]);
    const question = this.#questions.get(key) ?? this.#asked(key, request);
    question.waiting++;
    try {
      return await orCancelled(question.answer, signal);
    } finally {
      question.waiting--;
      if (question.waiting === 0 && signal.aborted) {
        question.abort.abort(cancelled());
      }
    }
  }

  #asked(key: string, request: TextsRequest): Question {
    const abort = new AbortController();
    const question = { answer: this.#ask(request, abort.signal), abort, waiting: 0 };
    this.#questions.set(key, question);
    const forget = (): void => void this.#questions.delete(key);
    // A refusal is not remembered: the next call asks again.
    question.answer.then((agreed) => agreed || forget(), forget);
    return question;
  }
}
