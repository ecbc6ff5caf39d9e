import type { Transferable, WorkerOptions } from "node:worker_threads";
import type { Result, Values } from "./messages.ts";
import { startWorker, type RunningWorker } from "./workerThread.ts";

/** A worker that starts with the first call. If it dies, pending calls reject, and the next call starts it again. */
export class LazyWorker<Calls> {
  readonly #program: string;
  readonly #options: (starts: number) => WorkerOptions;
  readonly #fault: (cause: unknown) => Error;
  #running: RunningWorker<Calls> | undefined;
  #starts = 0;

  /**
   * @param options returns the options, given the number of earlier starts
   * @param fault returns the error for unanswered calls, given the reason why the worker ended
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

  /** Ends the worker once it has answered its pending calls. A later call starts it again. */
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
