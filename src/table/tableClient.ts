import { Worker, type Transferable } from "node:worker_threads";
import type { ExportCopies } from "../export/exportCopies.ts";
import { SurveyError } from "../model/errors.ts";
import { errorOf } from "../model/fault.ts";
import { readRemotely } from "./readRemotely.ts";
import type { ReadPorts } from "./readMessages.ts";
import type {
  CallName,
  Part,
  WorkerAnswer,
  WorkerCall,
  WorkerCalls,
  WorkerData,
  WorkerRequest,
} from "./tableMessages.ts";

/** Calls of the worker, from outside of it: the same ones as promises. */
type Remote<Calls, Name extends keyof Calls = keyof Calls> = {
  readonly [K in Name]: Calls[K] extends (...values: infer Values) => infer Result
    ? (...values: Values) => Promise<Awaited<Result>>
    : never;
};

export type TableClient = Remote<WorkerCalls["tables"]> & {
  /** The copies that the tables are made of. */
  readonly copies: ExportCopies;
  /** Starts the worker, so that the first call need not wait for it. */
  start(): void;
  /** Closes all tables and ends the worker; what was called before is done first. A later call starts it anew. */
  dispose(): Promise<void>;
};

/**
 * Megabytes for what is new in the worker's heap. What lives there lives long or is gone at once, and without a limit V8 takes
 * some hundred megabytes to put off collecting it, and is slower for it.
 */
const youngMegabytes = 24;

/** Numbers of the tables, and of the copies, that one worker opens. */
const numbersAWorker = 1_000_000;

const tableCalls: Readonly<Record<CallName<"tables">, true>> = {
  open: true,
  close: true,
  putStructure: true,
  read: true,
  copyState: true,
  file: true,
  hasChanged: true,
  view: true,
  rows: true,
  locate: true,
  values: true,
  summarise: true,
  find: true,
  copy: true,
  raw: true,
  list: true,
  size: true,
  limit: true,
  removeClosed: true,
  clear: true,
  remove: true,
};

/** Those that go over as they are. */
type PlainCopyCall = Exclude<
  keyof ExportCopies,
  "readCopy" | "seedCopy" | "writeItems" | "compareItems"
>;

const copyCalls: Readonly<Record<PlainCopyCall, true>> = {
  openCopy: true,
  closeCopy: true,
  copyState: true,
  copyFile: true,
  beginCopy: true,
  note: true,
  structure: true,
  putStructure: true,
  confirmCopy: true,
  adoptCopy: true,
  removeCopy: true,
};

/**
 * The worker is started by the first call at the latest. Where it dies, all that is under way rejects with "file-fault", tables
 * and copies are closed, and the next call starts it anew.
 * @param workerFile what worker.ts is built to
 * @param folder where the copies are kept; made where it is missing
 */
export function createTableClient(workerFile: string, folder: string): TableClient {
  const caller = new Caller(workerFile, folder);
  const { read, ...tables } = caller.calls("tables", tableCalls);
  return {
    ...tables,
    read: (table, request, ports) =>
      caller.call("tables", "read", [table, request, ports], { transfer: portsOf(ports) }),
    copies: copiesBy(caller),
    start: () => void caller.start(),
    dispose: () => caller.dispose(),
  };
}

function copiesBy(caller: Caller): ExportCopies {
  return {
    ...caller.calls("copies", copyCalls),
    readCopy: (copy, client, reading) =>
      // The key comes from the window.
      readRemotely(client, { isWanted: () => client.spaceMark(), ...reading }, (request, ports) =>
        caller.call("copies", "read", [copy, request, ports], { transfer: portsOf(ports) }),
      ),
    seedCopy: (copy, job, signal) => caller.call("copies", "seedCopy", [copy, job], { signal }),
    writeItems: (copy, job, signal) => caller.call("copies", "writeItems", [copy, job], { signal }),
    compareItems: (copy, job, signal) =>
      caller.call("copies", "compareItems", [copy, job], { signal }),
  };
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A worker, and the calls that it has not answered. */
interface Running {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
  readonly ended: Promise<void>;
}

interface CallOptions {
  /** Handed over. */
  readonly transfer?: readonly Transferable[];
  /** The call's last value. */
  readonly signal?: AbortSignal;
}

type Result<P extends Part, K extends CallName<P>> = WorkerCalls[P][K] extends (
  ...values: never
) => infer T
  ? Awaited<T>
  : never;

class Caller {
  readonly #file: string;
  readonly #folder: string;
  #running: Running | undefined;
  #workers = 0;
  #calls = 0;

  constructor(file: string, folder: string) {
    this.#file = file;
    this.#folder = folder;
  }

  calls<P extends Part, K extends CallName<P>>(
    part: P,
    names: Readonly<Record<K, true>>,
  ): Remote<WorkerCalls[P], K> {
    const calls = (Object.keys(names) as K[]).map((name) => [
      name,
      (...values: readonly unknown[]) => this.call(part, name, values),
    ]);
    return Object.fromEntries(calls) as Remote<WorkerCalls[P], K>;
  }

  async call<P extends Part, K extends CallName<P>>(
    part: P,
    name: K,
    values: readonly unknown[],
    { transfer = [], signal }: CallOptions = {},
  ): Promise<Result<P, K>> {
    const { worker, pending } = this.start();
    const id = this.#calls++;
    const say = (request: WorkerRequest) => worker.postMessage(request, transfer);
    const abort = () => worker.postMessage({ abort: id } satisfies WorkerRequest);
    try {
      return await new Promise((resolve: (value: Result<P, K>) => void, reject) => {
        say({ id, part, name, values, isCancellable: signal !== undefined } as WorkerCall);
        pending.set(id, { resolve: (value) => resolve(value as Result<P, K>), reject });
        signal?.addEventListener("abort", abort);
        if (signal?.aborted === true) {
          abort();
        }
      });
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  async dispose(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    running?.worker.postMessage("end");
    await running?.ended;
  }

  start(): Running {
    return (this.#running ??= this.#begin());
  }

  #begin(): Running {
    const workerData: WorkerData = {
      folder: this.#folder,
      firstNumber: this.#workers++ * numbersAWorker,
    };
    const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes };
    const worker = new Worker(this.#file, { workerData, resourceLimits });
    const pending = new Map<number, Pending>();
    let cause: unknown;
    worker.on("error", (error) => (cause = error));
    worker.on("message", (answer: WorkerAnswer) => {
      const call = pending.get(answer.id);
      pending.delete(answer.id);
      if ("error" in answer) {
        call?.reject(errorOf(answer.error));
      } else {
        call?.resolve(answer.value);
      }
    });
    const ended = new Promise<void>((resolve) => {
      worker.on("exit", () => {
        if (this.#running?.worker === worker) {
          this.#running = undefined;
        }
        pending.forEach((it) => it.reject(workerEnded(cause)));
        resolve();
      });
    });
    return { worker, pending, ended };
  }
}

function portsOf({ pages, control }: ReadPorts): Transferable[] {
  return [pages, control];
}

function workerEnded(cause: unknown): SurveyError {
  return new SurveyError(
    "file-fault",
    `Responses cannot be kept any more${cause instanceof Error ? `: ${cause.message}` : ""}. Refresh the responses.`,
    { cause },
  );
}
