import type { CopyProgress } from "../copy/readCopy.ts";
import type { SurveyError } from "../model/errors.ts";
import type { AttemptWatch } from "../client/queries.ts";
import type { ConversionProgress } from "./conversion.ts";

export interface ExportProgress {
  /** In table formats, `reading` is followed by `columns` (finding the columns) and `rows` (writing the rows). */
  readonly step: "reading" | ConversionProgress["step"];
  /** Responses of this step so far, including those that a resumed export had read before. */
  readonly responses: number;
  readonly pages: number;
  /** Part of this step that is done, 0 to 1; undefined if unknown. An estimate: responses may be denser in the rest. */
  readonly share?: number | undefined;
  /** Set after a failed attempt, while the next one waits. `until`: end of the wait, in milliseconds since 1970. */
  readonly waiting?: { readonly until: number; readonly error: SurveyError } | undefined;
}

/** Retries that are allowed without a page in between, whatever a single request is allowed. Each page gives one back. */
const maxAttempts = 30;

/** Limits how often the reading of an export may retry, and reports its progress. */
export class ExportWatch implements AttemptWatch {
  readonly #notify: (progress: ExportProgress) => void;
  #attemptsLeft = maxAttempts;
  #progress: ExportProgress = { step: "reading", responses: 0, pages: 0 };
  readonly #stored = Promise.withResolvers<undefined>();

  constructor(notify: (progress: ExportProgress) => void = () => undefined) {
    this.#notify = notify;
  }

  readonly onRetry = (error: SurveyError, milliseconds: number): boolean => {
    if (this.#attemptsLeft === 0) {
      return false;
    }
    this.#attemptsLeft--;
    this.#report({ waiting: { until: Date.now() + milliseconds, error } });
    return true;
  };

  /** Resolves when the first page is stored. */
  get stored(): Promise<undefined> {
    return this.#stored.promise;
  }

  /** Called when a page is stored. */
  readonly onPage = ({ loaded: responses, pages, share }: CopyProgress): void => {
    this.#attemptsLeft = Math.min(maxAttempts, this.#attemptsLeft + 1);
    this.#stored.resolve(undefined);
    this.#report({ responses, pages, share, waiting: undefined });
  };

  /** Called while the items, which are all read, are converted to a table. */
  readonly converting = ({ step, responses, share }: ConversionProgress): void => {
    this.#report({ step, responses, share });
  };

  #report(changes: Partial<ExportProgress>): void {
    this.#progress = { ...this.#progress, ...changes };
    this.#notify(this.#progress);
  }
}
