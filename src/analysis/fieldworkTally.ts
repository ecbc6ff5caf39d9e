import type { ResponseMetadata } from "../model/response.ts";
import { secondsOf, timeOfSeconds } from "../model/time.ts";
import { lengthened } from "./grow.ts";

/** The fields of a response that fieldwork needs. */
export type FieldworkItem = Pick<ResponseMetadata, "collectGroupId" | "startedAt" | "finishedAt">;

/**
 * Sums of the responses of one collect group, or of those without one, so that charts take no longer the more responses
 * there are.
 */
export interface TallyPart {
  /** Undefined for the responses that name no group. */
  readonly collectGroupId: string | undefined;
  responses: number;
  timeless: number;
  /** Submission time of the oldest response, in seconds; Infinity if no response has one. */
  first: number;
  /** Submission time of the newest response, in seconds; -Infinity if no response has one. */
  last: number;
  /** Responses by hour: seconds divided by 3600, see `secondsOf`. */
  readonly hours: Map<number, number>;
  /** Responses by duration in seconds, without those below 0. */
  readonly durations: Map<number, number>;
  unknown: number;
  negative: number;
}

const firstRows = 1024;

/**
 * Metadata of responses, in any order, in 20 bytes per response. Responses after a given time can be replaced, by that time
 * alone, because not all versions have IDs.
 */
export class FieldworkTally {
  readonly #parts: TallyPart[] = [];
  readonly #places = new Map<string | undefined, number>();
  #rows = 0;
  /** By row: submission time in seconds; NaN if there is none of the documented form. */
  #finished = new Float64Array(firstRows);
  /** By row: duration in seconds; NaN if it is not known. */
  #durations = new Float64Array(firstRows);
  /** By row: index of its part. */
  #partOf = new Uint32Array(firstRows);
  #hasOddTimes = false;
  readonly #clock = new QuickTimes();

  get parts(): readonly TallyPart[] {
    return this.#parts;
  }

