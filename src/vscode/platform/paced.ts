/** Runs one task again and again, never twice at once. */
export class Paced {
  readonly #task: () => Promise<void>;
  readonly #rest: () => number;
  #endedAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param task must not reject @param rest after a run, in milliseconds, before one that is not urgent */
  constructor(task: () => Promise<void>, rest: () => number) {
    this.#task = task;
    this.#rest = rest;
  }

  /** Runs it when it has rested. */
  soon(): void {
    const rested = performance.now() - this.#endedAt;
    this.#timer ??= setTimeout(() => void this.now(), Math.max(0, this.#rest() - rested));
  }

  /** Resolves when a run has ended that began after this call. */
  now(): Promise<void> {
    this.stop();
    if (!this.#running) {
      return this.#run();
    }
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#run();
    });
    return this.#next;
  }

  /** Forgets what was to run when it has rested. */
  stop(): void {
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
