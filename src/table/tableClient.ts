import { Worker, type MessagePort } from "node:worker_threads";
import { SurveyError } from "../model/errors.ts";
import { errorOf } from "../model/fault.ts";
import type { CallName, TableAnswer, WorkerData } from "./tableMessages.ts";
import type { ReadPorts, TableCalls } from "./tables.ts";

/** The tables, from outside of their worker: the same calls as promises. */
export type TableClient = {
  readonly [K in CallName]: (
    ...values: Parameters<TableCalls[K]>
  ) => Promise<Awaited<ReturnType<TableCalls[K]>>>;
} & {
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

/** Numbers of the tables that one worker opens. */
const tablesAWorker = 1_000_000;

const names: Readonly<Record<CallName, true>> = {
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
  clear: true,
  remove: true,
};

/**
 * The worker is started by the first call at the latest. Where it dies, all that is under way rejects with "file-fault", tables are closed,
 * and the next call starts it anew.
 * @param workerFile what worker.ts is built to
 * @param folder where the tables are kept; made where it is missing
 */
export function createTableClient(workerFile: string, folder: string): TableClient {
  const caller = new TableCaller(workerFile, folder);
  const calls = (Object.keys(names) as CallName[]).map((name) => [
    name,
    (...values: readonly unknown[]) => caller.call(name, values),
  ]);
  return {
    ...(Object.fromEntries(calls) as Omit<TableClient, "start" | "dispose">),
    start: () => caller.start(),
    dispose: () => caller.dispose(),
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

class TableCaller {
  readonly #file: string;
  readonly #folder: string;
  #running: Running | undefined;
  #workers = 0;
  #calls = 0;

  constructor(file: string, folder: string) {
    this.#file = file;
    this.#folder = folder;
  }

  call(name: CallName, values: readonly unknown[]): Promise<unknown> {
    const { worker, pending } = this.start();
    const id = this.#calls++;
    return new Promise((resolve, reject) => {
      worker.postMessage({ id, name, values }, name === "read" ? portsOf(values[2]) : []);
      pending.set(id, { resolve, reject });
    });
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
      firstTable: this.#workers++ * tablesAWorker,
    };
    const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes };
    const worker = new Worker(this.#file, { workerData, resourceLimits });
    const pending = new Map<number, Pending>();
    let cause: unknown;
    worker.on("error", (error) => (cause = error));
    worker.on("message", (answer: TableAnswer) => {
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

/** They are handed over. */
function portsOf(ports: unknown): MessagePort[] {
  const { pages, control } = ports as ReadPorts;
  return [pages, control];
}

function workerEnded(cause: unknown): SurveyError {
  return new SurveyError(
    "file-fault",
    `Responses cannot be kept any more${cause instanceof Error ? `: ${cause.message}` : ""}. Refresh the responses.`,
    { cause },
  );
}
