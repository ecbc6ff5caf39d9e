import type { PanelError } from "../../../messages/panel.ts";
import type {
  SummariesAnswer,
  SummariesFailure,
  SummariseRequest,
} from "../../../messages/summary.ts";
import type { QuestionSummary, SummaryQuery, Weighting } from "../../../model/summary.ts";

/** Columns of one request: few, so that what a person looks at does not wait for what stands elsewhere. */
const columnsAtOnce = 4;
/** While responses come, summing up takes at most this part of the time. */
const shareOfTime = 0.1;
const shortestPause = 500;
/** An answer that has not come by then is not waited for any more: the table was left meanwhile. */
const longestWait = 30_000;
/** What takes longer shows that something happens. */
const quietUntil = 300;

let lastRun = 0;

/** A number for a request, by which its answer is known; unique in the panel. */
function nextRun(): number {
  return ++lastRun;
}

/** What is summed up. */
type Subject = Omit<SummaryQuery, "columns">;

/** The summary of a column, and of what it is. */
export interface Figure {
  readonly summary: QuestionSummary;
  /** Responses that were there, asked for or not. */
  readonly loaded: number;
  readonly weighting?: Weighting | undefined;
  readonly subject: Subject;
}

interface Outstanding {
  readonly run: number;
  readonly subject: Subject;
  readonly stamp: string;
  readonly since: number;
  readonly columns: readonly string[];
}

export interface FiguresStage {
  readonly send: (request: SummariseRequest) => void;
  /** Keys of all columns whose figures are wanted, those in sight first; none while nobody looks. */
  wanted(): readonly string[];
  changed(): void;
}

/**
 * The summaries of columns, asked for a few at a time. Those of before stay until the new ones are there; while responses
 * come they are asked for again at a pace that leaves the table time for the rest.
 */
export class Figures {
  readonly #stage: FiguresStage;
  #kept = new Map<string, Figure>();
  /** What was there when a column was asked for last, and answered; it need not have figures. */
  #stamps = new Map<string, string>();
  #subject: Subject | undefined;
  #written = "";
  /** Number of the rows that are there: another one where responses came. */
  #rows = 0;
  #outstanding: Outstanding | undefined;
  /** Nothing is asked for after a failure until it is tried again, or something else is wanted. */
  #failed: { readonly stamp: string; readonly error: PanelError } | undefined;
  #timer: number | undefined;
  /** When the newest round began, and what it has cost so far: milliseconds. */
  #round = { stamp: "", since: -Infinity, cost: 0 };
  #workSince: number | undefined;
  #workTimer: number | undefined;

  constructor(stage: FiguresStage) {
    this.#stage = stage;
  }

  get(key: string): Figure | undefined {
    return this.#kept.get(key);
  }

  /** All that is kept, in no order. */
  get all(): Figure[] {
    return [...this.#kept.values()];
  }

  /** Whether the column has figures of what is wanted, and of all responses that are there. */
  isFresh(key: string): boolean {
    return this.#stamps.get(key) === this.#stamp;
  }

  /** Whether the column has figures of what is wanted; more responses may be there since. */
  has(key: string): boolean {
    const kept = this.#kept.get(key);
    return this.isFresh(key) || (kept !== undefined && kept.subject === this.#subject);
  }

  /** Whether figures have been on their way for so long that it should be said. */
  get isSlow(): boolean {
    return this.#workSince !== undefined && performance.now() - this.#workSince >= quietUntil;
  }

  /** Why figures of what is wanted are not there. */
  get error(): PanelError | undefined {
    return this.#failed?.error;
  }

  /** @param rows another number where other responses are there */
  show(subject: Subject | undefined, rows: number): void {
    const written = subject ? JSON.stringify(subject) : "";
    if (written === this.#written && rows === this.#rows) {
      return;
    }
    if (written !== this.#written) {
      // What is on its way is not wanted any more, and what was asked before is no reason to wait.
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

  /** Asks for what is wanted most, unless an answer is still to come. */
  readonly next = (): void => {
    window.clearTimeout(this.#timer);
    const now = performance.now();
    if (this.#outstanding && now - this.#outstanding.since < longestWait) {
      return;
    }
    this.#outstanding = undefined;
    if (this.#failed?.stamp === this.#stamp) {
      this.#rest();
      return;
    }
    const stale = this.#subject ? this.#stage.wanted().filter((it) => !this.isFresh(it)) : [];
    if (!this.#subject || stale.length === 0) {
      this.#rest();
      return;
    }
    if (this.#round.stamp !== this.#stamp) {
      const due = this.#round.since + Math.max(shortestPause, this.#round.cost / shareOfTime);
      if (now < due) {
        this.#timer = window.setTimeout(this.next, due - now);
        return;
      }
      this.#round = { stamp: this.#stamp, since: now, cost: 0 };
    }
    this.#ask(this.#subject, stale.slice(0, columnsAtOnce));
  };

  receive(answer: SummariesAnswer): void {
    const { run, summaries, took, loaded, weighting } = answer;
    const asked = this.#outstanding;
    if (asked?.run !== run) {
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
    this.#stage.changed();
    this.next();
  }

  fail({ run, error }: SummariesFailure): void {
    const asked = this.#outstanding;
    if (asked?.run === run) {
      this.#outstanding = undefined;
      this.#failed = { stamp: asked.stamp, error };
      this.#stage.changed();
      this.next();
    }
  }

  /** Asks again, also for what was asked of a table that may have been left. */
  retry(): void {
    this.#outstanding = undefined;
    this.#failed = undefined;
    this.next();
  }

  get #stamp(): string {
    return `${this.#rows} ${this.#written}`;
  }

  #ask(subject: Subject, columns: readonly string[]): void {
    const run = nextRun();
    const since = performance.now();
    this.#outstanding = { run, subject, stamp: this.#stamp, since, columns };
    if (this.#workSince === undefined) {
      this.#workSince = since;
      this.#workTimer = window.setTimeout(() => this.#stage.changed(), quietUntil);
    }
    this.#stage.send({ kind: "summarise", run, columns, ...subject });
  }

  #rest(): void {
    window.clearTimeout(this.#workTimer);
    if (this.#workSince !== undefined) {
      this.#workSince = undefined;
      this.#stage.changed();
    }
  }
}
