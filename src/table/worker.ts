// The thread of its own in which the tables live: what they do takes longer than the extension host may stall.
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { faultOf } from "../model/fault.ts";
import { nodeSqlite } from "../store/sqliteDriver.ts";
import { KeptTables } from "./keptTables.ts";
import type { TableCalls } from "./tables.ts";
import type { TableAnswer, TableCall, TableRequest, WorkerData } from "./tableMessages.ts";

/** Bundled it is CommonJS, which cannot wait on its top level; calls wait at the port. */
async function main(port: MessagePort, { folder, firstTable }: WorkerData): Promise<void> {
  const driver = nodeSqlite() ?? (await (await import("../store/wasmSqlite.ts")).wasmSqlite());
  const tables = new KeptTables(driver, folder, firstTable);
  port.on("message", (request: TableRequest) => {
    if (request === "end") {
      tables.closeAll();
      port.close();
    } else {
      void answerTo(tables, request).then((answer) => port.postMessage(answer));
    }
  });
}

/** Calls are begun in the order in which they came. */
async function answerTo(tables: TableCalls, { id, name, values }: TableCall): Promise<TableAnswer> {
  try {
    const call = tables[name].bind(tables) as (...values: readonly unknown[]) => unknown;
    return { id, value: await call(...values) };
  } catch (error) {
    return { id, error: faultOf(error) };
  }
}

if (parentPort) {
  void main(parentPort, workerData as WorkerData);
}
