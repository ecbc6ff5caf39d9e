import type { SurveyError } from "../model/errors.ts";
import type { ConversionProgress } from "./conversion.ts";
import type { AttemptWatch } from "../reader/responseSource.ts";
import type { Run } from "./run.ts";

export interface ExportProgress {
  /** Of a table, the responses are looked at (`columns`) and written (`rows`) once all are there. */
  readonly step: "reading" | ConversionProgress["step"];
  /** Of this step, so far, those of a resumed export's earlier part included. */
  readonly responses: number;
  /** Responses that came, of which those are the ones that are wanted. */
  readonly looked: number;
  readonly bytes: number;
  readonly pages: number;
  /** Windows that are being read at once. */
  readonly lanes: number;
  /** How much of the range in time is read, 0 to 1; absent where nobody can tell. Responses may lie more densely in the rest. */
  readonly share?: number | undefined;
  /** Until then, in milliseconds since 1970, nothing may come: an attempt failed, and the next one waits. */
  readonly waiting?: { readonly until: number; readonly error: SurveyError } | undefined;
}

/** Attempts that may be made again without a page coming in between, whatever a single request is allowed. */
const mostAttempts = 30;

/** Watches over the reading of an export: how often it may try again, and what is told of it. */
export class ExportWatch implements AttemptWatch {
  readonly #run: Run;
  readonly #tell: (progress: ExportProgress) => void;
  #attemptsLeft = mostAttempts;
  #lanes = 0;
  #waiting: ExportProgress["waiting"];

  constructor(run: Run, tell: (progress: ExportProgress) => void = () => undefined) {
    this.#run = run;
    this.#tell = tell;
    run.onPage = () => {
      this.#attemptsLeft = Math.min(mostAttempts, this.#attemptsLeft + 1);
      this.#waiting = undefined;
      this.#report();
    };
  }

  again(error: SurveyError, milliseconds: number): boolean {
    if (this.#attemptsLeft === 0) {
      return false;
    }
    this.#attemptsLeft--;
    this.#waiting = { until: Date.now() + milliseconds, error };
    this.#report();
    return true;
  }

  /** The number of lanes has changed. */
  readonly onLanes = (lanes: number): void => {
    this.#lanes = lanes;
  };

  /** All is read, and becomes a table. */
  converting({ step, responses }: ConversionProgress): void {
    const { rows, bytes, pages } = this.#run;
    const share = rows === 0 ? 1 : responses / rows;
    this.#tell({ step, responses, looked: responses, bytes, pages, lanes: 0, share });
  }

  #report(): void {
    const { rows: responses, looked, bytes, pages, windows } = this.#run;
    this.#tell({
      step: "reading",
      responses,
      looked,
      bytes,
      pages,
      lanes: this.#lanes,
      share: windows.share,
      waiting: this.#waiting,
    });
  }
}
