// Worker thread of its own for the index, so that searches do not wait for responses, nor the extension host for searches.
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import type { AbortMessage, CallMessage } from "../rpc/messages.ts";
import { RpcServer } from "../rpc/rpcServer.ts";
import { nodeSqlite } from "../store/sqliteDriver.ts";
import { SurveyIndex } from "./surveyIndex.ts";

function main(port: MessagePort, path: string): void {
  const index = new SurveyIndex(nodeSqlite, path);
  const server = new RpcServer(
    (message) => port.postMessage(message),
    (name, values) => {
      // The host's types only allow existing calls.
      const calls = index as unknown as Record<string, (...values: readonly unknown[]) => unknown>;
      return calls[name]?.(...values);
    },
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
