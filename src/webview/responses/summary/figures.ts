import { panelError, type PanelError } from "../../../messages/panel.ts";
import type { ResponsesRequests } from "../../../messages/requests/responses.ts";
import { isCancelled } from "../../../model/errors.ts";
import type {
  QuestionSummary,
  Summaries,
  SummaryQuery,
  Weighting,
} from "../../../model/summary.ts";
import { errorText } from "../../shared/l10n.ts";
import type { Request } from "../../shared/vscodeApi.ts";

/** Columns of one request: few, so that what a person looks at does not wait for what stands elsewhere. */
const columnsAtOnce = 4;
/** While responses come, summing up takes at most this part of the time. */
const shareOfTime = 0.1;
const shortestPause = 500;
/** What takes longer shows that something happens. */
const quietUntil = 300;

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
  readonly subject: Subject;
  readonly stamp: string;
  readonly columns: readonly string[];
}

/**
 * The summaries of columns, asked for a few at a time. Those of before stay until the new ones are there; while responses
 * come they are asked for again at a pace that leaves the table time for the rest.
 */
export class Figures {
  readonly #request: Request<Pick<ResponsesRequests, "summarise">>;
  readonly #wanted: () => readonly string[];
  readonly #changed: () => void;
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

  /** @param wanted keys of all columns whose figures are wanted, those in sight first; none while nobody looks */
  constructor(
    request: Request<Pick<ResponsesRequests, "summarise">>,
    wanted: () => readonly string[],
    changed: () => void,
  ) {
    this.#request = request;
    this.#wanted = wanted;
    this.#changed = changed;
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

  /** Asks again, also for what is on its way. */
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
    // The table was left meanwhile: the state of the one that follows has figures asked for again.
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
