import { Worker, type Transferable, type WorkerOptions } from "node:worker_threads";
import type { Listeners } from "./messages.ts";
import { RpcClient } from "./rpcClient.ts";

/** A worker, and the client that calls it. */
export interface RunningWorker<Calls, Events = object> {
  readonly worker: Worker;
  readonly client: RpcClient<Calls, Events, Transferable>;
  /** Resolves when the worker has ended and all its unanswered calls have rejected. */
  readonly ended: Promise<void>;
}

/** @param fault returns the error for unanswered calls, given the reason why the worker ended */
export function startWorker<Calls, Events = object>(
  program: string,
  options: WorkerOptions,
  listeners: Listeners<Events>,
  fault: (cause: unknown) => Error,
): RunningWorker<Calls, Events> {
  const worker = new Worker(program, options);
  const client = new RpcClient<Calls, Events, Transferable>(
    (message, transfer) => worker.postMessage(message, transfer),
    listeners,
  );
  let cause: unknown;
  worker.on("error", (error) => (cause = error));
  worker.on("message", (message) => client.receive(message));
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      client.dispose(fault(cause));
      resolve();
    });
  });
  return { worker, client, ended };
}
