// Worker thread of the tables: their work would block the extension host for too long.
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import type { AbortMessage, CallMessage } from "../rpc/messages.ts";
import { callOn, RpcServer } from "../rpc/rpcServer.ts";
import { nodeSqlite } from "../store/sqliteDriver.ts";
import { CopiesInWorker } from "./copiesInWorker.ts";
import { TableRegistry } from "./tableRegistry.ts";
import type { WorkerData } from "./tableMessages.ts";

const ofCopies = "copies.";

function main(port: MessagePort, { folder, firstNumber }: WorkerData): void {
  const tables = new TableRegistry(nodeSqlite, folder, firstNumber);
  const copies = new CopiesInWorker(nodeSqlite, tables.copies, firstNumber);
  const server = new RpcServer(
    (message) => port.postMessage(message),
    (name, values) =>
      name.startsWith(ofCopies)
        ? callOn(copies, name.slice(ofCopies.length), values)
        : // What is no call on tables is one on the folder of their copies.
          callOn(name in tables ? tables : tables.copies, name, values),
  );
  port.on("message", (message: CallMessage | AbortMessage | "end") => {
    if (message === "end") {
      tables.closeAll();
      copies.closeAll();
      port.close();
    } else {
      void server.receive(message);
    }
  });
}

if (parentPort) {
  main(parentPort, workerData as WorkerData);
}
