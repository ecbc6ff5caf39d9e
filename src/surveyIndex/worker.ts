// Worker thread of its own for the index, so that searches do not wait for responses, nor the extension host for searches.
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import type { AbortMessage, CallMessage } from "../rpc/messages.ts";
import { callOn, RpcServer } from "../rpc/rpcServer.ts";
import { nodeSqlite } from "../store/sqliteDriver.ts";
import { SurveyIndex } from "./surveyIndex.ts";

function main(port: MessagePort, path: string): void {
  const index = new SurveyIndex(nodeSqlite, path);
  const server = new RpcServer(
    (message) => port.postMessage(message),
    (name, values) => callOn(index, name, values),
  );
  port.on("message", (message: CallMessage | AbortMessage | "end") => {
    if (message === "end") {
      index.close();
      port.close();
    } else {
      void server.receive(message);
    }
  });
}

if (parentPort) {
  main(parentPort, workerData as string);
}
