/** The place that a panel is to go to. It is sent until the panel confirms it: a webview may be gone, or not started yet. */
export class PendingReveal<Place> {
  #number = 0;
  #place: Place | undefined;

  /** The place for the webview, with a number by which it goes there only once. */
  get message(): (Place & { readonly number: number }) | undefined {
    return this.#place && { ...this.#place, number: this.#number };
  }

  /** @returns the number of the place */
  request(place: Place | undefined): number {
    this.#place = place;
    return ++this.#number;
  }

  isNewest(number: number): boolean {
    return number === this.#number;
  }

  confirm(number: number): void {
    if (this.isNewest(number)) {
      this.#place = undefined;
    }
  }
}
