import { isDateTime } from "../model/time.ts";

/** A range of time, (after, until], whose responses are written in one transaction. */
export interface TimeRange {
  /** Exclusive; empty: from the oldest response on. */
  readonly after: string;
  /** Inclusive; empty: the range has all responses of a survey that is not ordered by time. */
  readonly until: string;
}

/** A range that is in the tables. */
export interface StoredRange extends TimeRange {
  readonly range: number;
  readonly responses: number;
}

/** A range of the survey's current responses. It has a number if it is in the tables. */
export type PlannedRange = TimeRange & Partial<Pick<StoredRange, "range">>;

export interface Plan {
  /** Newest first, without gaps between any two. */
  readonly ranges: readonly PlannedRange[];
  /** Ranges to remove, because their responses are in other ranges. */
  readonly obsolete: readonly StoredRange[];
}

/** Approximate number of responses in a range. A range always consists of whole seconds. */
const fullRange = 1000;

/**
 * Divides a survey into ranges, from the times of its responses, newest first. Ranges that the tables have stay as they are,
 * so their responses stay in them. Only responses before, after or between them go into new ranges.
 */
export class RangePlan {
  readonly #stored: readonly StoredRange[];
  readonly #size: number;
  readonly #planned: PlannedRange[] = [];
  /** Index of the next stored range. */
  #next = 0;
  /** The new range that is being filled, and its number of responses. */
  #open: { readonly until: string; count: number } | undefined;
  /** Number of responses newer than all stored ranges. */
  #above = 0;
  #last: string | undefined;
  #isOrdered = true;

  /** @param size number of responses in a full range */
  constructor(stored: readonly StoredRange[], size = fullRange) {
    this.#stored = stored.toSorted((a, b) => (a.until < b.until ? 1 : -1));
    this.#size = size;
  }

  /** Adds the next older response. */
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
    // Extend the newest stored range until it is full, so that a few new responses at a time do not make many small ranges.
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
