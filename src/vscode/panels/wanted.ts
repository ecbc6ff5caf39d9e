/** Where a panel is to go. It is told until it says that it goes there: it may be lost, or still to come. */
export class Wanted<Place> {
  #number = 0;
  #place: Place | undefined;

  /** For the panel, which does not go to the same one twice. */
  get message(): (Place & { readonly number: number }) | undefined {
    return this.#place && { ...this.#place, number: this.#number };
  }

  /** @returns its number */
  want(place: Place | undefined): number {
    this.#place = place;
    return ++this.#number;
  }

  isNewest(number: number): boolean {
    return number === this.#number;
  }

  done(number: number): void {
    if (this.isNewest(number)) {
      this.#place = undefined;
    }
  }
}
