import type { MessagePort, WorkerOptions } from "node:worker_threads";
import type { AbortMessage, CallMessage, Handlers, Listeners, Result, Values } from "./messages.ts";
import { callOn, RpcServer } from "./rpcServer.ts";
import { startWorker } from "./workerThread.ts";

/* Workers that run one call and end: they leave nothing behind, and terminating the worker cancels the call. */

export interface OneShotCall<Events> {
  /** Path of the worker's built program. */
  readonly program: string;
  readonly options?: WorkerOptions | undefined;
  readonly listeners: Listeners<Events>;
  readonly signal: AbortSignal;
  /** Returns the error of a cancelled call. */
  readonly cancelled: () => Error;
  /** Returns the error of a call that its worker has not answered, given the reason why the worker ended. */
  readonly fault: (cause: unknown) => Error;
}

/** Runs one call in a worker of its own. When it settles, the worker has ended. */
export async function callOnce<Calls, Events, K extends keyof Calls & string>(
  { program, options = {}, listeners, signal, cancelled, fault }: OneShotCall<Events>,
  name: K,
  values: Values<Calls[K]>,
): Promise<Result<Calls[K]>> {
  if (signal.aborted) {
    throw cancelled();
  }
  const { worker, client, ended } = startWorker<Calls, Events>(
    program,
    options,
    listeners,
    (cause) => (signal.aborted ? cancelled() : fault(cause)),
  );
  const stop = (): void => void worker.terminate();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await client.call(name, values).finally(() => ended);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Answers one call, on the worker's side. @param handlersOf receives a function that reports progress to the other side */
export function answerOnce<Calls>(
  port: MessagePort,
  handlersOf: (notify: (progress: unknown) => void) => Handlers<Calls>,
): void {
  const server = new RpcServer<{ readonly progress: unknown }>(
    (message) => port.postMessage(message),
    (name, values) => callOn(handlers, name, values),
  );
  const handlers = handlersOf(paced((it) => server.emit("progress", it)));
  port.once("message", (message: CallMessage | AbortMessage) => {
    void server.receive(message).then(() => port.close());
  });
}

/** Minimum milliseconds between two reports. */
const interval = 100;

function paced(report: (progress: unknown) => void): (progress: unknown) => void {
  let last = 0;
  return (progress) => {
    const now = Date.now();
    if (now - last >= interval) {
      last = now;
      report(progress);
    }
  };
}
