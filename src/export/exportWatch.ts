import type { CopyProgress } from "../copy/readCopy.ts";
import type { SurveyError } from "../model/errors.ts";
import type { AttemptWatch } from "../reader/responseSource.ts";
import type { ConversionProgress } from "./conversion.ts";

export interface ExportProgress {
  /** Of a table, the responses are looked at (`columns`) and written (`rows`) once all are there. */
  readonly step: "reading" | ConversionProgress["step"];
  /** Of this step, so far, those of a resumed export's earlier part included. */
  readonly responses: number;
  readonly pages: number;
  /** How much of this step is done, 0 to 1; absent where nobody can tell. Responses may lie more densely in the rest. */
  readonly share?: number | undefined;
  /** Until then, in milliseconds since 1970, nothing may come: an attempt failed, and the next one waits. */
  readonly waiting?: { readonly until: number; readonly error: SurveyError } | undefined;
}

/** Attempts that may be made again without a page coming in between, whatever a single request is allowed. */
const mostAttempts = 30;

/** Watches over the reading of an export: how often it may try again, and what is told of it. */
export class ExportWatch implements AttemptWatch {
  readonly #notify: (progress: ExportProgress) => void;
  #attemptsLeft = mostAttempts;
  #progress: ExportProgress = { step: "reading", responses: 0, pages: 0 };

  constructor(notify: (progress: ExportProgress) => void = () => undefined) {
    this.#notify = notify;
  }

  readonly again = (error: SurveyError, milliseconds: number): boolean => {
    if (this.#attemptsLeft === 0) {
      return false;
    }
    this.#attemptsLeft--;
    this.#report({ waiting: { until: Date.now() + milliseconds, error } });
    return true;
  };

  /** A page was kept. */
  readonly onPage = ({ loaded: responses, pages, share }: CopyProgress): void => {
    this.#attemptsLeft = Math.min(mostAttempts, this.#attemptsLeft + 1);
    this.#report({ responses, pages, share, waiting: undefined });
  };

  /** All is read, and becomes a table. */
  readonly converting = ({ step, responses, share }: ConversionProgress): void => {
    this.#report({ step, responses, share });
  };

  #report(changes: Partial<ExportProgress>): void {
    this.#progress = { ...this.#progress, ...changes };
    this.#notify(this.#progress);
  }
}
