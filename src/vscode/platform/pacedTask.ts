/** Runs one task repeatedly, never two runs at once. */
export class PacedTask {
  readonly #task: () => Promise<void>;
  readonly #rest: () => number;
  #endedAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param task must not reject @param rest returns the milliseconds between a run and the next one that `schedule` starts */
  constructor(task: () => Promise<void>, rest: () => number) {
    this.#task = task;
    this.#rest = rest;
  }

  /** Schedules a run for the end of the pause after the last run. */
  schedule(): void {
    const rested = performance.now() - this.#endedAt;
    this.#timer ??= setTimeout(() => void this.runNow(), Math.max(0, this.#rest() - rested));
  }

  /** Runs the task at once or, if it is running, once more afterwards. Resolves when that run has ended. */
  runNow(): Promise<void> {
    this.cancelScheduled();
    if (!this.#running) {
      return this.#run();
    }
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#run();
    });
    return this.#next;
  }

  /** Cancels the run that `schedule` has scheduled. */
  cancelScheduled(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): Promise<void> {
    this.#running = this.#task().finally(() => {
      this.#running = undefined;
      this.#endedAt = performance.now();
    });
    return this.#running;
  }
}
