import type { Figure } from "../../../../src/analysis/disclosure/toldFigures.ts";

/** Linear span of figures as vectors over the rational numbers, computed with integers of any length. */
export class NaiveSpan {
  readonly #length: number;
  /** Rows in echelon form: each has 0 at the leads of the rows before it. */
  readonly #rows: { readonly lead: number; readonly values: readonly bigint[] }[] = [];

  constructor(length: number) {
    this.#length = length;
  }

  get dimension(): number {
    return this.#rows.length;
  }

  add(values: readonly bigint[]): void {
    const rest = this.#rest(values);
    const lead = rest.findIndex((it) => it !== 0n);
    if (lead >= 0) {
      this.#rows.push({ lead, values: rest });
    }
  }

  with(values: readonly bigint[]): NaiveSpan {
    const span = new NaiveSpan(this.#length);
    span.#rows.push(...this.#rows);
    span.add(values);
    return span;
  }

  has(values: readonly bigint[]): boolean {
    return this.#rest(values).every((it) => it === 0n);
  }

  vectorOf({ rows, values }: Figure): bigint[] {
    const vector = Array.from({ length: this.#length }, () => 0n);
    for (const [at, row] of rows.entries()) {
      vector[row] = BigInt(values?.[at] ?? 1);
    }
    return vector;
  }

  /** Dimension of the part of the span that is 0 outside these rows. */
  dimensionWithin(rows: readonly number[]): number {
    const outside = new NaiveSpan(this.#length);
    for (const { values } of this.#rows) {
      outside.add(values.map((it, row) => (rows.includes(row) ? 0n : it)));
    }
    return this.dimension - outside.dimension;
  }

  /** Returns whether there are `count` bases, no two of which share a row, by Edmonds' theorem. */
  hasBases(count: number): boolean {
    for (let size = 0; size <= this.#length; size++) {
      for (const rows of subsets(this.#length, size)) {
        if (rows.length < count * this.dimensionWithin(rows)) {
          return false;
        }
      }
    }
    return true;
  }

  #rest(values: readonly bigint[]): readonly bigint[] {
    let rest = values;
    for (const row of this.#rows) {
      const factor = rest[row.lead] ?? 0n;
      const lead = row.values[row.lead] ?? 1n;
      if (factor !== 0n) {
        rest = rest.map((it, at) => it * lead - (row.values[at] ?? 0n) * factor);
      }
    }
    return rest;
  }
}

/** Yields all sets of `size` rows. */
export function* subsets(rows: number, size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let first = from; first <= rows - size; first++) {
    for (const others of subsets(rows, size - 1, first + 1)) {
      yield [first, ...others];
    }
  }
}
