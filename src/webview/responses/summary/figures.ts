import { panelError, type PanelError } from "../../../messages/panel.ts";
import type { ResponsesRequests } from "../../../messages/requests/responses.ts";
import { isCancelled } from "../../../model/errors.ts";
import type { MissingCodes } from "../../../model/missingCodes.ts";
import type {
  QuestionSummary,
  Summaries,
  SummaryQuery,
  Weighting,
} from "../../../model/summary.ts";
import { errorText } from "../../shared/l10n.ts";
import type { Request } from "../../shared/vscodeApi.ts";

/** Columns of one request: few, so that those in sight do not wait for others. */
const columnsAtOnce = 4;
/** Largest share of the time that summaries take while responses arrive. */
const shareOfTime = 0.1;
const shortestPause = 500;
/** Time after which progress is shown, in milliseconds. */
const quietUntil = 300;

/** What is summarised: filter, weight and split. */
type Subject = Omit<SummaryQuery, "columns">;

/** The summary of a column, and what it is about. */
export interface ColumnFigures {
  readonly summary: QuestionSummary;
  /** Number of responses that were loaded, whether they pass the filter or not. */
  readonly loaded: number;
  readonly weighting?: Weighting | undefined;
  readonly subject: Subject;
}

interface Outstanding {
  readonly subject: Subject;
  readonly stamp: string;
  readonly columns: readonly string[];
}

/**
 * The summaries of columns, requested a few at a time. Previous ones stay until the new ones arrive. While responses arrive,
 * they are requested again at a pace that leaves the table time for other work.
 */
export class Figures {
  readonly #request: Request<Pick<ResponsesRequests, "summarise">>;
  readonly #wanted: () => readonly string[];
  readonly #changed: () => void;
  #kept = new Map<string, ColumnFigures>();
  /** The stamp for which each column was last requested and answered; the column need not have figures. */
  #stamps = new Map<string, string>();
  #subject: Subject | undefined;
  #written = "";
  /** Identifies the loaded set of rows. */
  #rows = "";
  #outstanding: Outstanding | undefined;
  /** After a failure nothing is requested until `retry`, or until something else is wanted. */
  #failed: { readonly stamp: string; readonly error: PanelError } | undefined;
  #timer: number | undefined;
  /** The newest round of requests: its start, and its cost so far in milliseconds. */
  #round = { stamp: "", since: -Infinity, cost: 0 };
  #workSince: number | undefined;
  #workTimer: number | undefined;

  /** @param wanted returns the keys of all columns whose figures are wanted, those in sight first; none while hidden */
  constructor(
    request: Request<Pick<ResponsesRequests, "summarise">>,
    wanted: () => readonly string[],
    changed: () => void,
  ) {
    this.#request = request;
    this.#wanted = wanted;
    this.#changed = changed;
  }

  get(key: string): ColumnFigures | undefined {
    return this.#kept.get(key);
  }

  /** All kept figures, in no order. */
  get all(): ColumnFigures[] {
    return [...this.#kept.values()];
  }

  /** Returns true if the column has figures of the current subject, for all loaded responses. */
  isFresh(key: string): boolean {
    return this.#stamps.get(key) === this.#stamp;
  }

  /** Returns true if the column has figures of the current subject; more responses may have arrived since. */
  has(key: string): boolean {
    const kept = this.#kept.get(key);
    return this.isFresh(key) || (kept !== undefined && kept.subject === this.#subject);
  }

  /** True if figures have been pending for so long that progress should be shown. */
  get isSlow(): boolean {
    return this.#workSince !== undefined && performance.now() - this.#workSince >= quietUntil;
  }

  /** Why the wanted figures are missing. */
  get error(): PanelError | undefined {
    return this.#failed?.error;
  }

  /**
   * @param rows identifies the set of responses
   * @param missing codes with which the host answers; other codes make other figures, as another subject does
   */
  show(subject: Subject | undefined, rows: string, missing?: MissingCodes): void {
    const written = subject ? JSON.stringify([subject, missing]) : "";
    if (written === this.#written && rows === this.#rows) {
      return;
    }
    if (written !== this.#written) {
      // Pending answers are not wanted, and the previous round is no reason to wait.
      this.#outstanding = undefined;
      this.#failed = undefined;
      this.#round = { stamp: "", since: -Infinity, cost: 0 };
      this.#subject = subject;
    }
    if (!subject) {
      this.#kept = new Map();
      this.#stamps = new Map();
    }
    this.#written = written;
    this.#rows = rows;
    this.next();
  }

  /** Requests what is wanted most, unless an answer is pending. */
  readonly next = (): void => {
    window.clearTimeout(this.#timer);
    if (this.#outstanding) {
      return;
    }
    if (this.#failed?.stamp === this.#stamp) {
      this.#rest();
      return;
    }
    const stale = this.#subject ? this.#wanted().filter((it) => !this.isFresh(it)) : [];
    if (!this.#subject || stale.length === 0) {
      this.#rest();
      return;
    }
    if (this.#round.stamp !== this.#stamp) {
      const now = performance.now();
      const due = this.#round.since + Math.max(shortestPause, this.#round.cost / shareOfTime);
      if (now < due) {
        this.#timer = window.setTimeout(this.next, due - now);
        return;
      }
      this.#round = { stamp: this.#stamp, since: now, cost: 0 };
    }
    this.#ask(this.#subject, stale.slice(0, columnsAtOnce));
  };

  /** Requests again, including what is pending. */
  retry(): void {
    this.#outstanding = undefined;
    this.#failed = undefined;
    this.next();
  }

  get #stamp(): string {
    return `${this.#rows} ${this.#written}`;
  }

  #ask(subject: Subject, columns: readonly string[]): void {
    const asked: Outstanding = { subject, stamp: this.#stamp, columns };
    this.#outstanding = asked;
    if (this.#workSince === undefined) {
      this.#workSince = performance.now();
      this.#workTimer = window.setTimeout(() => this.#changed(), quietUntil);
    }
    this.#request("summarise", { columns, ...subject }).then(
      (answer) => this.#receive(asked, answer),
      (error: unknown) => this.#fail(asked, error),
    );
  }

  #receive(asked: Outstanding, { summaries, took, loaded, weighting }: Summaries): void {
    if (asked !== this.#outstanding) {
      return;
    }
    this.#outstanding = undefined;
    this.#failed = undefined;
    this.#round.cost += took;
    for (const key of asked.columns) {
      const summary = summaries.find((it) => it.column === key);
      if (summary) {
        this.#kept.set(key, { summary, loaded, weighting, subject: asked.subject });
      } else {
        this.#kept.delete(key);
      }
      this.#stamps.set(key, asked.stamp);
    }
    this.#changed();
    this.next();
  }

  #fail(asked: Outstanding, error: unknown): void {
    if (asked !== this.#outstanding) {
      return;
    }
    this.#outstanding = undefined;
    // The table was closed meanwhile: the state of its successor makes figures be requested again.
    if (!isCancelled(error)) {
      this.#failed = { stamp: asked.stamp, error: panelError(error, errorText(error)) };
      this.#changed();
      this.next();
    }
  }

  #rest(): void {
    window.clearTimeout(this.#workTimer);
    if (this.#workSince !== undefined) {
      this.#workSince = undefined;
      this.#changed();
    }
  }
}
