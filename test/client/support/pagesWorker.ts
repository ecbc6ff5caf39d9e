// Reads pages in a worker thread, and posts each as it arrives.
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import type { ItemKind } from "../../../src/client/queries.ts";
import { RemotePages, type SourceFacts } from "../../../src/client/remotePages.ts";
import { pagesOf } from "./pagesOf.ts";

export interface PagesWorkerData {
  readonly port: MessagePort;
  readonly facts: SourceFacts;
  readonly kind: ItemKind;
  readonly surveyId: string;
}

const { port, facts, kind, surveyId } = workerData as PagesWorkerData;
for await (const page of pagesOf(new RemotePages(port, facts), kind, surveyId)) {
  parentPort?.postMessage(page);
}
port.close();
