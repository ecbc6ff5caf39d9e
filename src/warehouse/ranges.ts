import { isDateTime } from "../model/time.ts";

/** Responses of a stretch of time, which are written in one transaction: (after, until]. */
export interface TimeRange {
  /** Exclusive; empty: from the oldest. */
  readonly after: string;
  /** Inclusive; empty: the responses of a survey that is in no order of time. */
  readonly until: string;
}

/** A range that the tables have. */
export interface StoredRange extends TimeRange {
  readonly range: number;
  readonly responses: number;
}

/** A range of the survey as it is now; with a number where the tables have it. */
export type PlannedRange = TimeRange & Partial<Pick<StoredRange, "range">>;

export interface Plan {
  /** Newest first, without gaps between any two. */
  readonly ranges: readonly PlannedRange[];
  /** Of no use any more: their responses are in other ranges. */
  readonly obsolete: readonly StoredRange[];
}

/** About so many responses are in one, whole seconds always. */
const fullRange = 1000;

/**
 * Divides a survey into ranges, from the times of its responses, newest first. A range stays as it was begun, and so a response
 * stays in its range: only what lies above, below or between the ranges that the tables have becomes new ones.
 */
export class RangePlan {
  readonly #stored: readonly StoredRange[];
  readonly #size: number;
  readonly #planned: PlannedRange[] = [];
  /** Of the stored ranges, the first that is not passed. */
  #next = 0;
  /** What is being filled, and how many are in it. */
  #open: { readonly until: string; count: number } | undefined;
  /** Responses above all stored ranges. */
  #above = 0;
  #last: string | undefined;
  #isOrdered = true;

  /** @param size of a full range */
  constructor(stored: readonly StoredRange[], size = fullRange) {
    this.#stored = stored.toSorted((a, b) => (a.until < b.until ? 1 : -1));
    this.#size = size;
  }

  /** The next older response. */
  add(time: string | undefined): void {
    if (time === undefined || !isDateTime(time) || time > (this.#last ?? time)) {
      this.#isOrdered = false;
    }
    if (!this.#isOrdered || time === undefined) {
      return;
    }
    const before = this.#last;
    this.#last = time;
    for (let it = this.#stored[this.#next]; it && time <= it.until; it = this.#stored[this.#next]) {
      this.#close(it.until);
      if (time > it.after) {
        return;
      }
      this.#planned.push(it);
      this.#next++;
    }
    this.#above += this.#next === 0 ? 1 : 0;
    if (this.#open && this.#open.count >= this.#size && time !== before) {
      this.#close(time);
    }
    this.#open ??= { until: time, count: 0 };
    this.#open.count++;
  }

  plan(): Plan {
    const stored = this.#stored;
    if (!this.#isOrdered) {
      const kept = stored.find((it) => it.until === "");
      return {
        ranges: [kept ?? { after: "", until: "" }],
        obsolete: stored.filter((it) => it !== kept),
      };
    }
    const obsolete = stored.filter((it) => it.until === "");
    const left = stored.slice(this.#next).filter((it) => it.until !== "");
    this.#close(left[0]?.until ?? "");
    const ranges = [...this.#planned, ...left];
    const [newest, before, ...older] = ranges;
    const known = stored.find((it) => it.range === before?.range);
    // What comes in few at a time goes on with the newest range until that is full.
    return newest &&
      newest.range === undefined &&
      known &&
      this.#above + known.responses <= this.#size
      ? { ranges: [{ ...known, until: newest.until }, ...older], obsolete }
      : { ranges, obsolete };
  }

  #close(after: string): void {
    if (this.#open) {
      this.#planned.push({ after, until: this.#open.until });
      this.#open = undefined;
    }
  }
}
