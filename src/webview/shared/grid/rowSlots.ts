/** Reuses the elements of rows that have left the viewport for rows that come into sight. */
export class RowSlots {
  readonly #positions: (number | undefined)[] = [];

  /** @returns the position that each element shows; a position keeps its element as long as it is wanted */
  assign(wanted: readonly number[]): readonly (number | undefined)[] {
    const missing = new Set(wanted);
    for (const [slot, position] of this.#positions.entries()) {
      if (position === undefined || !missing.delete(position)) {
        this.#positions[slot] = undefined;
      }
    }
    let slot = 0;
    for (const position of missing) {
      while (this.#positions[slot] !== undefined) {
        slot++;
      }
      this.#positions[slot] = position;
    }
    return this.#positions;
  }
}
