import type { Transferable, WorkerOptions } from "node:worker_threads";
import type { Result, Values } from "./messages.ts";
import { startWorker, type RunningWorker } from "./workerThread.ts";

/** A worker that the first call starts. Where it dies, what is under way rejects, and the next call starts it anew. */
export class LazyWorker<Calls> {
  readonly #program: string;
  readonly #options: (starts: number) => WorkerOptions;
  readonly #fault: (cause: unknown) => Error;
  #running: RunningWorker<Calls> | undefined;
  #starts = 0;

  /**
   * @param options by how often it was started before
   * @param fault the error of what the worker has not answered, by why it ended
   */
  constructor(
    program: string,
    options: (starts: number) => WorkerOptions,
    fault: (cause: unknown) => Error,
  ) {
    this.#program = program;
    this.#options = options;
    this.#fault = fault;
  }

  async call<K extends keyof Calls & string>(
    name: K,
    values: Values<Calls[K]>,
    transfer?: readonly Transferable[],
  ): Promise<Result<Calls[K]>> {
    return this.start().client.call(name, values, transfer);
  }

  calling<K extends keyof Calls & string>(
    name: K,
  ): (...values: Values<Calls[K]>) => Promise<Result<Calls[K]>> {
    return (...values) => this.call(name, values);
  }

  start(): RunningWorker<Calls> {
    return (this.#running ??= this.#begin());
  }

  /** Ends it; what was called before is done first. A later call starts it anew. */
  async dispose(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    running?.worker.postMessage("end");
    await running?.ended;
  }

  #begin(): RunningWorker<Calls> {
    const options = this.#options(this.#starts++);
    const running = startWorker<Calls>(this.#program, options, {}, (cause) => {
      if (this.#running === running) {
        this.#running = undefined;
      }
      return this.#fault(cause);
    });
    return running;
  }
}