  /** Numbers of responses: `counts` by collectGroupId, and `total` including those without a collect group. */
  get counts(): { readonly counts: Record<string, number>; readonly total: number } {
    const groups = this.#parts.flatMap(({ collectGroupId, responses }) =>
      collectGroupId === undefined ? [] : [[collectGroupId, responses] as const],
    );
    const total = this.#parts.reduce((sum, it) => sum + it.responses, 0);
    return { counts: Object.fromEntries(groups), total };
  }

  /**
   * True if a response has a submission time of another form. Requests for a range may or may not return such a response.
   */
  get hasOddTimes(): boolean {
    return this.#hasOddTimes;
  }

  add({ collectGroupId, startedAt, finishedAt }: FieldworkItem): void {
    const finished = this.#clock.secondsOf(finishedAt);
    const started = this.#clock.secondsOf(startedAt);
    const isKnown = finished !== undefined && started !== undefined;
    this.#hasOddTimes ||= finishedAt !== undefined && finished === undefined;
    this.#add(this.#placeOf(collectGroupId), finished ?? NaN, isKnown ? finished - started : NaN);
  }

  /** Replaces the responses submitted after the time by those of another tally. */
  replaceAfter(time: string, other: FieldworkTally): void {
    this.#dropAfter(secondsOf(time) ?? Infinity);
    const places = other.#parts.map((it) => this.#placeOf(it.collectGroupId));
    for (let row = 0; row < other.#rows; row++) {
      const place = places[other.#partOf[row] ?? 0] ?? 0;
      this.#add(place, other.#finished[row] ?? NaN, other.#durations[row] ?? NaN);
    }
    this.#hasOddTimes ||= other.#hasOddTimes;
  }

  /**
   * Returns the time from which a reading finds late responses: this many seconds before the newest response, or later if
   * that would be more than this many responses, but always before the newest second, to which more may have been added.
   * `undefined` if no response has a time.
   */
  overlap(seconds: number, responses: number): string | undefined {
    const newest = this.#parts.reduce((latest, it) => Math.max(latest, it.last), -Infinity);
    if (newest === -Infinity) {
      return undefined;
    }
    const from = newest - seconds;
    const late: number[] = [];
    for (let row = 0; row < this.#rows; row++) {
      const finished = this.#finished[row] ?? NaN;
      if (finished > from) {
        late.push(finished);
      }
    }
    const isMore = late.length > responses;
    const beyond = isMore
      ? Float64Array.from(late)
          .sort()
          .at(-responses - 1)
      : undefined;
    return timeOfSeconds(beyond === undefined ? from : Math.min(beyond, newest - 1));
  }

  /** Returns the submission times of the responses of some hours, in seconds and in no order, by part. */
  timesOf(hours: ReadonlySet<number>): number[][] {
    const times = this.#parts.map((): number[] => []);
    let from = NaN;
    let isAsked = false;
    for (let row = 0; row < this.#rows; row++) {
      const finished = this.#finished[row] ?? NaN;
      // Most rows have the same hour as the one before.
      if (!(finished >= from && finished < from + 3600)) {
        const hour = Math.floor(finished / 3600);
        from = hour * 3600;
        isAsked = hours.has(hour);
      }
      if (isAsked) {
        times[this.#partOf[row] ?? 0]?.push(finished);
      }
    }
    return times;
  }

  #placeOf(collectGroupId: string | undefined): number {
    const known = this.#places.get(collectGroupId);
    if (known !== undefined) {
      return known;
    }
    const place = this.#parts.length;
    this.#places.set(collectGroupId, place);
    this.#parts.push({
      collectGroupId,
      responses: 0,
      timeless: 0,
      first: Infinity,
      last: -Infinity,
      hours: new Map(),
      durations: new Map(),
      unknown: 0,
      negative: 0,
    });
    return place;
  }

  #add(place: number, finished: number, duration: number): void {
    if (this.#rows === this.#finished.length) {
      this.#grow();
    }
    const row = this.#rows++;
    this.#finished[row] = finished;
    this.#durations[row] = duration;
    this.#partOf[row] = place;
    this.#count(place, finished, duration, 1);
    this.#stretch(place, finished);
  }

  #stretch(place: number, finished: number): void {
    const part = this.#parts[place];
    if (part && finished < part.first) {
      part.first = finished;
    }
    if (part && finished > part.last) {
      part.last = finished;
    }
  }

  #count(place: number, finished: number, duration: number, by: 1 | -1): void {
    const part = this.#parts[place];
    if (!part) {
      return;
    }
    part.responses += by;
    if (Number.isNaN(finished)) {
      part.timeless += by;
    } else {
      countIn(part.hours, Math.floor(finished / 3600), by);
    }
    if (Number.isNaN(duration)) {
      part.unknown += by;
    } else if (duration < 0) {
      part.negative += by;
    } else {
      countIn(part.durations, duration, by);
    }
  }

  #dropAfter(seconds: number): void {
    for (const part of this.#parts) {
      part.first = Infinity;
      part.last = -Infinity;
    }
    for (let row = 0; row < this.#rows;) {
      const finished = this.#finished[row] ?? NaN;
      const place = this.#partOf[row] ?? 0;
      if (finished > seconds) {
        this.#count(place, finished, this.#durations[row] ?? NaN, -1);
        // Rows have no order: the last one moves here, and is looked at next.
        const last = --this.#rows;
        this.#finished[row] = this.#finished[last] ?? NaN;
        this.#durations[row] = this.#durations[last] ?? NaN;
        this.#partOf[row] = this.#partOf[last] ?? 0;
      } else {
        this.#stretch(place, finished);
        row++;
      }
    }
  }

  #grow(): void {
    const length = 2 * this.#rows;
    this.#finished = lengthened(this.#finished, length);
    this.#durations = lengthened(this.#durations, length);
    this.#partOf = lengthened(this.#partOf, length);
  }
}

/** Maximum number of hours that are cached: some ten years. */
const maxHours = 100_000;

/** A faster `secondsOf`, for many times in few hours. */
class QuickTimes {
  readonly #hours = new Map<string, number>();

  secondsOf(time: string | undefined): number | undefined {
    if (time === undefined) {
      return undefined;
    }
    const hour = this.#hours.get(time.slice(0, 13));
    if (hour !== undefined && time.length === 19 && time[13] === ":" && time[16] === ":") {
      const minute = sixtieth(time, 14);
      const second = sixtieth(time, 17);
      return minute < 0 || second < 0 ? undefined : hour + 60 * minute + second;
    }
    const seconds = secondsOf(time);
    if (seconds !== undefined && this.#hours.size < maxHours) {
      this.#hours.set(time.slice(0, 13), Math.floor(seconds / 3600) * 3600);
    }
    return seconds;
  }
}

/** Returns the number that two digits are, from 00 to 59; -1 for anything else. */
function sixtieth(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 5 && ones >= 0 && ones <= 9 ? 10 * tens + ones : -1;
}

function countIn(counts: Map<number, number>, key: number, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) {
    counts.delete(key);
  } else {
    counts.set(key, count);
  }
}

export function sumOf(counts: readonly ReadonlyMap<number, number>[]): Map<number, number> {
  const sum = new Map(counts[0]);
  for (const it of counts.slice(1)) {
    it.forEach((count, key) => sum.set(key, (sum.get(key) ?? 0) + count));
  }
  return sum;
}
