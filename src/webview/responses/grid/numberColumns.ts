import type { Row } from "../../../model/grid.ts";
import { isPlainNumber } from "../../../model/plainNumber.ts";
import type { GridColumn } from "../cells.ts";

/**
 * Columns that contain only numbers, in the rows seen so far. Their numbers are aligned digit under digit, with the digits
 * that the service sent.
 */
export class NumberColumns {
  /** Columns in which no other values were seen. IDs are no numbers, nor are codes with labels. */
  #candidates: readonly GridColumn[];
  /** Largest number of decimals in a column, by its key. */
  readonly #decimals = new Map<string, number>();
  readonly #seen = new WeakSet<Row>();
  #version = 0;

  constructor(all: readonly GridColumn[]) {
    this.#candidates = all.filter(
      ({ kind, labels }) =>
        kind !== "metadata" && [...labels].every(([code, label]) => label === "" || label === code),
    );
  }

  /** Increases with each change. */
  get version(): number {
    return this.#version;
  }

  addRow(row: Row): void {
    if (this.#seen.has(row)) {
      return;
    }
    this.#seen.add(row);
    for (const column of this.#candidates) {
      this.#addValue(column, row);
    }
  }

  /**
   * Returns the decimals that a value lacks to be as long as the longest of the column; undefined if the column is not one
   * of numbers.
   */
  rest({ key }: GridColumn, value: string): string | undefined {
    const most = this.#decimals.get(key);
    if (most === undefined) {
      return undefined;
    }
    const missing = "0".repeat(Math.max(0, most - decimalsOf(value)));
    return value.includes(".") || missing === "" ? missing : `.${missing}`;
  }

  #addValue(column: GridColumn, row: Row): void {
    const cell = row.cells[column.cellIndex] ?? [];
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
