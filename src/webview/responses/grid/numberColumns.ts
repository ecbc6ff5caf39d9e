import type { Row } from "../../../model/grid.ts";
import { isPlainNumber } from "../../../model/plainNumber.ts";
import type { GridColumn } from "../cells.ts";

/**
 * The columns that have numbers only, as far as their rows were seen: they are written one below the other, digit under
 * digit, each with the digits that it was sent with.
 */
export class NumberColumns {
  /** Those of which nothing else was seen; ids are no numbers, nor are codes that stand for something else. */
  #candidates: readonly GridColumn[];
  /** The most decimals of a column, by its key. */
  readonly #decimals = new Map<string, number>();
  readonly #seen = new WeakSet<Row>();
  #version = 0;

  constructor(all: readonly GridColumn[]) {
    this.#candidates = all.filter(
      ({ kind, labels }) =>
        kind !== "metadata" && [...labels].every(([code, label]) => label === "" || label === code),
    );
  }

  /** Another number after each change. */
  get version(): number {
    return this.#version;
  }

  see(row: Row): void {
    if (this.#seen.has(row)) {
      return;
    }
    this.#seen.add(row);
    for (const column of this.#candidates) {
      this.#look(column, row);
    }
  }

  /** What a value lacks to be as long behind its point as others of the column; undefined where they are no numbers. */
  rest({ key }: GridColumn, value: string): string | undefined {
    const most = this.#decimals.get(key);
    if (most === undefined) {
      return undefined;
    }
    const missing = "0".repeat(Math.max(0, most - decimalsOf(value)));
    return value.includes(".") || missing === "" ? missing : `.${missing}`;
  }

  #look(column: GridColumn, row: Row): void {
    const cell = row.cells[column.place] ?? [];
    const given = cell.filter((it) => it.value !== "");
    const [answer] = given;
    if (!answer) {
      return;
    }
    const { key } = column;
    if (given.length > 1 || answer.etcValue !== undefined || !isPlainNumber(answer.value)) {
      this.#candidates = this.#candidates.filter((it) => it !== column);
      this.#version += this.#decimals.delete(key) ? 1 : 0;
      return;
    }
    const before = this.#decimals.get(key);
    const decimals = decimalsOf(answer.value);
    if (before === undefined || decimals > before) {
      this.#decimals.set(key, decimals);
      this.#version++;
    }
  }
}

function decimalsOf(value: string): number {
  const point = value.indexOf(".");
  return point < 0 ? 0 : value.length - point - 1;
}
