import { InformationSet, type Undo } from "./informationSet.ts";
import type { ToldFigures } from "./toldFigures.ts";
import { lengthened } from "../grow.ts";

/**
 * State of a row: free, exposed (ignored), or, from `firstOwner` on, a pivot of the set with this number minus `firstOwner`.
 */
const free = 0;
const exposed = 1;
const firstOwner = 2;
/** Maximum number of pivots that are examined in order to free a row. */
const maxSteps = 4000;
/** Maximum number of closed sets of rows that are kept. */
const maxClosed = 4;

/** Information sets without a row in common, which show that no sum has fewer rows than `least`. */
export class InformationSets {
  readonly #told: ToldFigures;
  readonly #sets: readonly InformationSet[];
  readonly #exposed: ReadonlySet<number>;
  #owners = new Uint16Array(0);
  /**
   * Sets of rows with as many pivots as they can have, so that there is never room for a further figure of these rows alone.
   */
  #closed: readonly ReadonlySet<number>[] = [];

  /** @param exposedRows ignored, as if they did not exist */
  constructor(told: ToldFigures, least: number, exposedRows: ReadonlySet<number>) {
    this.#told = told;
    this.#exposed = exposedRows;
    const counts = (row: number): boolean => this.#owners[row] !== exposed;
    const count = least;
    this.#sets = Array.from({ length: count }, () => new InformationSet(told, least, counts));
  }

  /** True if the newest figure can be computed from the others. */
  get follows(): boolean {
    const [set] = this.#sets;
    return set !== undefined && set.firstOf(set.rest(), 0, (row) => this.#counts(row)) < 0;
  }

  /**
   * Adds the newest figure, which does not follow from the others, to all sets.
   * @returns the rows that prevent it; then nothing has changed
   */
  extend(): readonly number[] | undefined {
    this.#reserve();
    const undo: Undo[] = [];
    for (const index of this.#sets.keys()) {
      const rows = this.#extendSet(index, undo);
      if (rows) {
        for (const step of undo.reverse()) {
          step();
        }
        return rows;
      }
    }
    return undefined;
  }

  #extendSet(index: number, undo: Undo[]): readonly number[] | undefined {
    const set = this.#sets[index];
    if (!set) {
      return undefined;
    }
    const rest = set.rest();
    const row = set.firstOf(rest, this.#startFor(index), (it) => this.#owners[it] === free);
    if (row >= 0) {
      return this.#done(set.add(rest, row), row, firstOwner + index, undo);
    }
    const rows = set.allOf(rest, (it) => this.#counts(it));
    if (this.#closed.some((closed) => rows.every((it) => closed.has(it)))) {
      return rows;
    }
    const path = this.#pathFrom(rows);
    const [first] = path;
    if (first === undefined) {
      return rows;
    }
    return (
      this.#shift(path, undo) ??
      this.#done(set.add(set.rest(), first), first, firstOwner + index, undo)
    );
  }

  /**
   * Returns a shortest path from one of the rows to a free one; empty if there is none. Each row but the last is a pivot
   * that its set can exchange for the next row. As for matroids in general, there is a path whenever the sets can be made at
   * all.
   */
  #pathFrom(rows: readonly number[]): readonly number[] {
    const before = new Map<number, number>(rows.map((it) => [it, -1]));
    let steps = 0;
    // The iteration includes keys that are added meanwhile.
    for (const pivot of before.keys()) {
      const set = this.#ownerOf(pivot);
      if (!set || steps++ > maxSteps) {
        return [];
      }
      const next = set.rowsOfPivot(pivot).filter((it) => this.#counts(it) && !before.has(it));
      for (const row of next) {
        before.set(row, pivot);
      }
      const end = next.find((it) => this.#owners[it] === free);
      if (end !== undefined) {
        return wayTo(end, before);
      }
    }
    this.#closed = [new Set(before.keys()), ...this.#closed].slice(0, maxClosed);
    return [];
  }

  /** Frees the first row of the path. @returns as `extend` */
  #shift(path: readonly number[], undo: Undo[]): readonly number[] | undefined {
    for (let at = path.length - 2; at >= 0; at--) {
      const [pivot = 0, row = 0] = path.slice(at);
      const owner = this.#owners[pivot] ?? 0;
      const set = this.#ownerOf(pivot);
      if (!set || this.#told.sumAt(set.sumOf(pivot), row) === 0) {
        return path;
      }
      const narrow = this.#done(set.exchange(pivot, row), row, owner, undo);
      if (narrow) {
        return narrow;
      }
      this.#owners[pivot] = free;
      undo.push(() => (this.#owners[pivot] = owner));
    }
    return undefined;
  }

  #done(
    change: Undo | readonly number[],
    row: number,
    owner: number,
    undo: Undo[],
  ): readonly number[] | undefined {
    if (typeof change !== "function") {
      return change;
    }
    this.#owners[row] = owner;
    undo.push(() => {
      change();
      this.#owners[row] = free;
    });
    return undefined;
  }

  #ownerOf(row: number): InformationSet | undefined {
    return this.#sets[(this.#owners[row] ?? 0) - firstOwner];
  }

  #counts(row: number): boolean {
    return this.#owners[row] !== exposed;
  }

  /** Returns a row to start from: far from those of other sets, and the same whenever the same figures are told. */
  #startFor(set: number): number {
    const number = this.#told.figures.length * this.#sets.length + set;
    return (Math.imul(number, 0x9e3779b1) >>> 0) % this.#told.rows;
  }

  #reserve(): void {
    const { rows } = this.#told;
    if (rows <= this.#owners.length) {
      return;
    }
    this.#owners = lengthened(this.#owners, Math.ceil(1.25 * rows));
    for (const row of this.#exposed) {
      this.#owners[row] = exposed;
    }
  }
}

/** Returns the path to a row. @param before by row, the row before it on the path; -1 for the first ones */
function wayTo(end: number, before: ReadonlyMap<number, number>): readonly number[] {
  const path: number[] = [];
  for (let at = end; at >= 0; at = before.get(at) ?? -1) {
    path.unshift(at);
  }
  return path;
}
