// A thread of its own, in which responses become rows of a database: that takes longer than the extension host may stall.
import { parentPort } from "node:worker_threads";
import { answerOnce } from "../rpc/passingWorker.ts";
import type { WarehouseCalls } from "./calls.ts";
import { loadItems } from "./loadItems.ts";

if (parentPort) {
  answerOnce<WarehouseCalls>(parentPort, (notify) => ({
    load: (job) => loadItems(job, notify),
  }));
}
