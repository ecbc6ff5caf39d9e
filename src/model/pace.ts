/** Progress of a long piece of work. */
export interface Progress {
  /** Things done. */
  readonly count: number;
  /** Estimated share that is done, 0 to 1; undefined if unknown. */
  readonly share?: number | undefined;
}

export interface Pace {
  /** Recent things per second; undefined if unknown, or if nothing came recently. */
  readonly perSecond?: number | undefined;
  readonly secondsLeft?: number | undefined;
}

interface Sample extends Progress {
  /** In milliseconds. */
  readonly at: number;
}

/** Milliseconds that the rate and the time left look back; further if they have fewer than `fewestSteps` steps. */
const rateSpan = 8_000;
const leftSpan = 30_000;
const fewestSteps = 3;
/** Samples closer together than this, in milliseconds, are merged into one. */
const grain = 250;
/** Shortest spans, in milliseconds, from which the rate and the time left are computed. */
const shortestRate = 1_000;
const shortestLeft = 4_000;
/** Milliseconds over which the time left adapts to a change of pace. */
const calm = 8_000;

/** Measures the recent pace rather than the average, and a time left that does not jump about. Times are in milliseconds. */
export class PaceMeter {
  #samples: Sample[] = [];
  #left: { readonly at: number; readonly seconds: number } | undefined;

  add(progress: Progress, at: number): void {
    const [beforeLast, last] = [this.#samples.at(-2), this.#samples.at(-1)];
    if (last && beforeLast && last.at - beforeLast.at < grain) {
      this.#samples.pop();
    }
    this.#samples.push({ ...progress, at });
    const needed = this.#baseOf(leftSpan, at);
    this.#samples = this.#samples.slice(needed);
  }

  /** Forgets the pace, such as after a wait, which says nothing about it. */
  restart(): void {
    this.#samples = [];
    this.#left = undefined;
  }

  read(now: number): Pace {
    const last = this.#samples.at(-1);
    const rateBase = this.#samples[this.#baseOf(rateSpan, now)];
    const leftBase = this.#samples[this.#baseOf(leftSpan, now)];
    if (!last || !rateBase || !leftBase) {
      return {};
    }
    const seconds = now - rateBase.at < shortestRate ? 0 : (now - rateBase.at) / 1000;
    const done = last.count - rateBase.count;
    return {
      ...(seconds > 0 && done > 0 ? { perSecond: done / seconds } : {}),
      ...this.#leftAt(now, leftBase, last),
    };
  }

  #leftAt(now: number, base: Sample, last: Sample): Pick<Pace, "secondsLeft"> {
    const gained =
      last.share === undefined || base.share === undefined ? 0 : last.share - base.share;
    if (last.share === undefined || gained <= 0 || now - base.at < shortestLeft) {
      this.#left = undefined;
      return {};
    }
    const estimate = ((1 - last.share) * (now - base.at)) / gained / 1000;
    let seconds = estimate;
    if (this.#left) {
      const passed = now - this.#left.at;
      const expected = this.#left.seconds - passed / 1000;
      seconds = expected + (estimate - expected) * (1 - Math.exp(-passed / calm));
    }
    this.#left = { at: now, seconds };
    return { secondsLeft: Math.max(0, seconds) };
  }

  /** Returns the index of the sample at which a span that ends at `now` begins. */
  #baseOf(span: number, now: number): number {
    const inSpan = this.#samples.findLastIndex((it) => it.at <= now - span);
    return Math.max(0, Math.min(inSpan, this.#samples.length - 1 - fewestSteps));
  }
}

/** Rounds a rate for people: to two digits, and per minute if it is below one a second. */
export function rateInWords(perSecond: number): { count: number; per: "second" | "minute" } {
  return perSecond < 1
    ? { count: Math.max(1, twoDigits(perSecond * 60)), per: "minute" }
    : { count: twoDigits(perSecond), per: "second" };
}

function twoDigits(value: number): number {
  return value < 100 ? Math.round(value) : Number(value.toPrecision(2));
}

export type TimeInWords =
  | { readonly about: "moment" | "less than a minute" }
  | { readonly about: "hours and minutes"; readonly hours: number; readonly minutes: number };

/** Rounds a time for people: the longer, the coarser. */
export function timeInWords(seconds: number): TimeInWords {
  if (seconds < 10) {
    return { about: "moment" };
  }
  if (seconds < 50) {
    return { about: "less than a minute" };
  }
  const exact = seconds / 60;
  const step = exact < 10 ? 1 : exact < 57.5 ? 5 : exact < 600 ? 30 : 60;
  const minutes = Math.max(step, Math.round(exact / step) * step);
  return { about: "hours and minutes", hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
