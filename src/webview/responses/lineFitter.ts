import type { ReactiveController } from "lit";

/** Number of steps in which a line can be shortened; styles define each step by the classes `tight-1` to `tight-9`. */
const steps = 9;

/** Keeps a line of actions on one line: while it is too wide, it drops step by step what is needed least. */
export class LineFitter implements ReactiveController {
  readonly #line: () => HTMLElement | null;
  readonly #resizes = new ResizeObserver(() => this.#fit());
  #observed: HTMLElement | undefined;
  #fitted = "";

  constructor(line: () => HTMLElement | null) {
    this.#line = line;
  }

  hostUpdated(): void {
    const line = this.#line();
    if (line && line !== this.#observed) {
      this.hostDisconnected();
      this.#observed = line;
      this.#resizes.observe(line);
    }
    if (line?.textContent !== this.#fitted) {
      this.#fit();
    }
  }

  hostDisconnected(): void {
    this.#resizes.disconnect();
    this.#observed = undefined;
  }

  #fit(): void {
    const line = this.#observed;
    if (!line) {
      return;
    }
    this.#fitted = line.textContent;
    for (let step = 1; step <= steps; step++) {
      line.classList.remove(`tight-${step}`);
    }
    for (let step = 1; step <= steps && line.scrollWidth > line.clientWidth; step++) {
      line.classList.add(`tight-${step}`);
    }
  }
}
