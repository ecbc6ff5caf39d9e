/**
 * Maximum number of items with the same key that are tried: of a thousand that are alike, nobody can tell which is which.
 */
const maxCandidates = 20;

/** Pairs the items of two sequences in several passes. A pair that was found stays. */
export class Pairing<T> {
  readonly olds: readonly T[];
  readonly news: readonly T[];
  readonly #newOf = new Map<T, T>();
  readonly #oldOf = new Map<T, T>();

  constructor(olds: readonly T[], news: readonly T[]) {
    this.olds = olds;
    this.news = news;
  }

  oldOf(item: T): T | undefined {
    return this.#oldOf.get(item);
  }

  /** Old items without a counterpart. */
  get removed(): T[] {
    return this.olds.filter((it) => !this.#newOf.has(it));
  }

  get added(): T[] {
    return this.news.filter((it) => !this.#oldOf.has(it));
  }

  /** Pairs equal items from both ends inwards: quick, and usually enough for most of them. */
  byEnds(isSame: (old: T, item: T) => boolean): void {
    const { olds, news } = this;
    const isAt = (at: number, other: number): boolean => {
      const [old, item] = [olds[at], news[other]];
      const isOne = old !== undefined && item !== undefined && isSame(old, item);
      if (isOne) {
        this.#pair(old, item);
      }
      return isOne;
    };
    let begin = 0;
    while (isAt(begin, begin)) {
      begin++;
    }
    let [end, newEnd] = [olds.length - 1, news.length - 1];
    while (end >= begin && newEnd >= begin && isAt(end, newEnd)) {
      end--;
      newEnd--;
    }
  }

  /**
   * Pairs items with the same key: first unique ones, then those next to a pair, then the rest in order.
   * @param keyOf `undefined`: the item is left over
   */
  byKey(keyOf: (item: T) => string | undefined, fits: (old: T, item: T) => boolean = yes): void {
    const olds = grouped(this.removed, keyOf);
    const news = grouped(this.added, keyOf);
    const repeated: [T[], T[]][] = [];
    for (const [key, its] of olds) {
      const others = news.get(key) ?? [];
      if (its.length === 1 && others.length === 1) {
        this.#pairFirst(its, others, fits);
      } else if (others.length > 0) {
        repeated.push([its, others]);
      }
    }
    if (repeated.length > 0) {
      this.#beside((old, item) => {
        const key = keyOf(old);
        return key !== undefined && key === keyOf(item) && fits(old, item);
      });
      repeated.forEach(([its, others]) => this.#pairFirst(its, others, fits));
    }
  }

  /**
   * Pairs what is left over between two pairs, in order, if equally many stand there on both sides.
   * @param isSure whether they match even if one side has more
   */
  byPlace(fits: (old: T, item: T) => boolean, isSure: (old: T, item: T) => boolean): void {
    const position = new Map(this.news.map((it, index) => [it, index]));
    let from = 0;
    let begin = 0;
    for (let to = 0; to <= this.olds.length; to++) {
      const old = this.olds[to];
      const item = old === undefined ? undefined : this.#newOf.get(old);
      if (old !== undefined && item === undefined) {
        continue;
      }
      const end = item === undefined ? this.news.length : (position.get(item) ?? 0);
      const news = this.news.slice(begin, end);
      // If something was moved, places say nothing.
      if (end >= begin && news.every((it) => !this.#oldOf.has(it))) {
        const olds = this.olds.slice(from, to);
        const test = olds.length === news.length ? fits : isSure;
        if (olds.length === news.length) {
          olds.forEach((it, index) => this.#pairFirst([it], news.slice(index, index + 1), test));
        } else {
          this.#pairFirst(olds, news, test);
        }
      }
      from = to + 1;
      begin = end + 1;
    }
  }

  #pair(old: T, item: T): void {
    this.#newOf.set(old, item);
    this.#oldOf.set(item, old);
  }

  #pairFirst(olds: readonly T[], news: readonly T[], fits: (old: T, item: T) => boolean): void {
    const free = news.filter((it) => !this.#oldOf.has(it));
    for (const old of olds) {
      if (free.length > 0 && !this.#newOf.has(old)) {
        const at = free.slice(0, maxCandidates).findIndex((it) => fits(old, it));
        const item = free[at];
        if (item !== undefined) {
          this.#pair(old, item);
          free.splice(at, 1);
        }
      }
    }
  }

  /** Pairs the neighbours of pairs, going on from there and from both ends. */
  #beside(isSame: (old: T, item: T) => boolean): void {
    const position = new Map(this.news.map((it, index) => [it, index]));
    for (const step of [1, -1]) {
      const first = step === 1 ? 0 : this.olds.length - 1;
      let next = step === 1 ? 0 : this.news.length - 1;
      for (let at = first; at >= 0 && at < this.olds.length; at += step) {
        const old = this.olds[at];
        const item = this.news[next];
        if (old === undefined) {
          continue;
        }
        const known = this.#newOf.get(old);
        if (known !== undefined) {
          next = (position.get(known) ?? 0) + step;
        } else if (item !== undefined && !this.#oldOf.has(item) && isSame(old, item)) {
          this.#pair(old, item);
          next += step;
        } else {
          next = -1;
        }
      }
    }
  }
}

function yes(): boolean {
  return true;
}

export function grouped<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): Map<string, T[]> {
  const groups = Map.groupBy(items, keyOf);
  groups.delete(undefined);
  return groups as Map<string, T[]>;
}

/**
 * Returns the items that changed their place relative to the others, as few as possible.
 * @param places old places, each once, in the new order
 */
export function displaced(places: readonly number[]): Set<number> {
  // The longest increasing subsequence stays: `ends[n]` is where the best one of length n + 1 ends.
  const ends: number[] = [];
  const before = places.map((place, index) => {
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] ?? 0] ?? 0) < place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    ends[low] = index;
    return low === 0 ? undefined : ends[low - 1];
  });
  const moved = new Set(places);
  for (let at = ends.at(-1); at !== undefined; at = before[at]) {
    moved.delete(places[at] ?? -1);
  }
  return moved;
}
