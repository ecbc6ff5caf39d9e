// Worker thread that fills tables of a database: that would block the extension host for too long.
import { parentPort } from "node:worker_threads";
import { answerOnce } from "../rpc/oneShotWorker.ts";
import type { WarehouseCalls } from "./calls.ts";
import { loadItems } from "./loadItems.ts";

if (parentPort) {
  answerOnce<WarehouseCalls>(parentPort, (notify) => ({
    load: (job) => loadItems(job, notify),
  }));
}
