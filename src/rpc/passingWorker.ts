import type { MessagePort, WorkerOptions } from "node:worker_threads";
import type { AbortMessage, CallMessage, Handlers, Listeners, Result, Values } from "./messages.ts";
import { RpcServer } from "./rpcServer.ts";
import { startWorker } from "./workerThread.ts";

/* Workers that do one thing, and end: nothing stays behind of it, and to cancel it is to end its worker. */

export interface PassingCall<Events> {
  /** What the worker is built to. */
  readonly program: string;
  readonly options?: WorkerOptions | undefined;
  readonly listeners: Listeners<Events>;
  readonly signal: AbortSignal;
  /** The error of a call that was cancelled. */
  readonly cancelled: () => Error;
  /** The error of a call that its worker has not answered, by why that ended. */
  readonly fault: (cause: unknown) => Error;
}

/** When it resolves or rejects, the worker has ended. */
export async function callOnce<Calls, Events, K extends keyof Calls & string>(
  { program, options = {}, listeners, signal, cancelled, fault }: PassingCall<Events>,
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

/** The worker's side. @param handlersOf is given what tells the other side of progress */
export function answerOnce<Calls>(
  port: MessagePort,
  handlersOf: (notify: (progress: unknown) => void) => Handlers<Calls>,
): void {
  const server = new RpcServer<{ readonly progress: unknown }>(
    (message) => port.postMessage(message),
    (name, [job]) => {
      // The host calls what its types let it.
      const handler = handlers[name as keyof Calls] as unknown as (job: unknown) => unknown;
      return handler(job);
    },
  );
  const handlers = handlersOf(paced((it) => server.emit("progress", it)));
  port.once("message", (message: CallMessage | AbortMessage) => {
    void server.receive(message).then(() => port.close());
  });
}

/** Milliseconds between two reports. */
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
