/* Each distinct value of a column has a number, its slot, by which it is counted. */

/** Slots of cells without a value. Those of values start at `firstSlot`. */
export const notMentionedSlot = 0;
export const unansweredSlot = 1;
export const firstSlot = 2;

/** Gives each distinct value a slot. */
export class ValueSlots {
  /** By slot. */
  readonly texts: string[] = ["", ""];
  readonly #slots = new Map<string, number>();

  constructor(codes: readonly string[]) {
    for (const code of codes) {
      this.of(code);
    }
  }

  of(value: string): number {
    let slot = this.#slots.get(value);
    if (slot === undefined) {
      slot = this.texts.push(value) - 1;
      this.#slots.set(value, slot);
    }
    return slot;
  }
}
