import { reduced } from "./field.ts";
import { lengthened } from "../grow.ts";

/** A linear figure of a survey: a count of rows, or the sum of a value of each row. */
export interface Figure {
  /** Ascending row numbers. */
  readonly rows: Uint32Array;
  /** Value of each row. Safe integers: the caller scales decimals. Default: 1 each, which makes a count. */
  readonly values?: Float64Array | undefined;
}

/** Figures without a row in common, so that one number per row says which of them has it. */
interface Layer {
  /** By row: index of the figure + 1; 0 if none has the row. */
  readonly numbers: Uint16Array;
  /** By row, modulo the prime. Default: 1 each. */
  readonly values: Uint32Array | undefined;
}

/** Maximum number of bytes of all layers. */
const maxBytes = 160_000_000;

/** Figures as functions of rows, with values modulo the prime. */
export class ToldFigures {
  readonly #figures: Figure[] = [];
  /** By figure: index of its layer. */
  readonly #places: number[] = [];
  /** By figure: `#rows` before it was added. */
  readonly #ends: number[] = [];
  #layers: Layer[] = [];
  #rows = 0;
  #capacity = 0;

  get figures(): readonly Figure[] {
    return this.#figures;
  }

  /** Index behind the last row of any figure. */
  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    const bytes = this.#layers.reduce((sum, it) => sum + (it.values ? 6 : 2), 6);
    return bytes * this.#capacity > maxBytes;
  }

  add(figure: Figure): void {
    const end = (figure.rows.at(-1) ?? -1) + 1;
    if (end > this.#capacity) {
      this.#grow(Math.max(end, Math.ceil(1.25 * this.#capacity)));
    }
    this.#ends.push(this.#rows);
    this.#rows = Math.max(this.#rows, end);
    const place = this.#placeFor(figure);
    const layer = this.#layers[place];
    const number = this.#figures.push(figure);
    this.#places.push(place);
    for (const [at, row] of figure.rows.entries()) {
      if (layer) {
        layer.numbers[row] = number;
        if (layer.values) {
          layer.values[row] = reduced(figure.values?.[at] ?? 1);
        }
      }
    }
  }

  removeLast(): void {
    const figure = this.#figures.pop();
    const place = this.#places.pop() ?? 0;
    this.#rows = this.#ends.pop() ?? 0;
    for (const row of figure?.rows ?? []) {
      const layer = this.#layers[place];
      if (layer) {
        layer.numbers[row] = 0;
      }
    }
  }

  /** Returns the figure's value at the row. */
  valueOf(figure: number, row: number): number {
    const layer = this.#layers[this.#places[figure] ?? 0];
    return layer?.numbers[row] === figure + 1 ? (layer.values?.[row] ?? 1) : 0;
  }

  /** Returns the value of a sum of figures at the row. @param factors indexed by figure + 1; the first is 0 */
  sumAt(factors: Float64Array, row: number): number {
    let sum = 0;
    for (const { numbers, values } of this.#layers) {
      const factor = factors[numbers[row] ?? 0] ?? 0;
      sum += values && factor !== 0 ? reduced(factor * (values[row] ?? 0)) : factor;
    }
    return reduced(sum);
  }

  /** Writes the values of a sum of figures at the rows from `from` on into `sums`; not reduced. */
  sumsFrom(from: number, factors: Float64Array, sums: Float64Array): void {
    sums.fill(0);
    const count = Math.min(sums.length, this.#rows - from);
    for (const { numbers, values } of this.#layers) {
      if (values) {
        for (let at = 0; at < count; at++) {
          const factor = factors[numbers[from + at] ?? 0] ?? 0;
          sums[at] = (sums[at] ?? 0) + reduced(factor * (values[from + at] ?? 0));
        }
      } else {
        for (let at = 0; at < count; at++) {
          sums[at] = (sums[at] ?? 0) + (factors[numbers[from + at] ?? 0] ?? 0);
        }
      }
    }
  }

  #placeFor({ rows, values }: Figure): number {
    const place = this.#layers.findIndex(
      (it) =>
        (it.values !== undefined) === (values !== undefined) &&
        rows.every((row) => it.numbers[row] === 0),
    );
    if (place >= 0) {
      return place;
    }
    return (
      this.#layers.push({
        numbers: new Uint16Array(this.#capacity),
        values: values && new Uint32Array(this.#capacity),
      }) - 1
    );
  }

  #grow(capacity: number): void {
    this.#capacity = capacity;
    this.#layers = this.#layers.map(({ numbers, values }) => ({
      numbers: lengthened(numbers, capacity),
      values: values && lengthened(values, capacity),
    }));
  }
}
