import { Worker, type Transferable, type WorkerOptions } from "node:worker_threads";
import type { Listeners } from "./messages.ts";
import { RpcClient } from "./rpcClient.ts";

/** A worker, and the calls that it has not answered. */
export interface RunningWorker<Calls, Events = object> {
  readonly worker: Worker;
  readonly client: RpcClient<Calls, Events, Transferable>;
  /** Resolves when the worker has ended; all that it has not answered has rejected. */
  readonly ended: Promise<void>;
}

/** @param fault the error of what the worker has not answered, by why it ended */
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
