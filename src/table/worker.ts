// The thread of its own in which the tables live: what they do takes longer than the extension host may stall.
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { faultOf } from "../model/fault.ts";
import { nodeSqlite } from "../store/sqliteDriver.ts";
import { CopiesInWorker } from "./copiesInWorker.ts";
import { KeptTables } from "./keptTables.ts";
import type {
  WorkerAnswer,
  WorkerCall,
  WorkerCalls,
  WorkerData,
  WorkerRequest,
} from "./tableMessages.ts";

function main(port: MessagePort, { folder, firstNumber }: WorkerData): void {
  const tables = new KeptTables(nodeSqlite, folder, firstNumber);
  const calls = { tables, copies: new CopiesInWorker(nodeSqlite, tables.copies, firstNumber) };
  const stops = new Map<number, AbortController>();
  port.on("message", (request: WorkerRequest) => {
    if (request === "end") {
      calls.tables.closeAll();
      calls.copies.closeAll();
      port.close();
    } else if ("abort" in request) {
      stops.get(request.abort)?.abort();
    } else {
      const stop = new AbortController();
      stops.set(request.id, stop);
      void answerTo(calls, request, stop.signal).then((answer) => {
        stops.delete(request.id);
        port.postMessage(answer);
      });
    }
  });
}

/** Calls are begun in the order in which they came. */
async function answerTo(
  { tables, copies }: WorkerCalls,
  { id, values, isCancellable, ...wanted }: WorkerCall,
  signal: AbortSignal,
): Promise<WorkerAnswer> {
  try {
    const call = (
      wanted.part === "tables" ? tables[wanted.name].bind(tables) : copies[wanted.name].bind(copies)
    ) as (...values: readonly unknown[]) => unknown;
    return { id, value: await call(...values, ...(isCancellable ? [signal] : [])) };
  } catch (error) {
    return { id, error: faultOf(error) };
  }
}

if (parentPort) {
  main(parentPort, workerData as WorkerData);
}
